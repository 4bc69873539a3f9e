import Foundation
import MillraceSpecs

/// Values beside what was recorded of them, in runs of their own.
final class SnapshotSpec: Spec {
    private func run(_ fixture: Fixture, in folder: URL, _ environment: [String: String] = [:]) throws -> ChildRun {
        let folder = ["MILLRACE_SNAPSHOTS": folder.path]
        return try ChildRun(fixture, environment: folder.merging(environment) { $1 })
    }

    /// The files in the spec's folder and what they hold.
    private func files(in folder: URL) throws -> [String: String] {
        let folder = folder.appendingPathComponent("SpecRunSpec")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return try names.reduce(into: [:]) {
            $0[$1] = try String(contentsOf: folder.appendingPathComponent($1), encoding: .utf8)
        }
    }

    private let recorded = [
        "a-picture-is-taken.txt": "one\ntwo\n", "a-picture-has-a-name.first.txt": "one\ntwo\n",
        "a-picture-has-a-name.second.txt": "7 characters\n",
    ]

    func testSpec() {
        describe("a snapshot") {
            it("is recorded where there is none, as a file for each, and matches") {
                try withTemporaryFolder { folder in
                    let run = try self.run(.picturing, in: folder)
                    expect(run.status) == 0
                    expect(try self.files(in: folder)) == self.recorded
                    expect(run.output).to(match("Recorded .*/SpecRunSpec/a-picture-is-taken.txt[.]"))
                }
            }

            it("matches the same, without a word") {
                try withTemporaryFolder { folder in
                    _ = try self.run(.picturing, in: folder)
                    let run = try self.run(.picturing, in: folder, ["CI": "true"])
                    expect(run.totals) == "2 tests, with 0 failures (0 unexpected)"
                    expect(run.output).toNot(contain("Recorded"))
                }
            }

            it("matches whatever its line ends") {
                try withTemporaryFolder { folder in
                    _ = try self.run(.picturing, in: folder)
                    let file = folder.appendingPathComponent("SpecRunSpec/a-picture-is-taken.txt")
                    try Data("one\r\ntwo\r\n".utf8).write(to: file)
                    expect(try self.run(.picturing, in: folder).status) == 0
                }
            }

            it("shows the lines that differ, at the expectation's line, and stays as it is") {
                try withTemporaryFolder { folder in
                    _ = try self.run(.picturing, in: folder)
                    let run = try self.run(.picturing, in: folder, ["MILLRACE_PICTURE": "one\nfour"])
                    expect(run.failures.map(\.name)) == Array(repeating: "a picture, is taken", count: 1)
                        + Array(repeating: "a picture, has a name", count: 2)
                    expect(run.failures.first?.line) == line("picture", in: "SnapshotFixtures")
                    expect(run.output).to(
                        contain(
                            "expected to match the snapshot, got what differs (- recorded, + got):\n"
                                + "  one\n- two\n+ four\n("
                        )
                    )
                    expect(run.output).to(contain("expected to match the snapshot \"second\", got"))
                    expect(run.output).to(
                        contain("SpecRunSpec/a-picture-is-taken.txt; where the new one is right: MILLRACE_RECORD=1)")
                    )
                    expect(try self.files(in: folder)) == self.recorded
                }
            }

            it("is recorded anew on request") {
                try withTemporaryFolder { folder in
                    _ = try self.run(.picturing, in: folder)
                    let new = ["MILLRACE_PICTURE": "three", "MILLRACE_RECORD": "1"]
                    expect(try self.run(.picturing, in: folder, new).status) == 0
                    expect(try self.files(in: folder)["a-picture-is-taken.txt"]) == "three\n"
                }
            }
        }

        describe("where recording is forbidden") {
            for variable in ["CI", "MILLRACE_FORBID_RECORDING"] {
                it("by \(variable), what has no snapshot fails, also on request") {
                    try withTemporaryFolder { folder in
                        let run = try self.run(.picturing, in: folder, [variable: "1", "MILLRACE_RECORD": "1"])
                        expect(run.failures).to(haveCount(3))
                        expect(run.failures.first?.message).to(
                            beginWith("expected to match the snapshot, which is not there, and recording is forbidden")
                        )
                        expect(try self.files(in: folder)).to(beEmpty())
                    }
                }
            }

            it("what differs fails, also on request") {
                try withTemporaryFolder { folder in
                    _ = try self.run(.picturing, in: folder)
                    let new = ["CI": "true", "MILLRACE_PICTURE": "three", "MILLRACE_RECORD": "1"]
                    expect(try self.run(.picturing, in: folder, new).failures).to(haveCount(3))
                    expect(try self.files(in: folder)) == self.recorded
                }
            }

            it("it can be allowed after all") {
                try withTemporaryFolder { folder in
                    let allowed = ["CI": "true", "MILLRACE_FORBID_RECORDING": "0"]
                    expect(try self.run(.picturing, in: folder, allowed).status) == 0
                    expect(try self.files(in: folder)) == self.recorded
                }
            }
        }

        describe("a file for which no example asks") {
            /// Of an example that is gone, a name that is gone, and examples that did not run to their end.
            func prepare(_ folder: URL) throws {
                _ = try self.run(.picturing, in: folder)
                for name in ["a-picture-is-gone.txt", "a-picture-has-another-name.txt", "notes.md"] {
                    try Data("old\n".utf8).write(to: folder.appendingPathComponent("SpecRunSpec/\(name)"))
                }
            }
            let left = [
                "a-picture-has-a-name.first.txt", "a-picture-has-another-name.txt", "a-picture-is-taken.txt",
                "notes.md",
            ]

            it("is named in the log") {
                try withTemporaryFolder { folder in
                    try prepare(folder)
                    let run = try self.run(.picturingLess, in: folder)
                    let named = run.output.matches(of: /No example asks for .*\/SpecRunSpec\/(.*)\. To remove it/)
                    expect(named.map { String($0.1) }) == ["a-picture-has-a-name.second.txt", "a-picture-is-gone.txt"]
                    expect(try self.files(in: folder)).to(haveCount(6))
                }
            }

            it("is removed where snapshots are recorded") {
                try withTemporaryFolder { folder in
                    try prepare(folder)
                    _ = try self.run(.picturingLess, in: folder, ["MILLRACE_RECORD": "1"])
                    expect(try self.files(in: folder).keys.sorted()) == left
                }
            }

            it("is spared where its example is left out") {
                try withTemporaryFolder { folder in
                    try prepare(folder)
                    let some = ["MILLRACE_RECORD": "1", "MILLRACE_ONLY": "has a name"]
                    _ = try self.run(.picturingLess, in: folder, some)
                    expect(try self.files(in: folder).keys.sorted()) == left
                }
            }

            it("fails the spec where recording is forbidden") {
                try withTemporaryFolder { folder in
                    try prepare(folder)
                    let run = try self.run(.picturingLess, in: folder, ["CI": "true"])
                    expect(run.failures.map(\.name)) == ["a picture, has another name", "testSpec", "testSpec"]
                    expect(run.output).to(contain("a-picture-is-gone.txt:1: error: "))
                    expect(run.failures.last?.message).to(beginWith("no example asks for this snapshot. To fix: "))
                }
            }
        }

        describe("misuse") {
            it("is a failure that says what to do") {
                try withTemporaryFolder { folder in
                    let run = try self.run(.wrongPicture, in: folder)
                    expect(run.failures.map(\.message)) == [
                        "expected to match the snapshot, which another has already. "
                            + "To fix: give it a name of its own",
                        "expected to match the snapshot \"nil\", got nil",
                        "expected not to match the snapshot \"not nil\", got nil",
                        "expected to match the snapshot \"error\", it threw <FixtureError()>",
                        "expected to match the snapshot, which only an example has. To fix: use it in a Spec's `it`, "
                            + "or expectSnapshot elsewhere",
                    ]
                    expect(run.failures.first?.line) == line("second picture", in: "SnapshotFixtures")
                }
            }
        }
    }
}
