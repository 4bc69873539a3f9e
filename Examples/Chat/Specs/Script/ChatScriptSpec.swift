import Foundation
import Millrace
import MillraceNetwork
import MillraceSpecs
import MillraceTerminal

@testable import MatrixChat

@testable import SampleHomeserver

final class ChatScriptSpec: Spec {
    @MainActor
    func testSpec() async {
        func signedIn(to server: SampleHomeserver, password: String = "sesame") -> Chat {
            var services = ChatServices(
                homeserver: URL(string: "http://sample.example")!,
                over: server.transport,
                storage: .memory()
            )
            services.timeZone = .gmt
            let chat = try! Chat(with: services, on: Dispatcher(on: .main))
            chat.dispatcher.dispatch(SignIn(user: "you", password: Secret(password)))
            return chat
        }

        /// What a script answers to the sample, and how it ends.
        @MainActor
        func chat(
            _ lines: String...,
            asJSON: Bool = false,
            patience: Duration = .seconds(60),
            password: String = "sesame",
            prepare: (inout HomeserverState) -> Void = { $0.fill(interval: nil) }
        ) async -> (lines: [String], error: ProgramExit?) {
            let server = SampleHomeserver(clock: .main)
            server.change { prepare(&$0) }
            let chat = signedIn(to: server, password: password)
            var answers: [String] = []
            let script = ChatScript(of: chat, patience: .seconds(60), on: .main, asJSON: asJSON) { answers.append($0) }
            do throws(ProgramExit) {
                try await script.begin()
                script.patience = patience
                for line in lines { try await script.run(line) }
                return (answers, nil)
            } catch {
                return (answers, error)
            }
        }

        describe("a script") {
            it("shows as an overview the rooms and the last messages of the first, and marks nothing as read") {
                let server = SampleHomeserver(clock: .main)
                server.change { $0.fill(interval: nil) }
                let chat = signedIn(to: server)
                var answers: [String] = []
                let script = ChatScript(of: chat, patience: .seconds(60), on: .main) { answers.append($0) }
                try await script.begin()
                let badge = chat.badge.value
                try await script.showOverview()
                expect(answers[0]).to(beginWith("Tea kitchen | "))
                expect(answers[12]) == "\nTea kitchen"
                expect(answers).to(haveCount(21))
                expect(answers.last) == "$430 | 2026-11-19 13:29 | Ada: Somebody is looking for the gate."
                await script.end()
                expect(chat.badge.value) == badge
            }

            it("lists the rooms, those with a text in their names, and the badge") {
                let run = await chat("# a remark", "", "rooms rea", "rooms chess", "badge")
                expect(run.error).to(beNil())
                expect(run.lines).to(
                    equal([
                        "Reading circle | 2026-11-19 10:35 | Fatima: The miller has found a letter.",
                        "Chess club | invited",
                        "18 unread, 2 for you, 2 invitations, 1 damaged",
                    ])
                )
            }

            it("shows the messages of a room, and fetches older ones") {
                let run = await chat("open Tea kitchen", "messages 300")
                expect(run.lines).to(haveCount(300))
            }

            it("shows the last messages of a room without a gap among them") {
                let server = SampleHomeserver(clock: .main)
                func say(_ numbers: ClosedRange<Int>) {
                    server.change { server in for number in numbers { server.say("message \(number)", in: "!tea") } }
                }
                server.change { $0.limit = 5 }
                say(1...20)
                let chat = signedIn(to: server)
                var answers: [String] = []
                let script = ChatScript(of: chat, patience: .seconds(60), on: .main) { answers.append($0) }
                try await script.begin()
                try await script.run("open !tea")
                try await script.run("messages 20")
                say(21...60)
                try await script.run("wait for message 60")
                answers = []
                try await script.run("messages 20")
                expect(answers.map { $0.split(separator: " ").last }).to(equal((41...60).map { Substring("\($0)") }))
            }

            it("sends, deletes, and waits for what comes") {
                let run = await chat("open Quiet corner", "send hello", "wait for hello", "redact $1", "messages 1") {
                    $0.fill(interval: nil)
                }
                expect(run.lines.first).to(match("^sent \\$[0-9]+$"))
                expect(run.lines.dropFirst().first).to(match("You: hello$"))
                expect(run.error?.exitCode).to(equal(65))
            }

            it("writes and answers a line break as a backslash and an n, or as JSON has it") {
                let run = await chat(#"open !tea"#, #"send one\ntwo \\ \three"#, #"wait for two \ \t"#, "messages 1") {
                    $0.say("zero", in: "!tea")
                }
                expect(run.lines.last).to(match(#"you: one\\ntwo \\\\ \\\\three$"#))
                let answers = await chat("open !tea", "messages 1", asJSON: true) { $0.say("one\r\ntwo", in: "!tea") }
                expect(answers.lines.last).to(contain(#""text":"@ada:sample.example: one\ntwo""#))
                for text in ["", "\\", "\n", "a\\nb\n\\", "\\\\"] {
                    expect(text.escapingLines.unescapingLines).to(equal(text))
                }
            }

            it("answers, edits, reacts and takes that back") {
                let run = await chat(
                    "open !tea",
                    "reply $1 two",
                    #"edit $2 zwei\n!"#,
                    "react $1 👍",
                    "react $1 ☕",
                    "unreact $1 👍",
                    "messages 2",
                    "edit $1 no"
                ) { $0.say("one", in: "!tea") }
                expect(Array(run.lines.prefix(5))).to(equal((2...6).map { "sent $\($0)" }))
                expect(run.lines[5]).to(match("@ada:sample.example: one  \\[☕ 1\\]$"))
                expect(run.lines[6]).to(match(#"you: > @ada:sample.example: one\\nzwei\\n! \(edited\)$"#))
                expect(run.error?.description).to(contain("$1 is no text of yours"))
                for (line, problem) in [
                    ("reply $9 a", "there is no message $9"), ("reply $1", "needs the identity of a message"),
                    ("unreact $1 👍", "you have not reacted with 👍"),
                ] {
                    let run = await chat("open !tea", line) { $0.say("one", in: "!tea") }
                    expect(run.error?.exitCode).to(equal(65))
                    expect(run.error?.description).to(contain(problem))
                }
                let answers = await chat("open !tea", "react $1 ☕", "messages 1", "react $1 ☕", asJSON: true) {
                    $0.say("one", in: "!tea")
                }
                expect(answers.lines.last).to(contain(#""ownReactions":["☕"],"reactions":{"☕":1}"#))
                expect(answers.error?.description).to(contain("you have reacted with ☕ already"))
            }

            it("sees what comes while it waits") {
                let run = await chat("open Tea kitchen", "wait for ready", asJSON: true) {
                    $0.fill(interval: .milliseconds(1))
                }
                expect(run.error).to(beNil())
                expect(run.lines.first).to(contain(#""text":"Emil: Tea is ready.""#))
                expect(run.lines.first).to(contain(#""kind":"text""#))
            }

            it("has told the homeserver what was read when it ends") {
                let server = SampleHomeserver(latency: .milliseconds(20), clock: .main)
                server.change { $0.fill(interval: nil) }
                let chat = signedIn(to: server)
                let script = ChatScript(of: chat, patience: .seconds(60), on: .main) { _ in }
                try await script.begin()
                func readTo() -> Int? { server.change { $0.rooms["!tea:sample.example"]?.readTo } }
                let before = readTo()
                try await script.run("open Tea kitchen")
                expect(readTo()).to(equal(before))
                await script.end()
                expect(readTo()).toNot(equal(before))
            }

            it("ends where waiting takes too long") {
                let run = await chat("open Tea kitchen", "wait for nothing", patience: .milliseconds(50))
                expect(run.error?.exitCode).to(equal(75))
            }

            it("ends where all that a command asks for takes too long together") {
                let server = SampleHomeserver(latency: .milliseconds(50), clock: .main)
                server.change { server in for number in 1...400 { server.say("\(number)", in: "!tea") } }
                let script = ChatScript(of: signedIn(to: server), patience: .seconds(60), on: .main) { _ in }
                try await script.begin()
                try await script.run("open !tea")
                script.patience = .milliseconds(120)
                do throws(ProgramExit) {
                    try await script.run("messages 400")
                    fail("it has waited for all pages")
                } catch {
                    expect(error.exitCode).to(equal(75))
                }
            }

            it("ends where the pages of older messages are empty, one after the other") {
                let run = await chat("open !tea", "messages 50", patience: .milliseconds(300)) { server in
                    for number in 1...50 { server.say("\(number)", in: "!tea") }
                    server.hasEmptyPages = true
                }
                expect(run.error?.exitCode).to(equal(75))
            }

            it("ends at once where the device is signed out meanwhile") {
                let server = SampleHomeserver(clock: .main)
                server.change { _ = $0.say("one", in: "!tea") }
                let script = ChatScript(of: signedIn(to: server), patience: .seconds(600), on: .main) { _ in }
                try await script.begin()
                try await script.run("open !tea")
                server.change { $0.signOutAll() }
                for line in ["send hello", "wait for nothing"] {
                    do throws(ProgramExit) {
                        try await script.run(line)
                        fail("\(line) has gone on")
                    } catch {
                        expect(error.exitCode).to(equal(77))
                        expect(error.description).to(equal("This device has been signed out."))
                    }
                }
            }

            it("answers with the text of a message alone, what it answers, and whether it was edited") {
                let run = await chat("open !tea", "messages 2", asJSON: true) { server in
                    server.say("one", in: "!tea")
                    server.add(
                        [
                            "type": "m.room.message", "sender": "@ada:x",
                            "content": [
                                "msgtype": "m.text", "body": "two\nlines",
                                "m.relates_to": ["m.in_reply_to": ["event_id": "$1"]],
                            ],
                        ],
                        to: "!tea"
                    )
                    server.add(
                        [
                            "type": "m.room.message", "sender": "@ada:sample.example",
                            "content": [
                                "msgtype": "m.text", "body": "*",
                                "m.new_content": ["msgtype": "m.text", "body": "uno"],
                                "m.relates_to": ["rel_type": "m.replace", "event_id": "$1"],
                            ],
                        ],
                        to: "!tea"
                    )
                }
                expect(run.lines.first).to(contain(#""body":"uno","event":"$1","isEdited":true"#))
                expect(run.lines.last).to(contain(#""body":"two\nlines""#, #""replyTo":"$1""#))
                expect(run.lines.last).toNot(contain("isEdited"))
            }

            it("sends nothing to an encrypted room") {
                let run = await chat("open Board", "send hello")
                expect(run.error?.exitCode).to(equal(77))
                expect(run.error?.description).to(
                    equal("Not sent: The room is encrypted, and this chat cannot encrypt.")
                )
            }

            it("ends where the homeserver does not allow something") {
                let run = await chat("open !quiet:sample.example", "send hello") {
                    $0.fill(interval: nil)
                    $0.closedRooms = ["!quiet:sample.example"]
                }
                expect(run.error?.exitCode).to(equal(77))
                let other = await chat("rooms", password: "wrong")
                expect(other.error?.exitCode).to(equal(77))
            }

            it("opens a room by a part of its name, if no other room has it") {
                let one = await chat("open mill", "messages 1")
                expect(one.error).to(beNil())
                expect(one.lines).to(haveCount(1))
                let several = await chat("open r")
                expect(several.error?.exitCode).to(equal(65))
                expect(several.error?.description).to(
                    contain("several rooms have r in their names: Board (!secret:sample.example), Garden (")
                )
                // A whole name has precedence over parts of others.
                let whole = await chat("open Tea kitchen", "open The mill")
                expect(whole.error).to(beNil())
            }

            it("opens a person, an event far above, and an image") {
                let run = await chat(
                    "open @ada:sample.example",
                    "open matrix:roomid/mill:sample.example/e/600",
                    "open $600",
                    "open $nowhere"
                )
                expect(run.lines.prefix(2)).to(equal(["Ada | @ada:sample.example", "No picture"]))
                expect(run.lines.dropFirst(2).first).to(equal("Tea kitchen"))
                expect(run.lines.suffix(2).allSatisfy { $0.hasPrefix("$600 | ") }).to(beTrue())
                expect(run.error?.description).to(contain("there is no event $nowhere in the room"))
                let nobody = await chat("open @nobody:sample.example")
                expect(nobody.error?.exitCode).to(equal(65))
            }

            it("joins, leaves and declines") {
                let run = await chat(
                    "join Garden",
                    "messages 1",
                    "leave",
                    "leave Chess club",
                    "badge",
                    "join #mill:sample.example"
                )
                expect(run.lines.first).to(equal("joined !garden:sample.example"))
                expect(run.lines.dropFirst(2)).to(
                    equal([
                        "left !garden:sample.example", "left !chess:sample.example",
                        "18 unread, 2 for you, 0 invitations, 1 damaged",
                    ])
                )
                expect(run.error?.exitCode).to(equal(77))
                let link = await chat("open matrix:r/nowhere:sample.example")
                expect(link.error?.description).to(contain("To fix: join #nowhere:sample.example"))
            }

            it("sends an image, and fetches one") {
                let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jpg")
                try SampleImages.jpeg.write(to: file)
                defer { try? FileManager.default.removeItem(at: file) }
                let sent = await chat("open Quiet corner", "image \(file.path)", "messages 1", asJSON: true)
                expect(sent.error).to(beNil())
                expect(sent.lines.last).to(contain(#""kind":"image""#))
                let event = sent.lines.first?.firstMatch(of: /\$[0-9]+/).map { String($0.output) } ?? ""
                let run = await chat("open Quiet corner", "image \(file.path)", "open \(event)")
                expect(run.lines.last).to(
                    equal("\(file.lastPathComponent) | 24×16 | mxc://sample.example/upload1")
                )
                let missing = await chat("open Quiet corner", "image /nowhere/pot.png")
                expect(missing.error?.exitCode).to(equal(66))
            }

            it("does not understand what it does not know") {
                for line in [
                    "dance", "open", "open Nowhere", "messages none", "send x", "image", "join", "leave",
                    "wait forever", "badge now",
                ] {
                    await expect { await chat(line).error?.exitCode }.to(equal(65))
                }
            }
        }
    }
}
