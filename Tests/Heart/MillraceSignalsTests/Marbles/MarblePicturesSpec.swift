import Foundation
import MillraceBase
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
                for row in rows {
                    let file = MarblePage.pictures.appendingPathComponent(row.fileName)
                    let place = CallSite(row.place.file, row.place.line)
                    compare(try row.picture().svg, with: Snapshot(file: file, settings: .current), at: place)
                }
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
                let text = try MarblePage.text(of: MarbleFamily.all)
                compare(text, with: Snapshot(file: MarblePage.url, settings: .current), at: CallSite(#filePath, #line))
            }
        }
    }
}
