import Foundation
import MillraceSpecs

/// Runs the program itself, as a user does.
final class ProgramSpec: Spec {
    private static let overview =
        "annotation-filter: there is neither a screen nor a command, so this is an overview; see --help\n"

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
                expect(run.output).to(equal("76\n16\n"))
                expect(run.errors).to(equal(""))
                expect(run.exitCode).to(equal(0))
            }

            it("shows the panel, the list and what a filter leaves where there is neither a terminal nor a command") {
                let run = try Run()
                let parts = run.output.components(separatedBy: "\ntoggle author \"A. Kim\"\n")
                expect(parts).to(haveCount(2))
                expect(parts[0]).to(contain("▾ author", "  Zoë Lindqvist        19│", "\n76 of 76 annotations"))
                expect(parts[1]).to(contain("✓ A. Kim               16│", "\n16 of 76 annotations, 1 filter on"))
                expect(run.output.split(separator: "\n").count).to(beLessThan(32))
                expect(run.errors).to(equal(Self.overview))
                expect(run.exitCode).to(equal(0))
            }

            it("shows as much of a file in which nothing can be left out, and of one from standard input") {
                let sheet = try file("one.xfdf", xfdf("<text page='0' name='n' title='Zoë'/>"))
                let one = try Run(sheet)
                expect(one.output).to(contain("1 of 1 annotation"))
                expect(one.output).notTo(contain("toggle"))
                let input = try Run("-", input: xfdf("<text page='0' title='Zoë'/><ink page='0' title='Bo'/>"))
                expect(input.output).to(contain("toggle author \"Bo\"", "1 of 2 annotations, 1 filter on"))
                let json = try Run(sheet, "--json")
                expect(json.output.split(separator: "\n").map { $0.prefix(9) }) == [#"{"active""#, #"{"author""#]
            }

            it("shows it to nobody where standard input and output are closed") {
                for streams in ["<&-", "<&- >&-", "<&- >&- 2>&-", "</dev/null 2>&-"] {
                    let run = try Run(shell: "\"$0\" \(streams)")
                    expect(run.exitCode).to(equal(0), description: streams)
                }
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
                expect(run.errors).to(contain("a b.xfdf: annotations without a usable page"))
                expect(run.exitCode).to(equal(0))
            }

            it("opens several files as one list, and filters it by sheet") {
                let first = try file("a.xfdf", xfdf("<text page='0' name='n'><contents>old</contents></text>"))
                let second = try file("b.xfdf", xfdf("<text page='0' name='n'><contents>new</contents></text>"))
                let script = "count\ntoggle sheet b.xfdf\nshow\nadd \(first)\nfilters\ngroup sheet\nfilters"
                let run = try Run(first, second, input: script)
                expect(run.output).to(
                    equal(
                        """
                        2
                        p. 1, b.xfdf | text | (no author) | (no color) | None | new
                        [ ] text  3
                        [ ] \(first)  1
                        [ ] a.xfdf  1
                        [ ] b.xfdf  1

                        """
                    )
                )
                expect(run.errors).to(equal(""))
                let export = try Run(first, second, input: "export xfdf \(folder.path)/out.xfdf")
                expect(export.errors).to(contain("several sheets are open, and XFDF is one"))
                expect(export.exitCode).to(equal(65))
                let totals = try Run("--json", input: "totals")
                expect(totals.output).to(contain(#""group":"Page 2","kind":"length","total":10.2"#))
            }

            it("ends a script at the first line that cannot be carried out, with the file untouched") {
                let text = xfdf("<ink page='0' name='a'/><ink page='0' name='b'/>")
                let sheet = try file("plan.xfdf", text)
                let script = "mark a\nmark nobody\nmark b\nsave\n"
                let run = try Run(sheet, input: script)
                expect(run.errors).to(contain("standard input, line 2: ", "1 edit is not saved"))
                expect(run.exitCode).to(equal(65))
                expect(try String(contentsOfFile: sheet, encoding: .utf8)).to(equal(text))
                let going = try Run(sheet, "--keep-going", input: script)
                expect(going.exitCode).to(equal(65))
                expect(try Run(sheet, input: "edits").output).to(equal(""))
                expect(try String(contentsOfFile: sheet, encoding: .utf8)).notTo(equal(text))
            }

            it("sends nothing to a terminal that is dumb, and no colours where none are wanted") {
                let script = "script -qec \"$0\" /dev/null"
                guard FileManager.default.fileExists(atPath: "/usr/bin/script") else { return }
                let dumb = try Run(shell: "echo q | TERM=dumb \(script)")
                expect(dumb.output).to(contain("so this is an overview; see --help", "16 of 76 annotations"))
                expect(dumb.output).notTo(contain("\u{1B}"))
                let plain = try Run(
                    shell: "while printf q; do sleep 0.3; done 2>&- | CI= NO_COLOR=1 TERM=xterm-256color \(script)"
                )
                expect(plain.output).to(contain("76 of 76 annotations"))
                expect(plain.output.contains(/\u{1B}\[[0-9;]*(3[0-7]|38;[25];[0-9;]+|4[0-7])m/)).to(beFalse())
            }

            it("prints its help and its version") {
                expect(try Run("--help").output).to(contain("Usage: annotation-filter [FILE …]"))
                expect(try Run("--version").output).to(contain("annotation-filter 0."))
            }
        }

        describe("a recording") {
            it("is never written over what is there, least of all the sheet, by whatever name") {
                let text = xfdf("<ink page='0'/>")
                let sheet = try file("sheet.xfdf", text)
                let (link, twin) = (
                    folder.appendingPathComponent("link").path, folder.appendingPathComponent("twin").path
                )
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: sheet)
                try FileManager.default.linkItem(atPath: sheet, toPath: twin)
                for name in [sheet, link, twin, folder.path + "/../" + folder.lastPathComponent + "/sheet.xfdf"] {
                    let run = try Run(sheet, "--record", name)
                    expect(run.exitCode).to(equal(73))
                    expect(run.errors).to(
                        contain("\(name) is there already", "To fix: name a file that does not exist")
                    )
                }
                let other = try Run("--record", sheet)
                expect(other.exitCode).to(equal(73))
                expect(other.errors).to(contain("is there already, and a recording would destroy it"))
                expect(try Run("--record", folder.path).exitCode).to(equal(73))
                expect(try String(contentsOfFile: sheet, encoding: .utf8)).to(equal(text))
            }

            it("is never written over an older one") {
                let recording = folder.appendingPathComponent("session.jsonl").path
                expect(try Run("--record", recording, input: "toggle ink\n").exitCode).to(equal(0))
                let first = FileManager.default.contents(atPath: recording)
                expect(try Run("--record", recording, input: "toggle ink\n").exitCode).to(equal(73))
                expect(FileManager.default.contents(atPath: recording)).to(equal(first))
            }

            it("may go to a device or a pipe, and a full one is told") {
                expect(try Run("--record", "/dev/null", input: "toggle ink\n").exitCode).to(equal(0))
                guard let full = FullDevice.path else { return }
                let run = try Run("--record", full, input: "toggle ink\ncount\n")
                expect(run.output).to(equal("3\n"))
                expect(run.errors.split(separator: "\n")).to(haveCount(1))
                expect(run.errors).to(contain("the output failed, and the recording ends there: ", "To fix: "))
                expect(run.exitCode).to(equal(74))
            }

            it("has its end also where nobody reads the answers any more, or the script is empty") {
                let scripts = ["toggle ink\nshow\nshow\n", "\n"]
                for (number, script) in scripts.enumerated() {
                    let recording = folder.appendingPathComponent("\(number).jsonl").path
                    let path = try file("script", script)
                    let run = try Run(["--record", recording, "--script", path], output: .closedPipe)
                    expect(run.exitCode).to(equal(number == 0 ? 141 : 64))
                    let replay = try Run("--replay", recording)
                    expect(replay.errors).to(equal(""))
                    expect(replay.exitCode).to(equal(0))
                }
            }

            it("is not begun where the script is not there") {
                let recording = folder.appendingPathComponent("session.jsonl").path
                expect(try Run(["--record", recording, "--script", "/nowhere/s"]).exitCode).to(equal(66))
                expect(FileManager.default.fileExists(atPath: recording)).to(beFalse())
            }

            it("gets nothing of what belongs on a standard output that is closed") {
                let recording = folder.appendingPathComponent("session.jsonl").path
                let run = try Run(shell: "echo count | \"$0\" --record \"$1\" >&-", recording)
                expect(run.exitCode).to(equal(74))
                expect(try Run("--replay", recording).output).to(equal("0 turns made the same states\n"))
            }
        }

        describe("output that does not arrive") {
            it("leaves no part of an export behind, which would be in the way of the next one") {
                let sheet = folder.appendingPathComponent("sheet.csv").path
                let limited = "trap '' XFSZ; ulimit -f 1; echo \"export csv $1\" | \"$0\""
                let run = try Run(shell: limited, sheet)
                expect(run.errors).to(contain("sheet.csv cannot be written: ", "To fix: give it room"))
                expect(FileManager.default.fileExists(atPath: sheet)).to(beFalse())
                expect(try Run(input: "export csv \(sheet)\n").exitCode).to(equal(0))
            }

            it("is told, and counts, whatever it was") {
                guard let full = FullDevice.path else { return }
                let script = try file("script", "count\ncount\n")
                let recording = folder.appendingPathComponent("session.jsonl").path
                _ = try Run("--record", recording)
                for arguments in [["--script", script], ["--help"], ["--version"], ["--replay", recording]] {
                    let run = try Run(arguments, output: .file(full))
                    expect(run.exitCode).to(equal(74), description: "\(arguments)")
                    expect(run.errors.split(separator: "\n")).to(haveCount(1))
                    expect(run.errors).to(contain("standard output cannot be written: ", "To fix: "))
                }
            }

            it("is no error where nobody reads any more, but ends the program") {
                let run = try Run(["--script", try file("script", "count\nno command\n")], output: .closedPipe)
                expect(run.errors).to(equal(""))
                expect(run.exitCode).to(equal(141))
            }

            it("counts also where it is the log") {
                guard let full = FullDevice.path else { return }
                let script = try file("script", "toggle ink\ncount\n")
                let run = try Run(["--log", "--script", script], errors: .file(full))
                expect(run.output).to(equal("3\n"))
                expect(run.exitCode).to(equal(74))
                expect(try Run(["--log", "--script", script], errors: .closedPipe).exitCode).to(equal(141))
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
                expect(replay.output).to(equal("4 turns made the same states\n"))
                expect(replay.errors).to(contain("part.jsonl: is cut off"))
                expect(replay.exitCode).to(equal(0))
            }

            it("that was damaged otherwise is refused, by the line") {
                let recording = folder.appendingPathComponent("session.jsonl")
                _ = try Run("--record", recording.path, input: script)
                var lines = try String(contentsOf: recording, encoding: .utf8).split(separator: "\n")
                lines.remove(at: 2)
                let replay = try Run("--replay", try file("part.jsonl", lines.joined(separator: "\n") + "\n"))
                expect(replay.output).to(equal(""))
                expect(replay.errors).to(
                    contain("part.jsonl: is damaged: line 3 is not as it was written", "To fix: ")
                )
                expect(replay.exitCode).to(equal(65))
            }

            it("comes out otherwise on another sheet") {
                let recording = folder.appendingPathComponent("session.jsonl").path
                _ = try Run("--record", recording, input: script)
                let replay = try Run(try file("other.xfdf", xfdf("<ink page='0'/>")), "--replay", recording)
                expect(replay.output).to(contain("is not as it was when the session was recorded. To fix: "))
                expect(replay.exitCode).to(equal(65))
            }

            it("is logged to standard error") {
                let run = try Run("--log", input: "toggle ink\nundo")
                expect(run.errors).to(contain("toggle(", "Undo(name: \"\") → AnnotationFilterStore, "))
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

            it("is 65 for an unknown filter, which ends the script") {
                let run = try Run(input: "toggle author Nobody\ncount")
                expect(run.exitCode).to(equal(65))
                expect(run.errors).to(contain("standard input, line 1: there is no filter \"Nobody\"", "A. Kim"))
                expect(run.output).to(equal(""))
            }

            it("is 66 for a file or script that cannot be read") {
                expect(try Run("/nowhere/sheet.xfdf").exitCode).to(equal(66))
                expect(try Run("--script", "/nowhere/script").exitCode).to(equal(66))
                expect(try Run(folder.path).exitCode).to(equal(66))
                expect(try Run("--replay", "/nowhere/session").exitCode).to(equal(66))
                expect(try Run(shell: "\"$0\" < /").exitCode).to(equal(66))
            }

            it("is 65 for what is no recording, and 73 where none can be written") {
                let run = try Run("--replay", try file("no.jsonl", "count\n"))
                expect(run.exitCode).to(equal(65))
                expect(run.errors).to(contain("no.jsonl: is no recording. To fix: "))
                expect(try Run("--record", "/nowhere/session").exitCode).to(equal(73))
            }
        }
    }
}
