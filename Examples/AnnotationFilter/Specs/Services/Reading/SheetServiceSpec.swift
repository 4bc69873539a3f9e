@testable import AnnotationFilter
import Foundation
import MillraceSpecs
import Synchronization

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

        describe("a file that is opened") {
            /// A file with so many annotations.
            func file(_ count: Int) throws -> String {
                let path = folder.appendingPathComponent("large.xfdf").path
                let text = String(
                    repeating: "<text page='0' title='Kim'><contents>door</contents></text>",
                    count: count
                )
                try Data(xfdf(text).utf8).write(to: URL(fileURLWithPath: path))
                return path
            }

            it("is the last that happens") {
                var last: SheetOpening?
                for try await event in service.open(try file(20_000)) { last = event }
                expect(last).to(
                    matchPattern {
                        if case .opened(let sheet) = $0 { sheet.annotations.count == 20_000 } else { false }
                    }
                )
            }

            it("tells how much of it has been read, as that grows, where it is large") {
                var percents: [Int] = []
                func note(_ event: SheetOpening) { if case .progress(let percent) = event { percents.append(percent) } }
                _ = try service.sheet(at: try file(20_000), onProgress: note)
                expect(percents.count) > 5
                expect(percents) == Set(percents).sorted()
                expect(percents.last) == 100
                percents = []
                _ = try service.sheet(at: try file(2), onProgress: note)
                expect(percents).to(beEmpty())
            }

            it("shows its beginning, once, when no more than that has been read, where it is large") {
                var (beginnings, percents): ([Sheet], [Int]) = ([], [])
                _ = try service.sheet(at: try file(20_000)) { event in
                    switch event {
                    case .began(let sheet): beginnings.append(sheet)
                    case .progress(let percent): if beginnings.isEmpty { percents.append(percent) }
                    case .opened: break
                    }
                }
                expect(beginnings.map(\.count)) == [XFDFParser.beginning]
                expect(beginnings.first?.annotations.map(\.text)).to(contain("door"))
                expect(percents.max() ?? 0).to(beLessThan(6))
            }

            it("fails as it does when it is read") {
                let path = folder.appendingPathComponent("gone.xfdf").path
                await expect { for try await _ in service.open(path) {} }.to(
                    throwError(SheetError.unreadable(file: path, reason: "there is no such file"))
                )
            }

            it("is not read to its end where nobody waits for it") {
                let path = try file(20_000)
                let steps = Mutex(0)
                let reading = Task {
                    try service.sheet(at: path) { _ in
                        steps.withLock { $0 += 1 }
                        withUnsafeCurrentTask { $0?.cancel() }
                    }
                }
                await expect { try await reading.value }.to(
                    throwError(SheetError.unreadable(file: path, reason: "it was cancelled"))
                )
                expect(steps.withLock { $0 }) == 1
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
