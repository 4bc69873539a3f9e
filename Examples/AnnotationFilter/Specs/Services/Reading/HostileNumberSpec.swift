@testable import AnnotationFilter
import Foundation
import Millrace
import MillraceHistory
import MillraceSpecs
import MillraceTerminal
import TestSupport

/// Puts numbers that nobody expects where a file has numbers: something comes of it, and it is shown, whatever it was.
final class HostileNumberSpec: Spec {
    private static let numbers = [
        "0", "-0", "-1", "+1", "1e300", "-1e300", "1e400", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "-9223372036854775809", "2147483646", "2147483647", "2147483648", "-2147483649",
        "18446744073709551616", "99999999999999999999999999999999999999", "nan", "inf", "0x7FFFFFFF", "1_000", "٣",
        "1.5",
        "00000000000000000000", "",
    ]

    /// The text with some of its numbers exchanged.
    private static func damaged(_ text: String, using random: inout SeededGenerator) -> String {
        var text = text
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            guard let place = text.ranges(of: /-?[0-9]+/).randomElement(using: &random) else { break }
            text.replaceSubrange(place, with: numbers.randomElement(using: &random) ?? "")
        }
        return text
    }

    /// Shows a sheet in every way in which it is shown, with each filter that it gives rise to.
    private static func show(_ sheet: Sheet) throws {
        let store = AnnotationFilterStore(showing: sheet, on: Dispatcher())
        let undo = UndoHistory(of: store)
        for group in FilterGroup.allCases {
            store.dispatcher.dispatch(SelectGroup(group: group))
            let filters = store.state.value.choices.map(\.filter)
            if let filter = filters.last { store.dispatcher.dispatch(Refine.toggle(filter)) }
            let size = TerminalSize(columns: 60, rows: 12)
            let screen = AnnotationFilterScreen(store.shown(with: undo), size: Observable(size))
            expect(screen.canvas.value.size).to(equal(size))
            for command in [ScriptCommand.show, .count, .filters] {
                let answer = ScriptAnswer(to: command, in: store.state.value)
                expect(answer?.json.count).to(equal(answer?.text.count))
            }
            store.dispatcher.dispatch(Refine.clear)
        }
    }

    func testSpec() {
        describe("a file with any numbers") {
            it("is read or refused, and is shown") {
                var random = SeededGenerator(Seed.current)
                let path = try XFDFFileService().sample().file
                let sample = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
                var shown = 0
                for _ in Programs(40) {
                    do {
                        try Self.show(try read(Self.damaged(sample, using: &random)))
                        shown += 1
                    } catch {
                        expect(error).to(beAKindOf(SheetError.self), description: "seed \(Seed.current)")
                    }
                }
                if Programs.areAll { expect(shown).to(beGreaterThan(10), description: "seed \(Seed.current)") }
            }

            it("takes the pages that there can be") {
                let sheet = try sheet(Self.numbers.map { "<ink page='\($0)'/>" }.joined())
                expect(sheet.annotations.map(\.page)).to(equal([0, 0, 0, 1, 2_147_483_646]))
                try Self.show(sheet)
            }
        }

        describe("a sheet in a recording") {
            /// A sheet of three annotations, the second of which answers the first, as a recording has it.
            func json(_ changes: [(String, String)] = []) throws -> Data {
                let annotations = [
                    Annotation(id: "a", kind: "text", page: 7), Annotation(id: "b", kind: "text", page: 7),
                    Annotation(id: "c", kind: "text", page: 7),
                ]
                var answered = annotations
                answered[1].answer = .init(parent: 0, depth: 1)
                let sheet = Sheet(file: "x.xfdf", annotations: answered)
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                var text = String(decoding: try encoder.encode(sheet), as: UTF8.self)
                for (old, new) in changes {
                    expect(text).to(contain(old))
                    text = text.replacingOccurrences(of: old, with: new)
                }
                return Data(text.utf8)
            }

            it("is refused where a name stands twice, a page is none, or an answer stands elsewhere") {
                let decoder = JSONDecoder()
                try Self.show(try decoder.decode(Sheet.self, from: try json()))
                let good = [("\"page\":7", "\"page\":0"), ("\"page\":7", "\"page\":2147483646")]
                for change in good { try Self.show(try decoder.decode(Sheet.self, from: try json([change]))) }
                let bad = [
                    ("\"id\":\"b\"", "\"id\":\"c\""), ("\"page\":7", "\"page\":-1"),
                    ("\"page\":7", "\"page\":2147483647"),
                    ("\"page\":7", "\"page\":9223372036854775807"), ("\"page\":7", "\"page\":1e300"),
                    ("\"parent\":0", "\"parent\":1"), ("\"parent\":0", "\"parent\":2"),
                    ("\"parent\":0", "\"parent\":-1"),
                    ("\"parent\":0", "\"parent\":-9223372036854775808"),
                    ("\"parent\":0", "\"parent\":9223372036854775807"),
                    ("\"depth\":1", "\"depth\":0"), ("\"depth\":1", "\"depth\":2"), ("\"depth\":1", "\"depth\":-1"),
                ]
                for change in bad {
                    expect { try decoder.decode(Sheet.self, from: try json([change])) }.to(
                        throwError(DecodingError.self),
                        description: "\(change)"
                    )
                }
            }

            it("is shown or refused, whatever its numbers") {
                var random = SeededGenerator(Seed.current)
                let sample = try XFDFFileService().sample()
                let part = Sheet(
                    file: sample.file,
                    annotations: Array(sample.annotations.prefix(20)),
                    notices: sample.notices
                )
                let text = String(decoding: try JSONEncoder().encode(part), as: UTF8.self)
                var refused = 0
                for _ in Programs(100) {
                    let data = Data(Self.damaged(text, using: &random).utf8)
                    do {
                        try Self.show(try JSONDecoder().decode(Sheet.self, from: data))
                    } catch {
                        refused += 1
                    }
                }
                if Programs.areAll { expect(1..<100 ~= refused).to(beTrue(), description: "seed \(Seed.current)") }
            }
        }
    }
}
