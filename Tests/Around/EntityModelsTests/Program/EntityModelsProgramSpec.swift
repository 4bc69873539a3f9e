import MillraceSpecs
import MillraceTerminal

@testable import EntityModels

/// What the command reads, writes and answers.
final class EntityModelsProgramSpec: Spec {
    /// What the program leaves behind.
    private struct Result: Equatable {
        var output: String?
        var report: String?
        var exitCode: Int32 = 0
    }

    /// Files in memory.
    private final class Disk {
        var files: [String: String] = [:]

        func run(_ arguments: String...) -> Result { run(arguments) }

        func run(_ arguments: [String]) -> Result {
            do throws(ProgramExit) {
                let program = EntityModelsProgram { self.files[$0].map { Array($0.utf8) } }
                return Result(output: try program.run(arguments))
            } catch {
                if error.exitCode == 0 { return Result(output: error.description) }
                return Result(report: error.description, exitCode: error.exitCode)
            }
        }
    }

    func testSpec() {
        describe("entity-models") {
            let disk = Disk()

            beforeEach {
                disk.files = [
                    "pin.json": #"{"id": 1, "author": {"id": 3, "name": "Ada"}}"#,
                    "feed.json": #"{"items": [{"id": 1, "author": {"id": 4}}]}"#,
                    "-": #"{"id": 2}"#,
                    "bad.json": "{\"a\":\n  tru}",
                    "empty.json": "[]",
                    "schema.json": #"{"properties": {"id": {"type": "integer"}, "title": {"type": "string"}}}"#,
                ]
            }

            it("writes models to standard output, without the last line break") {
                let result = disk.run("Pin=-")
                expect(result.exitCode).to(equal(0))
                expect(result.report).to(beNil())
                expect(result.output).to(
                    beginWith("// Models of Pin, written by entity-models.\n\nimport MillraceEntities\n")
                )
                expect(result.output).to(endWith("static let pin: EntityField = .one(\"pin\")\n}"))
            }

            it("shares entities between answers with several names") {
                let text =
                    disk.run("Pin=pin.json", "Feed=feed.json", "--kind", "items=pin").output
                    ?? ""
                expect(text.from("struct Feed")).to(contain("let items: [Pin]"))
                expect(text.from("struct Author")).to(contain("let name: String?"))
                expect(text.from("extension EntityField")).to(
                    contain("static let feed: EntityField = .object([\"items\": .many(\"pin\")])")
                )
            }

            it("takes the types from a schema") {
                let text = disk.run("--schema", "Pin=schema.json").output ?? ""
                expect(text.property("title")).to(equal("title: String?"))
            }

            it("writes var where it is asked to, but for the identity") {
                let text = disk.run("Pin=pin.json", "--var").output ?? ""
                expect(text.from("struct Pin")).to(contain("    let id: Int\n    var author: Author\n"))
            }

            it("writes a schema that keeps what no sample has, where it is asked to") {
                let text = disk.run("Pin=pin.json", "--keep-undeclared").output ?? ""
                expect(text.from("extension EntitySchema")).to(
                    contain("        EntityType(\"author\"),\n        keepsUndeclared: true\n    )")
                )
            }

            it("prints help and its version") {
                expect(disk.run("--help").output).to(beginWith("Usage: entity-models NAME=SAMPLE.json…"))
                expect(disk.run("-h").exitCode).to(equal(0))
                expect(disk.run("--version").output).to(equal("entity-models 0.1.0"))
            }

            let failures: [(arguments: [String], code: Int32, report: String)] = [
                (["Pin=bad.json"], 65, "bad.json:2:3: a value is expected"),
                (["--schema", "Pin=bad.json"], 65, "bad.json:2:3: a value is expected"),
                (["Pin=empty.json"], 65, "there is no object in what is read, so there is nothing to write"),
                (["--schema", "Pin=empty.json"], 65, "empty.json: #: a schema is expected, and an array found"),
                (["Pin=none.json"], 66, "none.json cannot be read"),
                (["pin.json"], 64, "pin.json is not NAME=FILE. To fix: see --help."),
                (["Pin="], 64, "Pin is not NAME=FILE. To fix: see --help."),
                ([], 64, "there is no NAME=FILE. To fix: see --help."),
                (["Pin=pin.json", "--nam", "x"], 64, "there is no option --nam. To fix: see --help."),
                (["Pin=pin.json", "--var=1"], 64, "--var takes no value. To fix: see --help."),
                (["Pin=pin.json", "--kind", "x"], 64, "--kind needs FIELD=KIND. To fix: see --help."),
                (["Pin=-", "Pin=-"], 64, "standard input is read twice. To fix: see --help."),
                (
                    ["--schema", "Pin=schema.json", "Feed=feed.json"], 64,
                    "--schema is for one NAME=FILE. To fix: see --help."
                ),
            ]
            for (arguments, code, report) in failures {
                it("ends with \(code) for \(arguments.joined(separator: " "))") {
                    let result = disk.run(arguments)
                    expect(result).to(
                        equal(Result(report: report, exitCode: code))
                    )
                }
            }
        }
    }
}
