import Foundation
import MillraceSpecs

/// Runs the program itself, as a user does.
final class ProgramSpec: Spec {
    func testSpec() {
        var folder: URL!

        beforeEach {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        afterEach { try FileManager.default.removeItem(at: folder) }

        func file(_ name: String, _ text: String) throws -> String {
            let url = folder.appendingPathComponent(name)
            try Data(text.utf8).write(to: url)
            return url.path
        }

        describe("the program") {
            it("reads commands from a standard input that is no terminal, and opens the sample") {
                let run = try Run(input: "count\ntoggle author \"A. Kim\"\ncount\n")
                expect(run.output).to(equal("77\n16\n"))
                expect(run.errors).to(equal(""))
                expect(run.exitCode).to(equal(0))
            }

            it("opens a file and runs a script") {
                let sheet = try file("a b.xfdf", xfdf("<text page='0' name='n' title='Zoë'/><ink name='bad'/>"))
                let run = try Run(sheet, "--json", "--script", try file("script", "show\r\ngroup author\nfilters"))
                expect(run.output).to(
                    equal(
                        """
                        {"author":"Zoë","contents":"","id":"n","kind":"text","marked":false,"page":1}
                        {"active":false,"count":1,"filter":"Zoë","group":"author"}

                        """
                    )
                )
                expect(run.errors).to(contain("a b.xfdf: 1 annotation has no usable page"))
                expect(run.exitCode).to(equal(0))
            }

            it("prints its help and its version") {
                expect(try Run("--help").output).to(contain("Usage: annotation-filter [FILE]"))
                expect(try Run("--version").output).to(contain("annotation-filter 0."))
            }
        }

        describe("a session") {
            let script = "toggle ink\ncount\nundo\ncount\nredo\nsearch door\n"

            it("is recorded, and replayed") {
                let recording = folder.appendingPathComponent("session.jsonl").path
                let run = try Run("--record", recording, input: script)
                expect(run.exitCode).to(equal(0))
                let replay = try Run("--replay", recording)
                expect(replay.output).to(equal("4 turns made the same states\n"))
                expect(replay.errors).to(equal(""))
                expect(replay.exitCode).to(equal(0))
            }

            it("that was cut off is replayed up to there") {
                let recording = folder.appendingPathComponent("session.jsonl")
                _ = try Run("--record", recording.path, input: script)
                let part = try file(
                    "part.jsonl",
                    String(try String(contentsOf: recording, encoding: .utf8).dropLast(9))
                )
                let replay = try Run("--replay", part)
                expect(replay.output).to(equal("3 turns made the same states\n"))
                expect(replay.errors).to(contain("part.jsonl: is cut off"))
            }

            it("comes out otherwise on another sheet") {
                let recording = folder.appendingPathComponent("session.jsonl").path
                _ = try Run("--record", recording, input: script)
                let replay = try Run(try file("other.xfdf", xfdf("<ink page='0'/>")), "--replay", recording)
                expect(replay.output).to(contain("begins with another state"))
                expect(replay.exitCode).to(equal(65))
            }

            it("is logged to standard error") {
                let run = try Run("--log", input: "toggle ink\nundo")
                expect(run.errors).to(contain("ToggleFilter(filter: ", "Undo(name: \"\") → AnnotationFilterStore, "))
                expect(run.output).to(equal(""))
            }
        }

        describe("the exit status") {
            it("is 64 for wrong usage") {
                let run = try Run("--frob")
                expect(run.exitCode).to(equal(64))
                expect(run.errors).to(contain("there is no option --frob"))
            }

            it("is 65 for a file that is no good, with line and column") {
                let run = try Run(try file("bad.xfdf", "<xfdf>\n<annots></xfdf>"))
                expect(run.exitCode).to(equal(65))
                expect(run.errors).to(contain("bad.xfdf: is no well-formed XML", "line 2, column"))
            }

            it("is 65 for an unknown filter, after the script has run to its end") {
                let run = try Run(input: "toggle author Nobody\ncount")
                expect(run.exitCode).to(equal(65))
                expect(run.errors).to(contain("standard input, line 1: there is no filter \"Nobody\"", "A. Kim"))
                expect(run.output).to(equal("77\n"))
            }

            it("is 66 for a file or script that cannot be read") {
                expect(try Run("/nowhere/sheet.xfdf").exitCode).to(equal(66))
                expect(try Run("--script", "/nowhere/script").exitCode).to(equal(66))
                expect(try Run(folder.path).exitCode).to(equal(66))
                expect(try Run("--replay", "/nowhere/session").exitCode).to(equal(66))
            }

            it("is 65 for what is no recording, and 73 where none can be written") {
                let run = try Run("--replay", try file("no.jsonl", "count\n"))
                expect(run.exitCode).to(equal(65))
                expect(run.errors).to(contain("no.jsonl: ActionRecording: the file does not begin as a recording does"))
                expect(try Run("--record", "/nowhere/session").exitCode).to(equal(73))
            }
        }
    }
}

/// One run of the program, to its end.
private struct Run {
    var output = ""
    var errors = ""
    var exitCode: Int32 = 0

    init(_ arguments: String..., input: String = "") throws {
        let process = Process()
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        process.executableURL = Self.program
        process.arguments = arguments
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = stderr
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        output = String(decoding: stdout.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        errors = String(decoding: stderr.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        exitCode = process.terminationStatus
    }

    /// The program stands beside the tests: on Linux in the folder of their executable, on macOS beside their bundle.
    private static var program: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let folder = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        return folder.appendingPathComponent("annotation-filter")
    }
}
