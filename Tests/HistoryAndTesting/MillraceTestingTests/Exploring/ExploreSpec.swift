import Millrace
import MillraceHistory
import MillraceSpecs
import TestSupport

/// What is tried, and how it is counted (laws X1, X2 and X4).
final class ExploreSpec: Spec {
    func testSpec() {
        describe("a screen without a fault") {
            it("is tried in all orders") {
                let result = try PostFeature().explore()
                expect(result.isComplete).to(beTrue())
                expect(result.failure).to(beNil())
                expect(result.untried).to(equal(0))
                expect("\(result)").to(beginWith("all orders: "))
            }

            it("is tried the same way each time (law X1)") {
                let (one, other) = (try PostFeature().explore(), try PostFeature().explore())
                expect([one.moments, one.runs, one.steps]).to(equal([other.moments, other.runs, other.steps]))
            }
        }

        describe("a fault") {
            for fault in PostFeature.Fault.allCases {
                it("is found, with the shortest story: \(fault)") {
                    var result: Exploration?
                    let found = try messages { result = try PostFeature(fault: fault).explore() }
                    expect(found).to(haveCount(1))
                    expect(result?.story).to(equal(fault.story))
                }
            }
        }

        describe("what may happen") {
            /// Explores a store that counts, and returns all the stories that its states tell.
            func stories(
                faults: Int = 1,
                _ prepare: @escaping (World, @escaping (String) -> Void) -> Void
            ) throws -> Set<String> {
                var stories: Set<String> = []
                let result = try explore(faults: faults) { world in
                    let notes = Notes(on: world.scheduler)
                    prepare(world) { notes.add($0) }
                    world.atRest("is noted") {
                        stories.insert(notes.text)
                        return true
                    }
                    return Inspection(of: notes.store)
                }
                expect(result.isComplete).to(beTrue())
                return stories
            }

            it("happens in each order, each as often as it may") {
                let found = try stories { world, note in
                    world.may("a", times: 2) { note("a") }
                    world.may("b") { note("b") }
                }
                expect(found).to(equal(["", "a", "aa", "b", "ab", "ba", "aab", "aba", "baa"]))
            }

            it("happens only where it can") {
                let found = try stories { world, note in
                    var isOpen = false
                    world.may("open") {
                        isOpen = true
                        note("o")
                    }
                    world.may("close", if: { isOpen }) { note("c") }
                }
                expect(found).to(equal(["", "o", "oc"]))
            }

            it("is time, when something is due") {
                let found = try stories { world, note in
                    let scheduler = world.scheduler
                    scheduler.schedule(after: .seconds(2)) { note("2") }
                    scheduler.schedule(after: .seconds(1)) { note("1") }
                    world.may("a") { note("a") }
                }
                expect(found).to(equal(["12", "a12", "1a2", "12a"]))
            }

            it("is an answer, one that comes later than others, or a failure") {
                let found = try stories { world, note in
                    let outside = world.outside
                    for name in ["x", "y"] {
                        world.scheduler.start {
                            do {
                                let answer = try await outside.answer(name, failing: [NoConnection()]) { name }
                                note(answer)
                            } catch {
                                note(name.uppercased())
                            }
                        }
                    }
                }
                expect(found).to(equal(["xy", "yx", "Xy", "yX", "xY", "Yx"]))
            }

            it("is no more of faults than allowed") {
                let found = try stories(faults: 2) { world, note in
                    let outside = world.outside
                    world.scheduler.start {
                        for _ in 0..<3 {
                            let isWell = (try? await outside.answer("x", failing: [NoConnection()]) { true }) ?? false
                            note(isWell ? "+" : "-")
                        }
                    }
                }
                expect(found).to(equal(["+++", "-++", "+-+", "++-", "--+", "-+-", "+--"]))
            }

            it("is an answer that is lost, where something is changed") {
                let found = try stories { world, note in
                    let outside = world.outside
                    var count = 0
                    world.scheduler.start {
                        let answer = try? await outside.answer("x", failing: [NoConnection()], isChange: true) {
                            count += 1
                            return count
                        }
                        note("\(answer.map { "\($0)" } ?? "-")\(count)")
                    }
                }
                expect(found).to(equal(["11", "-0", "-1"]))
            }
        }

        describe("an exploration that begins later") {
            it("has all go well until then") {
                var beginnings: Set<String> = []
                let result = try explore { world in
                    let notes = Notes(on: world.scheduler)
                    let (outside, scheduler) = (world.outside, world.scheduler)
                    scheduler.start {
                        for name in ["x", "y"] {
                            let isWell = (try? await outside.answer(name, failing: [NoConnection()]) { true }) ?? false
                            notes.add(isWell ? name : "-")
                        }
                    }
                    world.begins { notes.text == "x" }
                    world.always("is noted") {
                        beginnings.insert(notes.text)
                        return true
                    }
                    return Inspection(of: notes.store)
                }
                expect(beginnings).to(equal(["x", "xy", "x-"]))
                expect(result.isComplete).to(beTrue())
            }

            it("says where it never begins") {
                let found = try messages {
                    try explore { world in
                        let notes = Notes(on: world.scheduler)
                        world.begins { notes.text == "x" }
                        return Inspection(of: notes.store)
                    }
                }
                expect(found.first).to(contain("the exploration does not begin", "To fix:"))
            }
        }

        describe("moments") {
            it("are the same where the states are, whichever way led to them") {
                let result = try explore { world in
                    let notes = Notes(on: world.scheduler, isSorted: true)
                    for name in ["a", "b", "c"] { world.may(name) { notes.add(name) } }
                    return Inspection(of: notes.store)
                }
                // The subsets of three.
                expect(result.moments).to(equal(8))
            }

            it("are not the same where different things wait, or at other times") {
                func moments(_ delay: @escaping (Int) -> Duration) throws -> Int {
                    try explore { world in
                        let notes = Notes(on: world.scheduler)
                        let scheduler = world.scheduler
                        for number in 1...2 {
                            world.may("\(number)") {
                                scheduler.schedule(after: delay(number)) { notes.add("x") }
                            }
                        }
                        return Inspection(of: notes.store)
                    }.moments
                }
                expect(try moments { _ in .seconds(1) }).to(beLessThan(try moments { .seconds($0) }))
            }

            it("are compared by what is named, too") {
                func moments(_ names: Bool) throws -> Int {
                    var hidden = 0
                    return try explore { world in
                        hidden = 0
                        let notes = Notes(on: world.scheduler)
                        world.may("a", times: 3) { hidden += 1 }
                        if names { world.compare("hidden") { hidden % 2 } }
                        return Inspection(of: notes.store)
                    }.moments
                }
                expect(try moments(true)).to(equal(4))
            }

            it("have the members of families, which come and go") {
                let result = try explore { world in
                    let rooms = Rooms(on: world.scheduler)
                    world.may("enter") { rooms.enter("tea") }
                    world.may("leave") { rooms.leave("tea") }
                    world.may("say", times: 2) { rooms.say(to: "tea") }
                    world.always("members are those of the lobby") {
                        rooms.family.keys == rooms.lobby.state.value.ids
                    }
                    return Inspection(of: rooms.lobby, rooms.family)
                }
                expect(result.isComplete).to(beTrue())
            }
        }

        describe("programs") {
            it("are several, each with what is its own") {
                let result = try explorePrograms { world in
                    let server = StarServer()
                    for name in ["phone", "laptop"] {
                        try world.program(name) {
                            let dispatcher = Dispatcher(on: world.scheduler)
                            let post = PostFeature().makeStore(world.outside, server, on: dispatcher)
                            world.may("tap") { dispatcher.dispatch(ToggleStar()) }
                            world.atRest("nothing waits") { post.state.value.wish == nil }
                            return Inspection(of: post)
                        }
                    }
                    world.compare("server") { server.isStarred }
                }
                expect(result.isComplete).to(beTrue())
            }

            it("end, and begin anew, as often as allowed") {
                var stories: Set<String> = []
                let result = try explorePrograms(ends: 1) { world in
                    var begins = 0
                    try world.program("phone") {
                        begins += 1
                        let notes = Notes(on: world.scheduler)
                        notes.add("\(begins)")
                        world.may("a") { notes.add("a") }
                        world.atRest("is noted") {
                            stories.insert(notes.text)
                            return true
                        }
                        return Inspection(of: notes.store)
                    }
                    world.compare("begins") { begins }
                }
                expect(result.isComplete).to(beTrue())
                // What may happen once happens once, in whichever run of the program.
                expect(stories).to(equal(["1", "1a", "2", "2a"]))
            }

            it("are not answered when they have ended") {
                var answers = 0
                try explorePrograms(ends: 1) { world in
                    try world.program("phone") {
                        let notes = Notes(on: world.scheduler)
                        let outside = world.outside
                        world.scheduler.start {
                            do { try await outside.answer("x") { answers += 1 } } catch {}
                            notes.add("x")
                        }
                        return Inspection(of: notes.store)
                    }
                }
                expect(answers).to(beGreaterThan(0))
            }
        }

        describe("an exploration that is too large") {
            it("cuts down what it finds at random") {
                var result: Exploration?
                _ = try messages {
                    result = try explore(steps: 600) { world in
                        let notes = Notes(on: world.scheduler)
                        for name in ["a", "b", "c"] { world.may(name, times: 9) { notes.add(name) } }
                        world.always("there are few of a kind") { notes.text.count { $0 == "a" } < 5 }
                        return Inspection(of: notes.store)
                    }
                }
                expect(result?.surprises).to(beLessThan(5))
                expect(result?.story).to(equal(["a", "a", "a", "a", "a"]))
            }

            it("says so, and goes on at random") {
                var most = 0
                let result = try explore(steps: 3_000) { world in
                    let notes = Notes(on: world.scheduler)
                    for name in ["a", "b", "c"] { world.may(name, times: 9) { notes.add(name) } }
                    world.always("is counted") {
                        most = max(most, notes.text.count)
                        return true
                    }
                    return Inspection(of: notes.store)
                }
                expect(result.isComplete).to(beFalse())
                expect(result.untried).to(beGreaterThan(0))
                expect("\(result)").to(contain("not all orders, but those with at most \(result.surprises) surprises"))
                expect(result.surprises).to(beGreaterThan(2))
                // The random part goes farther than the complete one.
                expect(most).to(beGreaterThan(result.surprises))
            }
        }
    }
}

/// A store whose state is the text of what was added.
struct Notes {
    struct Add: Action { let text: String }

    let dispatcher: Dispatcher
    let store: Store<String>

    init(on scheduler: TestScheduler, isSorted: Bool = false) {
        dispatcher = Dispatcher(on: scheduler)
        store = Store("", on: dispatcher, name: "notes") { store in
            store.on(Add.self) { state, action in
                state += action.text
                if isSorted { state = String(state.sorted()) }
            }
        }
    }

    var text: String { store.state.value }

    func add(_ text: String) { dispatcher.dispatch(Add(text: text)) }
}

/// A lobby with rooms that come and go.
struct Rooms {
    struct Enter: Action { let id: String }
    struct Leave: Action { let id: String }
    struct Say: Action {}

    struct Lobby { var ids: [String] = [] }

    let lobby: Store<Lobby>
    let family: StoreFamily<String, Int>

    init(on scheduler: TestScheduler) {
        let dispatcher = Dispatcher(on: scheduler)
        lobby = Store(Lobby(), on: dispatcher, name: "lobby") { store in
            store.on(Enter.self) { state, action in state.ids.append(action.id) }
            store.on(Leave.self) { state, action in state.ids.removeAll { $0 == action.id } }
        }
        family = StoreFamily(of: lobby, \.ids, name: "rooms") { _ in
            Store(0, on: dispatcher) { store in store.on(Say.self) { state, _ in state += 1 } }
        }
    }

    func enter(_ id: String) { lobby.dispatcher.dispatch(Enter(id: id)) }
    func leave(_ id: String) { lobby.dispatcher.dispatch(Leave(id: id)) }
    func say(to id: String) { family.dispatch(Say(), to: id) }
}
