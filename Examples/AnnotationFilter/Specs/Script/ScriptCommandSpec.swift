@testable import AnnotationFilter
import MillraceSpecs

final class ScriptCommandSpec: Spec {
    func testSpec() {
        func parse(_ line: String) throws -> ScriptCommand? { try ScriptCommand.parse(line) }

        describe("a line of a script") {
            it("selects a group") {
                for group in FilterGroup.allCases {
                    expect(try parse("group \(group.rawValue)")).to(equal(.group(group)))
                }
            }

            it("toggles a filter of the selected group") {
                expect(try parse("toggle \"A. Kim\"")).to(equal(.toggle(value: "A. Kim", in: nil)))
                expect(try parse("toggle #FF0000")).to(equal(.toggle(value: "#FF0000", in: nil)))
                expect(try parse("toggle author")).to(equal(.toggle(value: "author", in: nil)))
            }

            it("toggles a filter of a named group") {
                expect(try parse("toggle author \"A. Kim\"")).to(equal(.toggle(value: "A. Kim", in: .author)))
                expect(try parse("toggle page 3")).to(equal(.toggle(value: "3", in: .page)))
            }

            it("searches for the rest of the line, or for what stands in quotes") {
                expect(try parse("search fire  door ")).to(equal(.refine(.search("fire  door"))))
                expect(try parse("search 3\" pipe #2")).to(equal(.refine(.search("3\" pipe #2"))))
                expect(try parse("search \" a \"")).to(equal(.refine(.search(" a "))))
                expect(try parse("search")).to(equal(.refine(.search(""))))
            }

            it("opens several files in quotes, and adds one") {
                expect(try parse("open \"a b.xfdf\" \"c.xfdf\"")).to(equal(.open(["a b.xfdf", "c.xfdf"])))
                expect(try parse("add a b.xfdf")).to(equal(.add("a b.xfdf")))
                for line in ["open", "open \"\"", "add", "compare", "open \"a\" \"\""] {
                    expect(try parse(line)).to(throwError(ScriptError.self), description: line)
                }
            }

            it("opens a file, whose name may hold blanks") {
                expect(try parse("open my plan.xfdf")).to(equal(.open(["my plan.xfdf"])))
                expect(try parse("open \"my plan.xfdf\"")).to(equal(.open(["my plan.xfdf"])))
            }

            it("clears, undoes, shows, counts and lists") {
                let commands = try ["clear", "undo", "redo", "show", "count", "filters"].map(parse)
                expect(commands).to(equal([.refine(.clear), .undo, .redo, .show, .count, .filters]))
            }

            it("may be blank or a comment, and end like a line of Windows") {
                for line in ["", "  \t", "# toggle", "  # x", "\r"] { expect(try parse(line)).to(beNil()) }
                expect(try parse("\u{FEFF} count \r")).to(equal(.count))
            }
        }

        describe("quotes") {
            it("keep blanks, and may hold quotes and backslashes behind a backslash") {
                expect(try parse(#"toggle "a \"b\" \\ c""#)).to(equal(.toggle(value: "a \"b\" \\ c", in: nil)))
                expect(try parse("toggle \"\"")).to(equal(.toggle(value: "", in: nil)))
            }

            it("are reported where they are not right") {
                for line in [#"toggle "a"#, #"toggle "a\"#, #"toggle "a"b"#, #"toggle "\x""#, #"search "a"#] {
                    expect(try parse(line)).to(
                        throwError(ScriptError.self) { error in expect(error.description).to(contain("To fix")) }
                    )
                }
            }
        }

        describe("a line that makes no sense") {
            it("is reported with the commands that there are") {
                expect(try parse("frobnicate 3")).to(throwError(ScriptError.unknownCommand("frobnicate")))
                expect(ScriptError.unknownCommand("x").description).to(
                    equal(
                        "there is no command \"x\". "
                            + "To fix: use one of \(ScriptCommand.names.joined(separator: ", "))."
                    )
                )
            }

            it("is reported with the groups that there are") {
                expect(try parse("group colour")).to(throwError(ScriptError.unknownGroup("colour")))
                expect(try parse("toggle A. Kim")).to(throwError(ScriptError.unknownGroup("A.")))
                expect(ScriptError.unknownGroup("x").description).to(
                    contain("kind, author, color, page, status", "a name with blanks stands in quotes")
                )
            }

            it("is reported with what the command needs") {
                let lines = [
                    "toggle \"kind\"ink", "toggle \"a", "toggle \"a\\", "toggle \"\\x\"", "open \"\"", "search \"a\"b",
                    "group", "group a b", "toggle", "toggle a b c", "open", "count 3", "undo 2", "search \"a\" b",
                ]
                for line in lines {
                    expect(try parse(line)).to(throwError(ScriptError.self), description: line)
                }
            }
        }

        describe("an unknown filter") {
            it("is reported with the known ones") {
                let error = ScriptError.unknownFilter("A. Kin", in: .author, known: ["A. Kim", "Zoë"])
                expect(error.description).to(
                    equal(
                        "there is no filter \"A. Kin\" in the group author. To fix: use one of A. Kim, Zoë."
                    )
                )
            }

            it("is reported with the first of the known ones where they are many") {
                let error = ScriptError.unknownFilter("0", in: .page, known: (1...5_000).map(String.init))
                expect(error.description).to(contain("19, 20, … (5000 in all)"))
                func list(_ count: Int) -> String {
                    ScriptError.unknownFilter("0", in: .page, known: (1...count).map(String.init)).description
                }
                expect(list(20)).to(contain("18, 19, 20."))
                expect(list(21)).to(contain("19, 20, … (21 in all)"))
            }
        }
    }
}
