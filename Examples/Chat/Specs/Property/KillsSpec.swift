import Foundation
import Millrace
import MillraceNetwork
import MillraceSpecs
import TestSupport

@testable import MatrixChat

@testable import SampleHomeserver

private let rooms = ["!tea", "!mill"]

/// Whenever the program is killed, nothing that was sent is lost, and nothing is sent twice.
///
/// `MILLRACE_KILLS=500` kills it more often.
final class KillsSpec: Spec {
    func testSpec() {
        @TestState var folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

        let kills = Programs.kills(20)

        afterEach { try? FileManager.default.removeItem(at: folder) }

        it("loses nothing and sends nothing twice, of any kind, whenever it is killed") {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var random = SeededGenerator(Seed.current)
            for first in stride(from: 0, to: kills, by: 10) { try await live(min(10, kills - first), &random, folder) }
        }

        it("loses nothing and sends nothing twice where the program itself is killed") {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var random = SeededGenerator(Seed.current)
            let program = try KilledProgram(in: folder, seed: random.next())
            defer { program.stop() }
            program.server.change { $0.say("begin", in: "!tea") }
            var (count, kept) = (0, Set<String>())
            // A quick machine may have sent everything before each kill: until one has come in time.
            for round in 0..<kills * 5 where round < kills || kept.isEmpty {
                var commands = ["open !tea"]
                for _ in 0..<5 {
                    count += 1
                    let file = folder.appendingPathComponent("\(count).png")
                    try (SampleImages.pot + Data("\(count)".utf8)).write(to: file)
                    switch count % 5 {
                    case 0: commands.append("image \(file.path)")
                    case 1: commands.append("reply $1 text \(count)")
                    case 2: commands.append("react $1 key \(count)")
                    default: commands.append("send text \(count)")
                    }
                }
                try program.run(commands, for: .milliseconds(Int.random(in: 50...900, using: &random)))
                kept.formUnion(try program.unsent())
            }
            for _ in 0..<20 where try !program.unsent().isEmpty { try program.run(["open !tea"], for: .seconds(3)) }
            expect(try program.unsent()).to(beEmpty())
            let texts = program.server.change { $0.names(in: "!tea") }
            expect(Set(texts)).to(haveCount(texts.count))
            expect(kept.subtracting(texts)).to(beEmpty())
            expect(kept).toNot(beEmpty())
        }

        /// The number of a message, which stays when it has another text.
        func number(of text: String?) -> String {
            let words = text?.split(separator: " ").map(String.init) ?? []
            if words.dropFirst(2).first == "is" { return words.last ?? "" }
            return words.count > 1 ? words[1] : text ?? ""
        }

        /// Some lives of the program, each of which ends by a kill, but for the last.
        func live(_ kills: Int, _ random: inout SeededGenerator, _ folder: URL) async throws {
            let seed = random.next()
            let stage = Stage { server, clock in
                FaultyTransport(
                    over: server,
                    delay: .zero ... .milliseconds(100),
                    faults: .random(0.1, [.status(502), .brokenAnswer, .noConnection]),
                    seed: seed,
                    clock: clock
                )
            }
            for room in rooms { stage.server.change { $0.say("begin", in: room) } }
            for _ in 0..<20 where stage.chat.session.state.value.account == nil { stage.signIn() }
            var (sent, unsure, addresses) = ([String: [String]](), Set<String>(), [String: String]())
            var count = 0
            /// Sends something. It is sure to be there in the next run if the chat has it and was not killed.
            func sendAnything(_ random: inout SeededGenerator) throws {
                guard let room = rooms.randomElement(using: &random), stage.chat.conversations.contains(room) else {
                    return
                }
                count += 1
                var name = "text \(count)"
                let last = stage.chat.sending.state.value.outbox.entries(of: room).last
                let target = stage.chat.view(of: room).value?.rows.filter { $0.message?.kind == .text }
                    .randomElement(using: &random)
                switch (Int.random(in: 0..<6, using: &random), target) {
                case (0..<2, _):
                    name = "\(count).png"
                    let file = folder.appendingPathComponent(name)
                    try (SampleImages.pot + Data(name.utf8)).write(to: file)
                    stage.chat.conversations.dispatch(stage.chat.sendingFile(file), to: room)
                    stage.scheduler.advance()
                case (2, let target?):
                    name = "text \(count) answers \(number(of: target.message?.body))"
                    stage.chat.reply(name, to: target.id, in: room)
                case (3, let target?):
                    name = "text \(count) reacts to \(number(of: target.message?.body))"
                    stage.chat.react(name, to: target.id, in: room)
                case (4, let target?) where target.sender == SampleHomeserver.user:
                    name = "text \(count) is now \(number(of: target.message?.body))"
                    stage.chat.edit(target.id, name, in: room)
                    // It has become one with an entry that nobody has seen, whose text is not sent then.
                    if let last, stage.chat.sending.state.value.outbox[last.key]?.edit == last.edit.saying(name),
                        let place = sent[room]?.lastIndex(of: last.edit.text)
                    {
                        if stage.disk.isStopped { unsure.insert(last.edit.text) }
                        sent[room]?.remove(at: place)
                        if !stage.disk.isStopped { sent[room]?.insert(name, at: place) } else { unsure.insert(name) }
                        return
                    }
                default: stage.chat.send(name, to: room)
                }
                if !stage.disk.isStopped { sent[room, default: []].append(name) } else { unsure.insert(name) }
            }
            for kill in 0...kills {
                if kill < kills {
                    stage.crash(afterCalls: .random(in: 0...60, using: &random))
                }
                for step in 0..<30 where !stage.disk.isStopped {
                    switch Int.random(in: 0..<10, using: &random) {
                    case 0..<4: if step < 20 { try sendAnything(&random) }
                    case 4: stage.network.isUp.toggle()
                    case 5: stage.scheduler.advance(by: .seconds(3))
                    default: stage.scheduler.advance(by: .milliseconds(Int.random(in: 0...60, using: &random)))
                    }
                    guard !stage.disk.isStopped else { break }
                    // What was noted is not uploaded again.
                    for entry in stage.chat.sending.state.value.outbox.entries {
                        guard case .image(let image) = entry.edit.content, let address = entry.prepared else {
                            continue
                        }
                        expect(addresses[image.name, default: address]).to(equal(address), description: "seed \(seed)")
                        addresses[image.name] = address
                    }
                }
                if kill < kills {
                    stage.disk.stop()
                    try await stage.restartIfCrashed()
                }
            }
            stage.network.isUp = true
            stage.scheduler.advance(by: .seconds(600))
            expect(stage.chat.sending.state.value.outbox.entries).to(beEmpty(), description: "seed \(seed)")
            for room in rooms {
                let contents = stage.server.change { $0.rooms[room]?.events.compactMap { $0.event["content"] } ?? [] }
                let texts = stage.server.change { $0.names(in: room) }.filter { $0 != "begin" }
                expect(texts.filter { !unsure.contains($0) }).to(equal(sent[room] ?? []), description: "seed \(seed)")
                expect(Set(texts)).to(haveCount(texts.count), description: "seed \(seed)")
                // What is about a message names its event.
                let events = stage.server.change { $0.rooms[room]?.events ?? [] }
                let bodies = Dictionary(events.map { ($0.id, $0.event["content"]?["body"]?.string) }) { $1 }
                for content in contents {
                    let relation = content["m.relates_to"]
                    let target = relation?["event_id"] ?? relation?["m.in_reply_to"]?["event_id"]
                    let name = content["m.new_content"]?["body"] ?? relation?["key"] ?? content["body"]
                    let words = name?.string?.split(separator: " ").map(String.init) ?? []
                    // The text of an answer may be that of an edit.
                    guard let event = target?.string, words.count > 2,
                        (words[2] == "answers") == (relation?["m.in_reply_to"] != nil)
                    else { continue }
                    expect(number(of: bodies[event] ?? nil)).to(equal(words.last ?? ""), description: "seed \(seed)")
                }
                for content in contents {
                    guard let url = content["url"]?.string, let name = content["body"]?.string else { continue }
                    expect(addresses[name, default: url]).to(equal(url), description: "seed \(seed)")
                    let bytes = stage.server.change {
                        $0.media.files[url.split(separator: "/").last.map(String.init) ?? ""]
                    }
                    expect(bytes).to(equal(SampleImages.pot + Data(name.utf8)), description: "seed \(seed)")
                }
            }
            let kept = stage.disk.files.keys.filter { $0.hasPrefix("/chat/uploads/") }
            expect(kept).to(beEmpty(), description: "seed \(seed)")
        }
    }
}

extension Outgoing {
    /// What it says.
    fileprivate var text: String {
        switch content {
        case .text(let text), .reply(let text, _), .edit(let text, _): text
        case .image, .redaction, .reaction: ""
        }
    }
}
