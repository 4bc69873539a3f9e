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
            let files = EntityModelsProgram.Files(
                read: { self.files[$0].map { Array($0.utf8) } },
                write: { name, text in
                    guard !name.hasPrefix("/full") else { return false }
                    self.files[name] = text
                    return true
                }
            )
            do throws(ProgramExit) {
                return Result(output: try EntityModelsProgram(files: files).run(arguments))
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
                let result = disk.run("-", "--name", "Pin")
                expect(result.exitCode).to(equal(0))
                expect(result.report).to(beNil())
                expect(result.output).to(
                    beginWith("// Models of Pin, written by entity-models.\n\nimport MillraceEntities\n")
                )
                expect(result.output).to(endWith("static let pin: EntityField = .one(\"pin\")\n}"))
            }

            it("writes a file, and replaces it by the same") {
                expect(disk.run("pin.json", "--name=Pin", "--output", "Pin.swift")).to(
                    equal(Result())
                )
                let first = disk.files["Pin.swift"]
                expect(first).to(endWith("}\n"))
                _ = disk.run("pin.json", "pin.json", "--name", "Pin", "--output=Pin.swift")
                expect(disk.files["Pin.swift"]).to(equal(first))
            }

            it("shares entities between answers with several names") {
                let text =
                    disk.run("pin.json", "--name", "Pin", "--name", "Feed", "feed.json", "--kind", "items=pin").output
                    ?? ""
                expect(text.from("struct Feed")).to(contain("let items: [Pin]"))
                expect(text.from("struct Author")).to(contain("let name: String?"))
                expect(text.from("extension EntityField")).to(
                    contain("static let feed: EntityField = .object([\"items\": .many(\"pin\")])")
                )
            }

            it("takes the types from a schema") {
                let text = disk.run("--schema", "schema.json", "--name", "Pin").output ?? ""
                expect(text.property("title")).to(equal("title: String?"))
            }

            it("writes var where it is asked to, but for the identity") {
                let text = disk.run("pin.json", "--name", "Pin", "--var").output ?? ""
                expect(text.from("struct Pin")).to(contain("    let id: Int\n    var author: Author\n"))
            }

            it("prints help and its version") {
                expect(disk.run("--help").output).to(beginWith("Usage: entity-models SAMPLE.json… --name NAME"))
                expect(disk.run("-h").exitCode).to(equal(0))
                expect(disk.run("--version").output).to(equal("entity-models 0.1.0"))
            }

            let failures: [(arguments: [String], code: Int32, report: String)] = [
                (["bad.json", "--name", "Pin"], 65, "bad.json:2:3: a value is expected"),
                (["--schema", "bad.json", "--name", "Pin"], 65, "bad.json:2:3: a value is expected"),
                (
                    ["empty.json", "--name", "Pin"], 65,
                    "there is no object in what is read, so there is nothing to write"
                ),
                (["none.json", "--name", "Pin"], 66, "none.json cannot be read"),
                (["pin.json", "--name", "Pin", "--output", "/full/a"], 73, "/full/a cannot be written"),
                (["pin.json"], 64, "there is no --name. To fix: see --help."),
                (["--name", "Pin"], 64, "there is no sample and no --schema. To fix: see --help."),
                (["pin.json", "--name"], 64, "--name needs a value. To fix: see --help."),
                (["pin.json", "--nam", "x"], 64, "there is no option --nam. To fix: see --help."),
                (
                    ["pin.json", "--name", "Pin", "--var=1"], 64,
                    "--var takes no value. To fix: see --help."
                ),
                (
                    ["pin.json", "--name", "Pin", "--kind", "x"], 64,
                    "--kind needs FIELD=KIND. To fix: see --help."
                ),
                (["-", "-", "--name", "Pin"], 64, "standard input is read twice. To fix: see --help."),
                (
                    ["pin.json", "--name", "Pin", "--output", "pin.json"], 64,
                    "--output would replace what is read. To fix: see --help."
                ),
                (
                    ["pin.json", "--name", "Pin", "--name", "Feed"], 64,
                    "there is no sample behind --name Feed. To fix: see --help."
                ),
                (
                    ["--schema", "schema.json", "--name", "Pin", "--name", "Feed", "feed.json"], 64,
                    "--schema is for one --name. To fix: see --help."
                ),
                (
                    ["--schema", "schema.json", "pin.json", "--name", "Pin"], 64,
                    "--schema is read without samples. To fix: see --help."
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
