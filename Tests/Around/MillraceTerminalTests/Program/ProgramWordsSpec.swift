import MillraceSpecs
import MillraceTerminal

final class ProgramWordsSpec: Spec {
    func testSpec() {
        describe("the words of a line") {
            it("are divided by blanks, but not within quotes") {
                let words = [
                    "": [], "  ": [], "list": ["list"], " a\tb  c ": ["a", "b", "c"],
                    #"add "Call  the surveyor" x"#: ["add", "Call  the surveyor", "x"],
                    #"--title="a b"c'd e'"#: ["--title=a bcd e"], #""" '' x"#: ["", "", "x"],
                    #""it's" '"no"'"#: ["it's", #""no""#], #""a\"b\\c\d" '\"'"#: [#"a"b\c\d"#, #"\""#],
                    #"a\ b"#: [#"a\"#, "b"],
                ]
                for (line, expected) in words { expect(try line.programWords()).to(equal(expected), description: line) }
            }

            it("are none where a quote is not closed") {
                for line in [#"""#, "'", #"a "b"#, #"a "b\""#, "x 'y\""] {
                    let problem = "64 a quote is not closed. To fix: close it with \(line.contains("'") ? "'" : "\"")."
                    do throws(ProgramExit) {
                        _ = try line.programWords()
                        expect(line).to(equal("refused"))
                    } catch {
                        expect("\(error.exitCode) \(error)").to(equal(problem), description: line)
                    }
                }
            }

            it("are those that were quoted") {
                var random = SeededGenerator(Seed.current)
                for _ in 0..<200 {
                    let words = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                        String(
                            (0..<Int.random(in: 0...5, using: &random)).map { _ in
                                #"ab "'\"#.randomElement(using: &random)!
                            }
                        )
                    }
                    let quoted = words.map { "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }
                    let line = quoted.joined(separator: " ")
                    expect(try line.programWords()).to(equal(words), description: "seed \(Seed.current): \(line)")
                }
            }
        }
    }
}
