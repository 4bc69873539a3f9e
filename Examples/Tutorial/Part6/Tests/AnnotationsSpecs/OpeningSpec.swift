import Millrace
import MillraceSpecs

@testable import Annotations

final class OpeningSpec: Spec {
    func testSpec() {
        describe("opening a file") {
            let notes = Table(Annotation.samples.prefix(2))
            @TestState var scheduler = TestScheduler()

            /// A store whose files take two seconds, on a clock that the spec turns. There is only one file.
            func makeTester() -> StoreTester<AnnotationFilterState> {
                let files = AnnotationFiles { [scheduler] path in
                    try await scheduler.sleep(for: .seconds(2))
                    guard path == "notes.json" else { throw FileProblem(description: "\(path): there is none") }
                    return notes
                }
                return StoreTester(on: scheduler) { makeAnnotationFilter(from: files, on: $0) }
            }

            it("shows what the file has") {
                let tester = makeTester()
                tester.send(Open(path: "notes.json"), starting: "open")
                tester.advance(by: .seconds(2))
                tester.receive(Opened(annotations: notes)) { $0.annotations = notes }
            }

            it("says why a file cannot be read, until the next one is opened") {
                let tester = makeTester()
                tester.send(Open(path: "other.json"), starting: "open")
                tester.advance(by: .seconds(2))
                tester.receive(OpeningFailed.self) { $0.problem = "other.json: there is none" }
                tester.send(Open(path: "notes.json"), starting: "open") { $0.problem = nil }
                tester.advance(by: .seconds(2))
                tester.receive(Opened.self) { $0.annotations = notes }
            }

            it("can be cancelled: nothing arrives") {
                let tester = makeTester()
                tester.send(Open(path: "notes.json"), starting: "open")
                tester.advance(by: .seconds(1))
                tester.send(CancelOpening())
                tester.expectEffects()
                tester.run()
            }

            it("gives up the file before, if another is opened meanwhile") {
                let tester = makeTester()
                tester.send(Open(path: "other.json"), starting: "open")
                tester.send(Open(path: "notes.json"), starting: "open")
                tester.run()
                tester.receive(Opened.self) { $0.annotations = notes }
            }
        }
    }
}
