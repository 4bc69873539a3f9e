import Foundation
import Millrace
import MillraceNetwork
import MillraceSpecs
import MillraceTerminal
import SampleHomeserver
import MillraceSimulation
import TestSupport

@testable import MatrixChat

private let rooms = ["!tea", "!mill"]
private let home = URL(string: "https://home.example")!

final class ChatStorageSpec: Spec {
    func testSpec() {
        /// What happens in two rooms: messages, a gap that is filled, something that is sent, a name, a deletion.
        func play(_ stage: Stage, whenSignedIn disturb: () -> Void = {}) {
            stage.chat.dispatcher.onEffectFailure = { _ in }
            stage.server.change { server in
                for number in 1...40 { server.say("\(number)", in: rooms[number % 2]) }
                server.name("@ada:sample.example", "Ada", in: rooms[0])
                server.limit = 8
            }
            stage.signIn()
            disturb()
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

        describe("the log") {
            /// The sizes of the files of the log.
            func sizes(_ stage: Stage) -> [String: Int] {
                stage.disk.files.filter { $0.key.hasPrefix("/chat/log/") }.mapValues(\.count)
            }

            it("has a record for each answer, and begins anew when it has become long") {
                let stage = Stage()
                play(stage)
                let (snapshots, tails) = (sizes(stage).keys.filter { $0.hasSuffix(".snapshot") }, sizes(stage).keys)
                expect(snapshots).to(haveCount(1))
                // The first snapshot is that of the second generation.
                expect(snapshots.first).notTo(equal("/chat/log/2.snapshot"))
                expect(tails.filter { $0.hasSuffix(".tail") }).to(haveCount(1))
            }

            it("begins with the first answer as it was received, which is not encoded again") {
                let stage = Stage()
                stage.server.change { server in
                    for number in 1...40 { server.say("\(number)", in: rooms[number % 2]) }
                }
                stage.signIn()
                let snapshots = stage.disk.files.filter { $0.key.hasSuffix(".snapshot") }
                    .map { String(decoding: $0.value, as: UTF8.self) }
                expect(snapshots).to(haveCount(1))
                expect(snapshots.first).to(contain(#"answer {"next_batch":"s40""#))
                expect(snapshots.first).toNot(contain(#"{"room":"#))
            }

            it("costs what has arrived, and not what is there") {
                let stage = Stage()
                stage.server.change { server in
                    for number in 1...400 { server.say("\(number)", in: "!\(number % 20)") }
                }
                stage.signIn()
                let size = sizes(stage).values.reduce(0, +)
                stage.server.change { _ = $0.say("one more", in: "!7") }
                stage.scheduler.advance(by: .seconds(1))
                let added = sizes(stage).values.reduce(0, +) - size
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

            /// How many calls of the system are made once somebody is signed in.
            func countCalls() -> Int {
                let stage = Stage()
                var calls = 0
                play(stage) { calls = stage.disk.calls }
                return stage.disk.calls - calls
            }

            it("loses nothing where the program ends within any call of the system") {
                let count = countCalls()
                expect(count).to(beGreaterThan(30))
                for call in Programs.some(of: 0..<count) {
                    let stage = Stage()
                    play(stage) { stage.disk.behaviour = .init(callsLeft: call) }
                    try await stage.restart()
                    stage.scheduler.advance(by: .seconds(2))
                    expectWhole(stage, "call \(call)")
                }
            }

            it("loses nothing where the program goes on after a call of the system that has failed") {
                for call in Programs.some(of: 0..<countCalls()) {
                    let stage = Stage()
                    play(stage) { stage.disk.behaviour = .init(failingCall: stage.disk.calls + call) }
                    try await stage.restart()
                    stage.scheduler.advance(by: .seconds(2))
                    expectWhole(stage, "call \(call)")
                }
            }

            it("has everything in the next run after a record that could not be written, since it begins anew") {
                let stage = Stage()
                stage.chat.dispatcher.onEffectFailure = { _ in }
                stage.server.change { _ = $0.say("1", in: rooms[0]) }
                stage.signIn()
                stage.disk.behaviour = .init(failingCall: stage.disk.calls)
                for number in 2...4 {
                    stage.server.change { _ = $0.say("\(number)", in: rooms[0]) }
                    stage.scheduler.advance(by: .seconds(1))
                }
                stage.network.isUp = false
                try await stage.restart()
                expect(stage.rows(rooms[0])).to(equal(["1", "2", "3", "4"]))
            }

            it("is reported once where it cannot be written, in words for the user") {
                let stage = Stage()
                var reports: [String] = []
                stage.chat.reportUnsaved { reports.append($0) }
                stage.signIn()
                stage.disk.behaviour = .init(room: 0)
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
                stage.disk.behaviour = .init(room: 0)
                stage.chat.send("2", to: rooms[0])
                stage.scheduler.advance(by: .milliseconds(500))
                expect(stage.rows(rooms[0])).to(equal(["1", "2 …"]))
                expect(reports).to(haveCount(1))
                expect(reports.first).to(contain("what is new cannot be saved: ", "No space left"))
                stage.disk.behaviour = .init()
                stage.scheduler.advance(by: .seconds(2))
                expect(stage.rows(rooms[0])).to(equal(["1", "2"]))
            }

            it("is what signing in fails for, where the login cannot be written") {
                let stage = Stage()
                stage.disk.behaviour = .init(room: 0)
                stage.signIn()
                expect("\(stage.chat.session.state.value)").to(contain("The login cannot be saved: ", "--state"))
            }

            it("loses nothing where its end is cut off at any place") {
                let clean = Stage()
                play(clean)
                let files = clean.disk.files
                let tail = files.keys.first { $0.hasSuffix(".tail") }!
                let sizes = stride(from: 64, to: files[tail]!.count, by: files[tail]!.count / 40)
                for size in Programs.some(of: Array(sizes)) {
                    let stage = Stage()
                    play(stage)
                    stage.disk.files = files
                    stage.disk.files[tail]?.removeSubrange(size...)
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
                func use(_ body: () async -> Void = {}) async -> ProgramExit? {
                    do throws(ProgramExit) {
                        let storage = try await ChatStorage.claimedFolder(folder, of: "ada", at: home)
                        await body()
                        withExtendedLifetime(storage) {}
                        return nil
                    } catch {
                        return error
                    }
                }
                var second: ProgramExit?
                let first = await use { second = await use() }
                expect(first).to(beNil())
                expect(second?.exitCode).to(equal(75))
                expect(second?.description).to(contain("another chat uses the folder \(folder.path)"))
                let third = await use()
                expect(third).to(beNil())
            }

            it("is that of one user at one homeserver: nobody else gets the token, or sends what was written") {
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent("chat \(UUID().uuidString)")
                defer { try? FileManager.default.removeItem(at: folder) }
                func use(_ user: String, _ address: URL) async -> ProgramExit? {
                    do throws(ProgramExit) {
                        _ = try await ChatStorage.claimedFolder(folder, of: user, at: address)
                        return nil
                    } catch {
                        return error
                    }
                }
                var exits: [ProgramExit?] = []
                for (user, address) in [
                    ("ada", home), ("ada", URL(string: "https://me:secret@Home.example/")!), ("bob", home),
                    ("ada", URL(string: "http://other.example")!),
                ] { exits.append(await use(user, address)) }
                expect(exits.map { $0?.exitCode }).to(equal([nil, nil, 64, 64]))
                expect(exits.last??.description).to(
                    equal(
                        "the folder \(folder.path) is that of ada at https://home.example. "
                            + "To fix: name these, or pass another --state."
                    )
                )
            }

            it("is readable for its owner only, and has everything in the next run") {
                let parent = FileManager.default.temporaryDirectory.appendingPathComponent("chat \(UUID().uuidString)")
                defer { try? FileManager.default.removeItem(at: parent) }
                var folder = parent
                let account = Account(user: SampleHomeserver.user, device: "SAMPLE")
                for run in 1...3 {
                    // The chat of the last run may still have its folder.
                    let former = folder
                    folder = parent.appendingPathComponent("\(run)")
                    if run > 1 { try FileManager.default.copyItem(at: former, to: folder) }
                    let storage = try ChatStorage(in: folder.path)
                    let scheduler = TestScheduler()
                    let server = SampleHomeserver(clock: scheduler)
                    server.change { server in for number in 1...run { server.say("\(number)", in: rooms[0]) } }
                    let services = ChatServices(
                        homeserver: URL(string: "http://sample.example")!,
                        over: server.transport,
                        storage: storage,
                        clock: scheduler
                    )
                    let past = await ChatPast(of: account, from: storage)
                    let chat = try Chat(with: services, on: Dispatcher(on: scheduler), past: past)
                    let known = chat.view(of: rooms[0]).value?.rows.map(\.words) ?? []
                    expect(known).to(equal((1..<run).map(String.init)))
                    chat.dispatcher.dispatch(SignIn(user: "you", password: Secret("sesame")))
                    scheduler.advance(by: .seconds(1))
                }
                let manager = FileManager.default
                let names = try manager.contentsOfDirectory(atPath: folder.path + "/log").map { ("log/\($0)", 0o600) }
                expect(names.count).to(beGreaterThan(2))
                for (path, mode) in [("", 0o700), ("log", 0o700)] + names {
                    let attributes = try manager.attributesOfItem(atPath: folder.appendingPathComponent(path).path)
                    expect(attributes[.posixPermissions] as? Int).to(equal(mode), description: path)
                }
            }
        }
    }
}
