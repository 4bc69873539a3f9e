import Millrace
import MillraceTerminal

/// Everything that there is to read of each annotation of a sheet, with the thread that it belongs to.
public struct SheetDetails: Equatable, Sendable {
    private let sheet: Sheet
    private let edits: SheetEdits

    /// How much of a thread is shown.
    private static let longestThread = 200

    /// The details of a sheet's annotations.
    ///
    /// - Parameter edits: What is not saved.
    public init(_ sheet: Sheet, editedBy edits: SheetEdits = SheetEdits()) {
        (self.sheet, self.edits) = (sheet, edits)
    }

    /// Whether the annotation with this identity has a check mark.
    func isMarked(_ id: Annotation.ID) -> Bool { sheet[id: id]?.isMarked ?? false }

    /// What to read of the annotation with this identity: its text first, then what else is known of it, then its
    /// thread. Cost: O(its text and its thread), of which no more is shown than a few hundred.
    public func paragraphs(of id: String?) -> [TerminalPane.Paragraph] {
        guard let (whole, position) = id.flatMap({ sheet.place(of: $0) }) else { return [] }
        let annotation = whole.rows[position].annotation
        let text = annotation.text.isEmpty ? annotation.subject ?? "(no text)" : annotation.text
        let thread = Self.part(of: whole.rows, around: position)
        let facts = Self.facts(of: annotation).map { fact in
            TerminalPane.Paragraph(fact.value.oneLine, indentation: 10, label: fact.name)
        }
        let answers = thread.map { place in
            let answer = whole.rows[place].annotation
            let author = answer.author ?? FilterGroup.author.nameOfMissing
            let date = answer.date.map { ", \($0.forPeople)" } ?? ""
            return TerminalPane.Paragraph(
                "\(author)\(date): \(answer.text)",
                style: place == position ? .bold : .plain,
                indentation: 2 * min(answer.answer?.depth ?? 0, 8)
            )
        }
        return [.init(text), .init("")] + conflicts(of: annotation.id) + facts
            + (thread.count < 2 ? [] : [.init(""), .init("Thread", style: .bold)] + answers)
    }

    /// What somebody else has set where the user has set something else.
    private func conflicts(of id: Annotation.ID) -> [TerminalPane.Paragraph] {
        edits.conflicts.filter { $0.annotation == id }.map {
            TerminalPane.Paragraph(edits.line(of: $0, namesAnnotation: false), indentation: 10, label: "Yours")
        }
    }

    /// What is known of an annotation, in the order in which it is read.
    private static func facts(of annotation: Annotation) -> [(name: String, value: String)] {
        let columns: [Column] = [
            .author, .kind, .subject, .sheet, .page, .layer, .label, .color, .status, .marked, .created, .modified,
            .quantity, .name,
        ]
        return columns.compactMap { column in
            let date = column == .created ? annotation.created : column == .modified ? annotation.modified : nil
            let value = date?.forPeopleWithZone ?? column.value(of: annotation)
            if column == .quantity, let problem = annotation.quantity?.problem {
                return ("Quantity", "\(value): \(problem)")
            }
            return value.isEmpty ? nil : (column.rawValue.capitalized, value)
        }
    }

    /// The positions in its thread of what is shown beside an annotation.
    private static func part(of thread: [SheetThread.Row], around position: Int) -> Range<Int> {
        guard thread.count > longestThread else { return thread.indices }
        let first = max(0, min(position - longestThread / 2, thread.count - longestThread))
        return first..<(first + longestThread)
    }
}
