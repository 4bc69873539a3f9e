/// An annotation that answers nothing, with all that answers it: what is sorted, put under headings and shown as one.
public struct SheetThread: Identifiable, Equatable, Sendable {
    /// An annotation of the thread. An object: whoever passes it on copies none of its many texts.
    final class Row: Equatable, Sendable {
        /// The annotation.
        let annotation: Annotation
        /// The text that a search looks into, without what it does not care for.
        let folded: String

        convenience init(_ annotation: Annotation) {
            var folding = SearchFolding()
            self.init(annotation, folding: &folding)
        }

        /// - Parameter folding: Folds the texts of many.
        convenience init(_ annotation: Annotation, folding: inout SearchFolding) {
            self.init(annotation, folded: folding.folded(annotation.searchable))
        }

        private init(_ annotation: Annotation, folded: String) {
            (self.annotation, self.folded) = (annotation, folded)
        }

        /// The row after a change of what a search does not look into.
        func keepingText(_ change: (inout Annotation) -> Void) -> Row {
            var annotation = annotation
            change(&annotation)
            return Row(annotation, folded: folded)
        }

        static func == (left: Row, right: Row) -> Bool { left === right || left.annotation == right.annotation }
    }

    /// The annotations, answers below what they answer. Never empty.
    private(set) var rows: [Row]

    /// The name of the first annotation.
    public var id: Annotation.ID { rows[0].annotation.id }

    /// The first annotation.
    var start: Annotation { rows[0].annotation }

    /// A thread of rows that are in order, of which there is one at least.
    init(_ rows: ArraySlice<Row>) { self.rows = Array(rows) }

    /// The position of an annotation; nil where it is not in the thread. Cost: O(thread).
    func position(of id: Annotation.ID) -> Int? { rows.firstIndex { $0.annotation.id == id } }

    /// The positions of an annotation and of all that answers it, down to the last. Cost: O(thread).
    func branch(at position: Int) -> Range<Int> {
        let depth = rows[position].depth
        let end = rows[(position + 1)...].firstIndex { $0.depth <= depth }
        return position..<(end ?? rows.count)
    }

    /// Changes an annotation, but not what it answers.
    mutating func update(at position: Int, _ change: (inout Annotation) -> Void) {
        var annotation = rows[position].annotation
        change(&annotation)
        rows[position] = Row(annotation)
    }

    /// Adds a reply to an annotation, behind all that answers it already. Cost: O(thread).
    mutating func insert(_ reply: Annotation, below parent: Int) {
        let place = branch(at: parent).upperBound
        var reply = reply
        reply.answer = Annotation.Answer(parent: parent, depth: rows[parent].depth + 1)
        for (later, row) in zip(place..., rows[place...]) {
            guard let parent = row.annotation.answer?.parent, parent >= place else { continue }
            rows[later] = row.keepingText { $0.answer?.parent += 1 }
        }
        rows.insert(Row(reply), at: place)
    }
}

extension SheetThread.Row {
    /// How deep it hangs: 0 for the start of a thread.
    fileprivate var depth: Int { annotation.answer?.depth ?? 0 }
}
