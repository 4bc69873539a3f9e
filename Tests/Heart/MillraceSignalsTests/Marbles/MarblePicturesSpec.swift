import Foundation
import MillraceSignals
import MillraceSpecs

/// Each operator in marbles: what is drawn is what is run.
///
/// With `MILLRACE_RECORD=1` the pictures and their page are written anew, and those that belong to no row are removed.
final class MarblePicturesSpec: Spec {
    func testSpec() {
        for (number, family) in MarbleFamily.all.enumerated() {
            describe(family.title) {
                for (index, row) in family.rows.enumerated() {
                    it("\(row.name): \(row.does)") { MarbleFamily.all[number].rows[index].run() }
                }
            }
        }

        describe("the pictures") {
            let rows = MarbleFamily.all.flatMap(\.rows)

            it("have names of their own") {
                let names = rows.map(\.fileName) + rows.map { MarblePage.anchor(of: MarblePage.heading(of: $0)) }
                expect(Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.sorted()).to(beEmpty())
            }

            it("are those that the rows draw") {
                for row in rows { Self.compare(try row.picture().svg, MarblePage.pictures, row.fileName) }
            }

            it("belong to a row each") {
                let files = try FileManager.default.contentsOfDirectory(atPath: MarblePage.pictures.path)
                let stray = Set(files).subtracting(rows.map(\.fileName))
                if SnapshotSettings.current.recordsAgain {
                    for file in stray {
                        try FileManager.default.removeItem(at: MarblePage.pictures.appendingPathComponent(file))
                    }
                } else {
                    expect(stray.sorted()).to(beEmpty())
                }
            }

            it("are on the operators' page, in order") {
                let page = MarblePage.url
                Self.compare(
                    try MarblePage.text(of: MarbleFamily.all),
                    page.deletingLastPathComponent(),
                    page.lastPathComponent
                )
            }
        }
    }

    /// Fails unless a file has this text, or writes it where that is wanted.
    private static func compare(_ text: String, _ folder: URL, _ name: String) {
        let file = folder.appendingPathComponent(name)
        let judgement = Snapshot(file: file, settings: .current).judge(text)
        if case .same = judgement { return }
        expect("\(judgement)").to(equal("what the rows draw"))
    }
}
