import Millrace
import MillraceHistory
import MillraceSimulation
import MillraceSpecs
import SampleHomeserver
import TestSupport

@testable import MatrixChat

/// Two programs of one user show the same in the end, and what the homeserver has.
final class TwoProgramsOrdersSpec: Spec {
    func testSpec() {
        /// Has a phone and a laptop of one user. Each of them may do something, and nothing that they do is refused.
        func exploreTwo(
            faults: Int = 1,
            _ user: @escaping (ExploredChat, NewsServer, World, _ name: String) -> Void
        ) throws -> Exploration {
            try explorePrograms(faults: faults, steps: orders(6_000), time: .seconds(600)) { world in
                let server = NewsServer(clock: world.scheduler)
                server.change { _ = $0.say("old", by: SampleHomeserver.user, in: server.room) }
                var programs: [ExploredChat] = []
                for (number, name) in ["phone", "laptop"].enumerated() {
                    try world.program(name) {
                        let mine = try ExploredChat(
                            in: world,
                            at: server,
                            over: world.network(),
                            refusing: [],
                            from: UInt64(number) * 1_000 + 1
                        )
                        programs.append(mine)
                        user(mine, server, world, name)
                        return mine.chat.inspection
                    }
                }
                world.atRest("both show the same") {
                    programs[0].rows
                } equals: {
                    programs[1].rows
                }
                world.atRest("both show what the server has") {
                    programs[0].own.compactMap(\.message?.body)
                } equals: {
                    server.own
                }
                world.atRest("nothing is refused that the server has") {
                    !programs.contains { $0.own.contains { $0.isRefused } }
                }
                world.atRest("what was written is there") {
                    server.writtenCount == programs.map(\.writtenCount).reduce(0, +)
                }
            }
        }

        it("shows on both what was written on either") {
            let result = try exploreTwo { mine, server, world, name in
                world.may("send") { mine.chat.send("by the \(name)", to: server.room) }
            }
            isAll(result)
        }

        it("shows the same reactions, on whichever the user has reacted") {
            let result = try exploreTwo { mine, server, world, name in
                world.may("react", if: { mine.own.contains { $0.reactions["+"]?.isOwn != true } }) {
                    mine.chat.react("+", to: mine.own[0].id, in: server.room)
                }
            }
            isAll(result)
        }

        it("shows the same text, whichever edits or deletes first") {
            let result = try exploreTwo { mine, server, world, name in
                func message() -> MessageRow? { mine.own.first { $0.message != nil } }
                world.may("edit", if: { message() != nil }) { mine.chat.edit(message()!.id, name, in: server.room) }
                if name == "laptop" {
                    world.may("delete", if: { message() != nil }) { mine.chat.redact(message()!.id, in: server.room) }
                }
            }
            isAll(result)
        }
    }
}
