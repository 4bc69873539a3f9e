import Foundation
import MillraceSpecs
import TestSupport

@testable import AnnotationFilter

/// Whenever the program is killed, what it has told as done is there, once, and the file is as it was or has the edits.
///
/// `MILLRACE_KILLS=500` kills it more often.
final class EditKillsSpec: Spec {
    func testSpec() {
        let kills = Programs.kills(20)
        @TestState var folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

        beforeEach { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        afterEach { try FileManager.default.removeItem(at: folder) }

        /// Runs commands, each followed by `count`, and kills the program a moment after so many were told. Returns how
        /// many were told by then.
        func run(_ commands: [String], on path: String, telling wanted: Int, and moment: UInt32) throws -> Int {
            let process = Process()
            let (input, output) = (Pipe(), Pipe())
            process.executableURL = Run.program
            process.arguments = [path, "--author", "Ada"]
            process.standardInput = input
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            // The pipe stays open, so that the program waits for more.
            let script = commands.map { "\($0)\ncount\n" }.joined()
            try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
            var told = 0
            while told < wanted {
                let data = output.fileHandleForReading.availableData
                if data.isEmpty { break }
                told += data.count { $0 == UInt8(ascii: "\n") }
            }
            usleep(moment)
            if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
            process.waitUntilExit()
            return told + output.fileHandleForReading.readDataToEndOfFile().count { $0 == UInt8(ascii: "\n") }
        }

        /// Kills the program so many times while it edits one sheet, and more often where it has hardly begun by then, as
        /// on a busy machine.
        func kill(_ kills: Int, _ random: inout SeededGenerator, _ sheet: String) throws {
            let path = folder.appending(path: "\(sheet).xfdf").path
            let original = Data(xfdf("\n" + (0..<4).map { "  <text name='n\($0)' page='0'/>\n" }.joined()).utf8)
            try original.write(to: URL(filePath: path))
            var (told, asked, saves, count, statuses) = (
                [String](), Set<String>(), 0, 0, [String: (sure: String, perhaps: Set<String>)]()
            )
            var number = 0
            while number < kills || number < 10 * kills && (told.count <= kills / 2 || saves <= kills / 10) {
                number += 1
                let context = "seed \(Seed.current), \(sheet), kill \(number)"
                var commands: [String] = []
                for _ in 0..<8 {
                    count += 1
                    let name = "n\(Int.random(in: 0..<4, using: &random))"
                    switch Int.random(in: 0..<6, using: &random) {
                    case 0: commands.append("save")
                    case 1...2:
                        commands.append(
                            "status \(name) \(["accepted", "rejected", "completed"].randomElement(using: &random) ?? "")"
                        )
                    default: commands.append("reply \(name) text \(count)")
                    }
                }
                let done = try run(
                    commands,
                    on: path,
                    telling: .random(in: 0...6, using: &random),
                    and: .random(in: 0...20_000, using: &random)
                )
                expect(done).to(beLessThanOrEqualTo(commands.count), description: context)
                for (place, command) in commands.enumerated() {
                    let words = command.split(separator: " ", maxSplits: 2).map(String.init)
                    switch words[0] {
                    case "reply":
                        if place < done { told.append(words[2]) } else { asked.insert(words[2]) }
                    case "status":
                        let status = words[2].capitalized
                        if place < done {
                            statuses[words[1]] = (status, [])
                        } else {
                            statuses[words[1], default: ("None", [])].perhaps.insert(status)
                        }
                    default: saves += place < done ? 1 : 0
                    }
                }
                // What the next run shows, of the journal and the file together.
                let next = try Run([path, "--json"], input: "show\n")
                expect(next.exitCode).to(equal(0), description: context + next.errors)
                let rows = try next.output.split(separator: "\n").map {
                    try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
                }
                let replies = rows.compactMap { $0["contents"] as? String }.filter { !$0.isEmpty }
                expect(Set(replies)).to(haveCount(replies.count), description: context)
                expect(Set(told).subtracting(replies)).to(beEmpty(), description: context)
                expect(Set(replies).subtracting(told).subtracting(asked)).to(beEmpty(), description: context)
                told += Set(replies).subtracting(told)
                for row in rows {
                    guard let id = row["id"] as? String, let expected = statuses[id] else { continue }
                    let found = row["status"] as? String ?? "None"
                    expect(expected.perhaps.union([expected.sure])).to(contain(found), description: "\(context), \(id)")
                    statuses[id] = (found, [])
                }
                let file = try Data(contentsOf: URL(filePath: path))
                expect(file.inserted(into: original)).notTo(beNil(), description: context)
            }
            print("\(kills) kills: \(told.count) replies, \(saves) times saved")
            // The rest is saved, with one edit more, since it is an error to save none.
            expect(try Run(path, input: "reply n0 last\nsave\n").exitCode) == 0
            told.append("last")
            let names = try XFDFReader.read(Data(contentsOf: URL(filePath: path)), file: path).annotations
            expect(names.map(\.contents).filter { !$0.isEmpty }.sorted()).to(equal(told.sorted()))
            expect(told.count).to(beGreaterThan(kills / 2))
            expect(saves).to(beGreaterThan(kills / 10))
        }

        it("loses nothing that it has told, and adds nothing twice, whenever it is killed") {
            var random = SeededGenerator(.current)
            // One sheet for all would gather thousands of replies.
            for sheet in 0..<max(1, kills / 20) { try kill(min(kills, 20), &random, "sheet \(sheet)") }
            expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".edits") })
                .to(beEmpty())
        }
    }
}
