@testable import AnnotationFilter
import MillraceSpecs

/// Files in which anything replies to anything: rows, states, itself, names that repeat or do not exist.
final class ThreadPropertySpec: Spec {
    func testSpec() {
        describe("any tangle of replies and states") {
            it("makes every row appear once, below what it answers, in the order of pages") {
                var random = SeededGenerator(Seed.current)
                for _ in 0..<200 {
                    let elements = Self.elements(using: &random)
                    let sheet = try sheet(elements.map(\.xml).joined(separator: "\n"))
                    let rows = elements.filter { !$0.isState }
                    expect(sheet.annotations.map(\.text).sorted()).to(equal(rows.map(\.text).sorted()))
                    expect(Set(sheet.ids).count).to(equal(rows.count))
                    Self.expectThreads(sheet)
                }
            }
        }
    }

    private struct Element {
        var name: Int
        var parent: Int?
        var page: Int
        var isState: Bool
        var text: String

        var xml: String {
            let reply = parent.map { " inreplyto=\"\($0)\"" } ?? ""
            let state = isState ? " state=\"Accepted\"" : ""
            return "<text name=\"\(name)\" page=\"\(page)\"\(reply)\(state)><contents>\(text)</contents></text>"
        }
    }

    private static func elements(using random: inout SeededGenerator) -> [Element] {
        let count = Int.random(in: 0...20, using: &random)
        return (0..<count).map { number in
            Element(
                name: Int.random(in: 0...count, using: &random),
                parent: Bool.random(using: &random) ? Int.random(in: 0...count + 2, using: &random) : nil,
                page: Int.random(in: 0...3, using: &random),
                isState: Int.random(in: 0..<3, using: &random) == 0,
                text: "remark \(number)"
            )
        }
    }

    /// An answer's parent is the annotation above it, or one that the annotation above it hangs below.
    private static func expectThreads(_ sheet: Sheet) {
        var branch: [Int] = []
        var lastPage = 0
        var position = 0
        for annotation in sheet.annotations {
            if let answer = annotation.answer {
                expect(branch).to(contain(answer.parent))
                branch.removeAll { $0 > answer.parent }
                expect(answer.depth).to(equal(branch.count))
            } else {
                (branch, position) = ([], 0)
                expect(annotation.page).to(beGreaterThan(lastPage - 1))
                lastPage = annotation.page
            }
            branch.append(position)
            position += 1
        }
    }
}
