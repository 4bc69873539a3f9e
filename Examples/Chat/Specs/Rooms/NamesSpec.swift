import Millrace
import MillraceApp
import MillraceSpecs
import SampleHomeserver

@testable import MatrixChat

private let ada = "@ada:sample.example"

final class NamesSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()
        let rooms = ["!mill", "!office", "!tea"]

        /// What Ada is called in each room, in the list, and as a person.
        func names(_ user: String = ada) -> [String] {
            rooms.map { stage.chat.view(of: $0).value?.names[user] ?? "" }
                + [stage.chat.titleNames.value[user], stage.chat.person(user).value.name]
        }
        func excerpts() -> [String?] {
            stage.chat.list.value.map { $0.excerpt(stage.chat.titleNames.value) }
        }

        beforeEach {
            stage.server.change { server in
                for room in rooms {
                    server.name(ada, "Ada", in: room)
                    server.say("hello", in: room)
                }
            }
            stage.signIn()
        }

        describe("a person who changes the name") {
            it("changes it everywhere in the same turn") {
                var seen: [[String]] = []
                let views = combine(
                    stage.chat.view(of: "!mill"),
                    stage.chat.view(of: "!tea"),
                    stage.chat.titleNames,
                    stage.chat.person(ada)
                )
                .map { mill, tea, list, person in
                    [mill?.names[ada] ?? "", tea?.names[ada] ?? "", list[ada], person.name]
                }
                let subscription = views.removeDuplicates().observe { seen.append($0) }
                stage.server.change { $0.rename(ada, "Ada L.") }
                stage.scheduler.advance(by: .seconds(1))
                expect(seen).to(equal([Array(repeating: "Ada", count: 4), Array(repeating: "Ada L.", count: 4)]))
                subscription.cancel()
            }

            it("changes the picture in the turn of the events that say so") {
                let picture = "mxc://sample.example/wheel.png"
                var seen: [String] = []
                let subscription = combine(stage.chat.view(of: "!mill"), stage.chat.person(ada))
                    .map { mill, person in "\(mill?.rows.last?.words ?? "") with \(person.avatar ?? "none")" }
                    .removeDuplicates()
                    .observe { seen.append($0) }
                stage.server.change { server in
                    for room in ["!mill", "!tea"] {
                        server.add(
                            [
                                "type": "m.room.member", "sender": .string(ada), "state_key": .string(ada),
                                "content": [
                                    "membership": "join", "displayname": "Ada", "avatar_url": .string(picture),
                                ],
                                "unsigned": ["prev_content": ["membership": "join", "displayname": "Ada"]],
                            ],
                            to: room
                        )
                    }
                }
                stage.scheduler.advance(by: .seconds(1))
                expect(seen).to(equal(["hello with none", "Ada changed the picture with \(picture)"]))
                subscription.cancel()
            }

            it("changes it in one room only, if that is so") {
                stage.server.change { $0.name(ada, "Ada (tea)", in: "!tea") }
                stage.scheduler.advance(by: .seconds(1))
                expect(Array(names().prefix(3))).to(equal(["Ada", "Ada", "Ada (tea)"]))
                stage.server.change { _ = $0.say("hello", in: "!tea") }
                stage.scheduler.advance(by: .seconds(1))
                expect(excerpts()).to(equal(["Ada (tea): hello", "Ada: hello", "Ada: hello"]))
                // The page of the person asks for the profile.
                stage.chat.dispatcher.dispatch(Go.show(Route(.rooms, .person(ada))))
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.chat.person(ada).value.rooms.compactMap(\.name)).to(equal(["Ada (tea)"]))
            }

            it("has the name as a person that was told first, also where another room has another one") {
                let bo = "@bo:sample.example"
                stage.server.change { $0.name(bo, "Bo", in: "!tea") }
                stage.scheduler.advance(by: .seconds(1))
                stage.server.change { $0.name(bo, "Bo (mill)", in: "!mill") }
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.chat.person(bo).value.name).to(equal("Bo"))
            }

            it("keeps the name of one room through a restart") {
                stage.server.change { $0.name(ada, "Ada (tea)", in: "!tea") }
                stage.scheduler.advance(by: .seconds(1))
                let before = names()
                try await stage.restart()
                expect(names()).to(equal(before))
            }
        }

        describe("two people of one name in a room") {
            it("are told apart by their identities, in that room only") {
                stage.server.change { $0.name("@bo:sample.example", "Ada", in: "!tea") }
                stage.scheduler.advance(by: .seconds(1))
                expect(names()).to(equal(["Ada", "Ada", "Ada (\(ada))", "Ada", "Ada"]))
                stage.server.change { _ = $0.say("hi", by: "@bo:sample.example", in: "!tea") }
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.chat.view(of: "!tea").value?.rows.last?.text(stage.chat.view(of: "!tea").value!.names)).to(
                    equal("Ada (@bo:sample.example): hi")
                )
            }

            it("are no longer told apart when one of them has left") {
                stage.server.change { server in
                    server.name("@bo:sample.example", "Ada", in: "!tea")
                    _ = server.add(
                        [
                            "type": "m.room.member", "sender": "@bo:sample.example",
                            "state_key": "@bo:sample.example", "content": ["membership": "leave"],
                        ],
                        to: "!tea"
                    )
                }
                stage.scheduler.advance(by: .seconds(1))
                expect(names()[2]).to(equal("Ada"))
            }
        }
    }
}
