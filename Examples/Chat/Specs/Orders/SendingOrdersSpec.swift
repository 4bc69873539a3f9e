import Millrace
import MillraceHistory
import MillraceSimulation
import MillraceSpecs
import SampleHomeserver
import TestSupport

@testable import MatrixChat

/// Whatever becomes of requests and answers, what the user has written is shown once, and as the homeserver has it.
final class SendingOrdersSpec: Spec {
    func testSpec() {
        it("shows a message once, and as refused none that the homeserver has") {
            let result = try explore(faults: 2, steps: orders(3_000), time: .seconds(600)) { world in
                let server = NewsServer(clock: world.scheduler)
                let mine = try ExploredChat(
                    in: world,
                    at: server,
                    over: world.network(mayGo: true),
                    refusing: [403, 429]
                )
                world.may("send") { mine.chat.send("tea", to: server.room) }
                world.may("send again", if: { mine.own.contains { $0.isRefused } }) {
                    mine.chat.dispatcher.dispatch(Resend(room: server.room))
                }
                world.always("no message twice") { mine.own.count < 2 && server.own.count < 2 }
                world.atRest("what is shown as sent is at the server, and nothing else") {
                    mine.own.filter { !$0.isRefused }.map(\.words)
                } equals: {
                    server.own
                }
                world.atRest("what is written is shown") { mine.own.count == mine.writtenCount }
                return mine.chat.inspection
            }
            isAll(result)
        }

        it("shows as refused none that the homeserver has, also where its event lies in a gap") {
            let result = try explore(faults: 2, steps: orders(6_000), time: .seconds(600)) { world in
                let server = NewsServer(clock: world.scheduler)
                server.change { $0.limit = 1 }
                let mine = try ExploredChat(in: world, at: server, over: world.network(), exploresSync: true)
                world.may("send") { mine.chat.send("tea", to: server.room) }
                world.may("ada writes", if: { !server.own.isEmpty }) { server.say("milk") }
                world.always("no message twice") {
                    Set(mine.rows).count == mine.rows.count && mine.own.count < 2 && server.own.count < 2
                }
                world.atRest("nothing is refused that the server has") {
                    server.own.isEmpty || !mine.own.contains { $0.isRefused }
                }
                world.inTheEnd("what is shown is what the server has, but for a gap and what is refused", within: 20) {
                    let shown = mine.messages.filter { !$0.isRefused }.map(\.words)
                    return shown.contains("(gap)") || shown == server.texts
                }
                return mine.chat.inspection
            }
            isAll(result)
        }

        it("loses no edit and no deletion") {
            let result = try explore(faults: 1, steps: orders(3_000), time: .seconds(600)) { world in
                let server = NewsServer(clock: world.scheduler)
                let mine = try ExploredChat(in: world, at: server, over: world.network())
                var wanted: [String] = []
                func message() -> MessageRow? { mine.own.first { $0.message != nil } }
                world.may("send") {
                    mine.chat.send("tea", to: server.room)
                    wanted = ["tea"]
                }
                world.may("edit", if: { message() != nil }) {
                    mine.chat.edit(message()!.id, "cup", in: server.room)
                    wanted = ["cup"]
                }
                world.may("delete", if: { message() != nil }) {
                    mine.chat.redact(message()!.id, in: server.room)
                    wanted = []
                }
                world.compare("wanted") { wanted }
                world.always("no message twice") { mine.own.count < 2 && server.own.count < 2 }
                func isRefused() -> Bool { mine.own.contains { $0.isRefused } }
                world.atRest("what the user wants is at the server, or it is told that it was refused") {
                    isRefused() || server.own == wanted
                }
                world.atRest("what is shown is what the server has, or it is told that it was refused") {
                    isRefused() || mine.own.compactMap(\.message?.body) == server.own
                }
                return mine.chat.inspection
            }
            isAll(result)
        }

        it("shows a reaction if the homeserver has it") {
            let result = try explore(faults: 2, steps: orders(3_000), time: .seconds(600)) { world in
                let server = NewsServer(clock: world.scheduler)
                let mine = try ExploredChat(in: world, at: server, over: world.network())
                var isShown: Bool { mine.messages.first?.reactions["+"]?.isOwn == true }
                world.may("react", if: { !mine.messages.isEmpty && !isShown }) {
                    mine.chat.react("+", to: mine.messages[0].id, in: server.room)
                }
                world.may("take it back", if: { isShown }) {
                    mine.chat.unreact("+", to: mine.messages[0].id, in: server.room)
                }
                world.atRest("a reaction is shown if the server has it") { isShown == server.hasReaction("+") }
                return mine.chat.inspection
            }
            isAll(result)
        }
    }
}

extension MessageRow {
    /// Whether it is told that the homeserver does not want it, or what was sent about it.
    var isRefused: Bool { if case .refused = delivery { true } else { false } }
}
