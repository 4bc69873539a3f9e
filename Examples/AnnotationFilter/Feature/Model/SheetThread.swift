/// An annotation that answers nothing, with all that answers it: what is sorted, put under headings and shown as one.
public struct SheetThread: Identifiable, Equatable, Sendable {
    /// An annotation of the thread.
    struct Row: Equatable, Sendable {
        /// The annotation.
        fileprivate(set) var annotation: Annotation
        /// The text that a search looks into, without what it does not care for.
        let folded: String

        init(_ annotation: Annotation) {
            self.annotation = annotation
            folded = annotation.searchable.foldedForSearch
        }

        static func == (left: Row, right: Row) -> Bool { left.annotation == right.annotation }
    }

    /// The annotations, answers below what they answer. Never empty.
    private(set) var rows: [Row]

    /// The name of the first annotation.
    public var id: Annotation.ID { rows[0].annotation.id }

    /// The first annotation.
    var start: Annotation { rows[0].annotation }

    /// A thread of annotations that are in order, of which there is one at least.
    init(_ annotations: some Sequence<Annotation>) { rows = annotations.map(Row.init) }

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
        for later in rows.indices[place...] where rows[later].annotation.answer.map({ $0.parent >= place }) ?? false {
            rows[later].annotation.answer?.parent += 1
        }
        rows.insert(Row(reply), at: place)
    }
}

extension SheetThread.Row {
    /// How deep it hangs: 0 for the start of a thread.
    fileprivate var depth: Int { annotation.answer?.depth ?? 0 }
}
