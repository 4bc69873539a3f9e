import Foundation
import Millrace
import MillraceNetwork
import MillraceSpecs
import MillraceTerminal
import SampleHomeserver

@testable import MatrixChat

private let rooms = ["!tea", "!mill"]
private let home = URL(string: "https://home.example")!

final class ChatStorageSpec: Spec {
    func testSpec() {
        /// What happens in two rooms: messages, a gap that is filled, something that is sent, a name, a deletion.
        func play(_ stage: Stage) {
            stage.chat.dispatcher.onEffectFailure = { _ in }
            stage.server.change { server in
                for number in 1...40 { server.say("\(number)", in: rooms[number % 2]) }
                server.name("@ada:sample.example", "Ada", in: rooms[0])
                server.limit = 8
            }
            stage.signIn()
            for step in 1...6 {
                stage.server.change { server in
                    for number in 1...(step == 4 ? 12 : 3) { server.say("\(step).\(number)", in: rooms[0]) }
                    server.say("\(step)", in: rooms[1])
                }
                if step == 2 { stage.chat.send("sent", to: rooms[0]) }
                if step == 3 { stage.chat.fillLastGap(of: rooms[0]) }
                if step == 5 { stage.chat.redact("$1", in: rooms[1]) }
                stage.scheduler.advance(by: .seconds(1))
            }
        }

        /// Expects that the chat has what the homeserver has.
        func expectWhole(_ stage: Stage, _ description: String) {
            for room in rooms {
                stage.fillGaps(of: room)
                let texts = stage.rows(room).filter { !$0.hasPrefix("(") && !$0.contains("called") }
                expect(texts).to(equal(stage.server.change { $0.texts(in: room) }), description: description)
            }
        }

        describe("the journal") {
            it("has a line for each answer, and is written anew when it has become long") {
                let stage = Stage()
                play(stage)
                let writes = stage.files.writes.filter { $0.hasSuffix("rooms.jsonl") }
                expect(writes.first).to(equal("rooms.jsonl"))
                expect(writes.count { $0 == "rooms.jsonl" }).to(beGreaterThan(1))
                expect(writes.count { $0 == "+rooms.jsonl" }).to(beGreaterThan(5))
            }

            it("costs what has arrived, and not what is there") {
                let stage = Stage()
                stage.server.change { server in
                    for number in 1...400 { server.say("\(number)", in: "!\(number % 20)") }
                }
                stage.signIn()
                let size = stage.files["rooms.jsonl"]?.count ?? 0
                stage.server.change { _ = $0.say("one more", in: "!7") }
                stage.scheduler.advance(by: .seconds(1))
                let added = (stage.files["rooms.jsonl"]?.count ?? 0) - size
                expect(added).to(beGreaterThan(0))
                expect(added).to(beLessThan(1_000))
            }

            it("has the same rooms after a restart without a homeserver") {
                let stage = Stage()
                play(stage)
                let (tea, mill) = (stage.rows(rooms[0]), stage.rows(rooms[1]))
                stage.network.isUp = false
                try await stage.restart()
                expect(stage.rows(rooms[0])).to(equal(tea))
                expect(stage.rows(rooms[1])).to(equal(mill))
                expect(stage.chat.view(of: rooms[0]).value?.names["@ada:sample.example"]).to(equal("Ada"))
            }

            it("loses nothing where the program ends at any write") {
                let clean = Stage()
                play(clean)
                for number in 1..<clean.files.writes.count {
                    let stage = Stage()
                    stage.files.failing = number..<1_000_000
                    play(stage)
                    stage.files.failing = 0..<0
                    try await stage.restart()
                    stage.scheduler.advance(by: .seconds(2))
                    expectWhole(stage, "write \(number): \(clean.files.writes[number])")
                }
            }

            it("loses nothing where the program goes on after a write that has failed") {
                let clean = Stage()
                play(clean)
                for number in 1..<clean.files.writes.count {
                    let stage = Stage()
                    stage.files.failing = number..<(number + 1)
                    play(stage)
                    try await stage.restart()
                    stage.scheduler.advance(by: .seconds(2))
                    expectWhole(stage, "write \(number): \(clean.files.writes[number])")
                }
            }

            it("has everything in the next run after a write that has failed, since it is written anew") {
                let stage = Stage()
                stage.chat.dispatcher.onEffectFailure = { _ in }
                stage.server.change { _ = $0.say("1", in: rooms[0]) }
                stage.signIn()
                let count = stage.files.writes.count
                stage.files.failing = count..<(count + 1)
                for number in 2...4 {
                    stage.server.change { _ = $0.say("\(number)", in: rooms[0]) }
                    stage.scheduler.advance(by: .seconds(1))
                }
                expect(Array(stage.files.writes.dropFirst(count))).to(
                    equal(["+rooms.jsonl", "rooms.jsonl", "+rooms.jsonl"])
                )
                stage.network.isUp = false
                try await stage.restart()
                expect(stage.rows(rooms[0])).to(equal(["1", "2", "3", "4"]))
            }

            it("is reported once where it cannot be written, in words for the user") {
                let stage = Stage()
                var reports: [String] = []
                stage.chat.reportUnsaved { reports.append($0) }
                stage.signIn()
                stage.files.isOn = false
                for number in 1...3 {
                    stage.server.change { _ = $0.say("\(number)", in: rooms[0]) }
                    stage.scheduler.advance(by: .seconds(1))
                }
                expect(reports).to(haveCount(1))
                expect(reports.first).to(contain("what is new cannot be saved: ", "To fix: "))
                expect(reports.first).notTo(contain("Effect"))
            }

            it("is reported where what is sent cannot be kept, which then is not sent") {
                let stage = Stage()
                stage.server.change { _ = $0.say("1", in: rooms[0]) }
                stage.signIn()
                var reports: [String] = []
                stage.chat.reportUnsaved { reports.append($0) }
                stage.journal.isFull = true
                stage.chat.send("2", to: rooms[0])
                stage.scheduler.advance(by: .milliseconds(500))
                expect(stage.rows(rooms[0])).to(equal(["1", "2 …"]))
                expect(reports).to(haveCount(1))
                expect(reports.first).to(contain("what is new cannot be saved: ", "No space left"))
                stage.journal.isFull = false
                stage.scheduler.advance(by: .seconds(2))
                expect(stage.rows(rooms[0])).to(equal(["1", "2"]))
            }

            it("is what signing in fails for, where the login cannot be written") {
                let stage = Stage()
                stage.files.isOn = false
                stage.signIn()
                expect("\(stage.chat.session.state.value)").to(contain("The login cannot be saved: ", "--state"))
            }

            it("loses nothing where the file is cut at any place") {
                let clean = Stage()
                play(clean)
                let journal = clean.files["rooms.jsonl"]!
                for size in stride(from: 0, to: journal.count, by: journal.count / 40) {
                    let stage = Stage()
                    play(stage)
                    stage.files["rooms.jsonl"] = journal.prefix(size)
                    try await stage.restart()
                    stage.scheduler.advance(by: .seconds(2))
                    expectWhole(stage, "cut at \(size)")
                    try await stage.restart()
                    stage.scheduler.advance(by: .seconds(2))
                    expectWhole(stage, "cut at \(size), the second time")
                }
            }
        }

        describe("a folder") {
            it("is used by one run of the program at a time, since two would write over each other's messages") {
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent("chat \(UUID().uuidString)")
                defer { try? FileManager.default.removeItem(at: folder) }
                func use(_ body: () -> Void = {}) -> ProgramExit? {
                    do throws(ProgramExit) {
                        let storage = try ChatStorage.claimedFolder(folder, of: "ada", at: home)
                        withExtendedLifetime(storage, body)
                        return nil
                    } catch {
                        return error
                    }
                }
                var second: ProgramExit?
                expect(use { second = use() }).to(beNil())
                expect(second?.exitCode).to(equal(75))
                expect(second?.description).to(contain("another chat uses the folder \(folder.path)"))
                expect(use()).to(beNil())
            }

            it("is that of one user at one homeserver: nobody else gets the token, or sends what was written") {
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent("chat \(UUID().uuidString)")
                defer { try? FileManager.default.removeItem(at: folder) }
                func use(_ user: String, _ address: URL) -> ProgramExit? {
                    do throws(ProgramExit) {
                        _ = try ChatStorage.claimedFolder(folder, of: user, at: address)
                        return nil
                    } catch {
                        return error
                    }
                }
                expect(use("ada", home)).to(beNil())
                expect(use("ada", URL(string: "https://me:secret@Home.example/")!)).to(beNil())
                expect(use("bob", home)?.exitCode).to(equal(64))
                expect(use("ada", URL(string: "http://other.example")!)?.description).to(
                    equal(
                        "the folder \(folder.path) is that of ada at https://home.example. "
                            + "To fix: name these, or pass another --state."
                    )
                )
            }

            it("is readable for its owner only, and has everything in the next run") {
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent("chat \(UUID().uuidString)")
                defer { try? FileManager.default.removeItem(at: folder) }
                let account = Account(user: SampleHomeserver.user, device: "SAMPLE")
                for run in 1...3 {
                    let storage = ChatStorage(in: FolderFiles(folder: folder))
                    let scheduler = TestScheduler()
                    let server = SampleHomeserver(clock: scheduler)
                    server.change { server in for number in 1...run { server.say("\(number)", in: rooms[0]) } }
                    let services = ChatServices(
                        homeserver: URL(string: "http://sample.example")!,
                        over: server.transport,
                        storage: storage,
                        clock: scheduler
                    )
                    let past = try await ChatPast(of: account, from: storage)
                    let chat = try Chat(with: services, on: Dispatcher(on: scheduler), past: past)
                    let known = chat.view(of: rooms[0]).value?.rows.map(\.words) ?? []
                    expect(known).to(equal((1..<run).map(String.init)))
                    chat.dispatcher.dispatch(SignIn(user: "you", password: Secret("sesame")))
                    scheduler.advance(by: .seconds(1))
                }
                let manager = FileManager.default
                for (path, mode) in [("", 0o700), ("rooms.jsonl", 0o600), ("login.json", 0o600)] {
                    let attributes = try manager.attributesOfItem(atPath: folder.appendingPathComponent(path).path)
                    expect(attributes[.posixPermissions] as? Int).to(equal(mode), description: path)
                }
            }
        }
    }
}
