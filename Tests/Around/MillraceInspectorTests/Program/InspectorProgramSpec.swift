import Foundation
import MillraceSpecs
import MillraceTerminal

@testable import MillraceInspector

/// What the command reads, writes and answers.
final class InspectorProgramSpec: Spec {
    private func run(_ arguments: String...) -> (lines: [String], report: String, code: Int32) {
        var lines: [String] = []
        do throws(ProgramExit) {
            try InspectorProgram { lines.append($0) }.run(arguments)
            return (lines, "", 0)
        } catch {
            return (lines, error.description, error.exitCode)
        }
    }

    func testSpec() {
        describe("inspect") {
            var folder = ScratchFolder()
            beforeEach { folder = ScratchFolder() }

            it("writes a page in which the recording is byte for byte, and no text of it is markup") {
                var lines = SealedLines(SealedLines.header)
                lines.add(#"{"names":["</script><!--<script>alert(1)</script>"]}"#)
                lines.add(Data([0x7B] + Array("\"problem\":\"".utf8) + [0xFF, 0x00, 0xC3, 0x0D] + Array("\"}".utf8)))
                // More than one element holds.
                lines.add("{\"problem\":\"\(String(repeating: "x", count: InspectorPage.elementSize))\"}")
                let file = folder.write(lines.data, "a.jsonl")
                expect(self.run(file, "-o", folder.path("a.html")).code) == 0
                let page = String(decoding: folder.read("a.html"), as: UTF8.self)
                expect(page).notTo(contain("alert(1)"))
                let elements = page.components(separatedBy: "data-recording>").dropFirst()
                expect(elements.count) == 2
                let bytes = elements.compactMap { element in
                    element.range(of: "</script>").flatMap { Data(base64Encoded: String(element[..<$0.lowerBound])) }
                }
                expect(bytes.reduce(Data(), +)) == lines.data
            }

            it("writes a page of an empty recording: an app may have just begun") {
                let file = folder.write(Data(), "empty.jsonl")
                expect(self.run(file, "-o", folder.path("a.html")).code) == 0
            }

            it("writes a file for Redux DevTools, and tells what is damaged") {
                var lines = SealedLines(SealedLines.header)
                lines.add(#"{"names":["Add"]}"#)
                lines.add(#"{"a":[1,0,-1]}"#)
                let file = folder.write(lines.data + Data("{\"sum\":\"0000000000000000\",\"end\":1}\n".utf8), "a.jsonl")
                let result = self.run(file, "--redux", folder.path("a.json"), "--last", "10")
                expect(result.code) == 0
                expect(result.lines.first).to(endWith("line 4 is damaged or cut; what stands before it is exported"))
                expect(String(decoding: folder.read("a.json"), as: UTF8.self)).to(contain("\"nextActionId\":2"))
            }

            it("tells a file that is no recording for inspection") {
                let text = folder.write(Data("hello".utf8), "a.txt")
                expect(self.run(text, "-o", folder.path("x")).report).to(
                    endWith("a.txt is no recording for inspection")
                )
                expect(self.run(text, "-o", folder.path("x")).code) == 65
                let replay = folder.write(SealedLines(#"{"millrace":2,"notes":{},"digests":{}}"#).data, "b.jsonl")
                expect(self.run(replay, "-o", folder.path("x")).report).to(endWith(": it is one for replay"))
                expect(folder.read("x")) == Data()
            }

            it("tells what cannot be exported") {
                var lines = SealedLines(SealedLines.header)
                lines.add(#"{"names":["Add","list"]}"#)
                lines.add(#"{"a":[1,0,-1],"p":[1,[["=",["nothing"],1,2]]]}"#)
                let file = folder.write(lines.data, "a.jsonl")
                let result = self.run(file, "--redux", folder.path("a.json"))
                expect(result.report).to(endWith("a.jsonl: action 1: its change of list does not fit the state"))
                expect(result.code) == 65
                expect(folder.read("a.json")) == Data()
            }

            it("tells what cannot be read or written") {
                let file = folder.write(SealedLines(SealedLines.header).data, "a.jsonl")
                expect(self.run(folder.path("none"), "-o", folder.path("x")).code) == 66
                expect(self.run(file, "-o", folder.path("no/x")).code) == 74
                expect(mkfifo(folder.path("pipe"), 0o600)) == 0
                let report = self.run(file, "-o", folder.path("pipe")).report
                expect(report).to(endWith("pipe is no file. To fix: name a new one."))
            }

            let failures: [(arguments: [String], report: String)] = [
                ([], "there is no recording"), (["a", "b", "-o", "c"], "there is more than one recording"),
                (["a"], "one of -o, --follow and --redux is expected"),
                (["a", "-o", "b", "--follow"], "one of -o, --follow and --redux is expected"),
                (["a", "-o", "b", "--last", "5"], "--last is for --redux"),
                (["a", "-o", "b", "--port", "5"], "--port is for --follow"),
                (["a", "-o", "a"], "the recording would be written over"),
                (["a", "--redux", "a"], "the recording would be written over"),
                (["a", "--redux", "b", "--last", "0"], "--last needs a number from 1 to 100000"),
            ]
            for (arguments, report) in failures {
                it("ends with 64 for \(arguments)") {
                    expect { try InspectorOptions(arguments) }.to(
                        throwError { (error: ProgramExit) in
                            expect(error.exitCode) == 64
                            expect(error.description) == "\(report). To fix: see --help."
                        }
                    )
                }
            }

            it("prints help and its version") {
                expect(self.run("--version").report) == "inspect 0.1.0"
                expect(self.run("--help").report).to(beginWith("Usage: inspect RECORDING -o PAGE.html"))
                expect(self.run("--help").code) == 0
            }
        }
    }
}
