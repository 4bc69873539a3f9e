import Foundation
import MatrixChat
import Millrace
import MillraceNetwork
import MillraceSpecs
import SampleHomeserver

final class ChatScriptSpec: Spec {
    @MainActor
    func testSpec() async {
        /// What a script answers to the sample, and how it ends.
        @MainActor
        func chat(
            _ lines: String...,
            asJSON: Bool = false,
            patience: Duration = .seconds(60),
            password: String = "sesame",
            prepare: (inout HomeserverState) -> Void = { $0.fill(interval: nil) }
        ) async -> (lines: [String], error: ScriptError?) {
            let server = SampleHomeserver(clock: .main)
            server.change { prepare(&$0) }
            let services = ChatServices(
                homeserver: URL(string: "http://sample.example")!,
                over: server.transport,
                storage: .memory()
            )
            let chat = Chat(with: services, on: Dispatcher(on: .main))
            chat.dispatcher.dispatch(SignIn(user: "you", password: Secret(password)))
            var answers: [String] = []
            let script = ChatScript(of: chat, patience: .seconds(60), on: .main, asJSON: asJSON) { answers.append($0) }
            do throws(ScriptError) {
                try await script.begin()
                script.patience = patience
                for line in lines { try await script.run(line) }
                return (answers, nil)
            } catch {
                return (answers, error)
            }
        }

        describe("a script") {
            it("lists the rooms, those with a text in their names, and the badge") {
                let run = await chat("# a remark", "", "rooms rea", "rooms chess", "badge")
                expect(run.error).to(beNil())
                expect(run.lines).to(
                    equal([
                        "Reading circle | Fatima: The miller has found a letter.", "Chess club | invited",
                        "18 unread, 2 for you, 2 invitations, 1 damaged",
                    ])
                )
            }

            it("shows the messages of a room, and fetches older ones") {
                let run = await chat("open Tea kitchen", "messages 300")
                expect(run.lines).to(haveCount(300))
            }

            it("sends, deletes, and waits for what comes") {
                let run = await chat("open Quiet corner", "send hello", "wait for hello", "redact $1", "messages 1") {
                    $0.fill(interval: nil)
                }
                expect(run.lines.first).to(match("^sent \\$[0-9]+$"))
                expect(run.lines.dropFirst().first).to(match("You: hello$"))
                expect(run.error?.exitCode).to(equal(65))
            }

            it("sees what comes while it waits") {
                let run = await chat("open Tea kitchen", "wait for ready", asJSON: true) {
                    $0.fill(interval: .milliseconds(1))
                }
                expect(run.error).to(beNil())
                expect(run.lines.first).to(contain(#""text":"Emil: Tea is ready.""#))
            }

            it("ends where waiting takes too long") {
                let run = await chat("open Tea kitchen", "wait for nothing", patience: .milliseconds(50))
                expect(run.error?.exitCode).to(equal(75))
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

            it("does not understand what it does not know") {
                for line in ["dance", "open", "open Nowhere", "messages none", "send x", "wait forever", "badge now"] {
                    await expect { await chat(line).error?.exitCode }.to(equal(65))
                }
            }
        }
    }
}
