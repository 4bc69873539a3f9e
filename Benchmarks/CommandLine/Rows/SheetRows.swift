import AnnotationFilter
import Foundation
import Millrace
import MillraceHistory
import MillraceTerminal

/// The annotation filter with a sheet of many annotations: the whole app but its terminal, which is a canvas.
enum SheetRows {
    private static let sizes = [1_000, 10_000, 100_000]

    static var all: [Benchmark] {
        [
            edit("an edit of a sheet, of"),
            edit("an edit of a sheet that is searched, of", [.search("remark")]),
            edit(
                "an edit of a sheet, sorted and grouped by status, of",
                [.sort(.status, isDescending: false), .grouping(.status)]
            ),
        ]
    }

    /// One annotation gets another status: the store, what can be undone, the list and the canvas. By hand: a field of an
    /// array, and the page that is seen drawn again.
    private static func edit(_ name: String, _ refine: [Refine] = []) -> Benchmark {
        Benchmark(name, sizes: sizes, aims: [.growth(1.5, at: 100_000)]) { size in
            let store = AnnotationFilterStore(showing: sheet(size), on: Dispatcher())
            let screen = AnnotationFilterScreen(
                store.shown(with: UndoHistory(of: store)),
                size: Observable(TerminalSize(columns: 100, rows: 40))
            )
            let sum = Sum()
            let subscription = screen.canvas.observe { sum.add($0.size.rows) }
            for action in refine { store.dispatcher.dispatch(action) }
            var count = 0
            var statuses = [Bool](repeating: false, count: size)
            let lines = (0..<40).map { "  author \($0 % 7), text: remark \($0)" }
            return Scene(
                raw: {
                    for _ in 0..<$0 {
                        statuses[size / 2].toggle()
                        var canvas = TerminalCanvas(size: TerminalSize(columns: 100, rows: 40))
                        for (row, line) in lines.enumerated() { canvas.draw(line, row: row, column: 0) }
                        sum.add(canvas.size.rows)
                    }
                },
                ours: {
                    for _ in 0..<$0 {
                        count += 1
                        let status = ReviewStatus(rawValue: count % 2 == 0 ? "Accepted" : "Rejected")
                        let date = PDFDate("D:20270101000000Z")
                        store.dispatcher.dispatch(
                            Edit.add(
                                SheetEdit("edit \(count)", of: "\(size / 2)", .status(status), by: "Ada", at: date)
                            )
                        )
                    }
                },
                kept: [store, screen, subscription]
            )
        }
    }

    /// A sheet of annotations on a hundred pages, every fifth a reply to the one before, read from a file as any.
    private static func sheet(_ count: Int) -> Sheet {
        let annotations = (0..<count).map { number in
            let reply = number % 5 == 4 ? " inreplyto=\"\(number - 1)\"" : ""
            return "<text name=\"\(number)\" page=\"\(number * 100 / count)\" title=\"author \(number % 7)\"\(reply)>"
                + "<contents>remark \(number)</contents></text>"
        }
        let text = "<xfdf><annots>\(annotations.joined(separator: "\n"))</annots></xfdf>"
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).xfdf")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            try Data(text.utf8).write(to: file)
            return try XFDFFileService().sheet(at: file.path)
        } catch {
            fatalError("SheetRows.sheet: the file was not read: \(error). To fix: make room for a temporary file.")
        }
    }
}
