import AnnotationFilter
import Foundation
import MillraceSpecs

final class SheetServiceSpec: Spec {
    func testSpec() {
        let service = XFDFFileService()
        var folder: URL!

        beforeEach {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        afterEach { try FileManager.default.removeItem(at: folder) }

        describe("a file") {
            it("is read, and keeps the name by which it was asked for") {
                let path = folder.appendingPathComponent("märz 3.xfdf").path
                try Data(xfdf("<text name='a' page='0'/>").utf8).write(to: URL(fileURLWithPath: path))
                let sheet = try service.sheet(at: path)
                expect(sheet.ids).to(equal(["a"]))
                expect(sheet.file).to(equal(path))
                expect(sheet.title).to(equal("märz 3.xfdf"))
            }

            it("that is not there cannot be read, which is another failure than a bad file") {
                let path = folder.appendingPathComponent("gone.xfdf").path
                expect(try service.sheet(at: path)).to(
                    throwError(SheetError.unreadable(file: path, reason: "there is no such file"))
                )
                expect(SheetError.unreadable(file: "", reason: "").exitCode).to(equal(66))
            }

            it("that is a folder cannot be read") {
                let path = folder.path
                expect(try service.sheet(at: path)).to(
                    throwError(SheetError.unreadable(file: path, reason: "it is a folder"))
                )
            }
        }

        describe("the sample") {
            it("has at least 60 annotations of 10 kinds by 5 authors on several pages") {
                let sheet = try service.sample()
                expect(sheet.annotations.count).to(beGreaterThan(59))
                expect(Set(sheet.annotations.map(\.kind)).count).to(beGreaterThan(9))
                expect(Set(sheet.annotations.compactMap(\.author)).count).to(beGreaterThan(4))
                expect(Set(sheet.annotations.map(\.page)).count).to(beGreaterThan(2))
            }

            it("has replies, groups, marks and every review status") {
                let annotations = try service.sample().annotations
                expect(Set(annotations.compactMap(\.status))).to(
                    equal([.accepted, .rejected, .cancelled, .completed])
                )
                expect(annotations).to(contain { $0.isMarked })
                expect(annotations).to(contain { $0.answer?.relation == .groupMember })
                expect(annotations).to(contain { ($0.answer?.depth ?? 0) > 2 })
            }

            it("is read without a notice") { expect(try service.sample().notices).to(beEmpty()) }
        }
    }
}
