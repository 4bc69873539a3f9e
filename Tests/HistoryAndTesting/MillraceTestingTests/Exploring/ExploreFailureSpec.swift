import Foundation
import Millrace
import MillraceHistory
import MillraceSpecs
import TestSupport

/// What is told of a failure.
final class ExploreFailureSpec: Spec {
    func testSpec() {
        /// The messages of an exploration.
        func failures(
            faults: Int = 1,
            _ body: @escaping (World) throws -> Inspection
        ) throws -> [String] {
            try messages { try explore(faults: faults, body) }
        }

        describe("a story") {
            it("has each step with what it changes, what should be, the code that brings it back, and a recording") {
                var recording = ""
                let found =
                    try messages {
                        _ = try PostFeature(fault: .staysWaiting).explore()
                    } reading: {
                        recording = (try? String(contentsOf: $0, encoding: .utf8)) ?? ""
                    }.first ?? ""
                expect(found).to(
                    beginWith(
                        """
                        explore: 'what is shown is what the server has' does not hold at rest: it is <true>, and should \
                        be <false>
                        The story, of 2 steps:
                          1. tap
                               post
                                 isStarred: false → true
                                 wish: nil → true
                          2. star true: fails: StarRefused()
                        To bring it back: try explore(following: [
                                "tap",
                                "star true: fails: StarRefused()",
                            ]) { world in …
                        To see it: inspect 
                        """
                    )
                )
                expect(recording).to(contain("ToggleStar", "star true: fails: StarRefused()"))
            }

            it("comes back with its names (law X3)") {
                func follow(_ story: [String]) throws -> [String] {
                    try messages {
                        try explore(following: story) { world in
                            let (server, dispatcher) = (StarServer(), Dispatcher(on: world.scheduler))
                            let feature = PostFeature(fault: .staysWaiting)
                            let post = feature.makeStore(world.outside, server, on: dispatcher)
                            world.may("tap") { dispatcher.dispatch(ToggleStar()) }
                            world.atRest("what is shown is true") { post.state.value.isStarred == server.isStarred }
                            return Inspection(of: post)
                        }
                    }
                }
                expect(try follow(["tap", "star true: done"])).to(beEmpty())
                let found = try follow(PostFeature.Fault.staysWaiting.story)
                expect(found).to(haveCount(1))
                expect(found.first).to(beginWith("explore: 'what is shown is true' does not hold at rest"))
                expect(try follow(["tap", "tip"])).to(
                    equal([
                        """
                        explore: the step 'tip' is not possible after 1 steps. To fix: explore anew, or choose one of: \
                        star true: done; star true: served, and answered later; star true: fails: StarRefused().
                        """
                    ])
                )
            }
        }

        describe("a condition") {
            it("is always true") {
                let found = try failures { world in
                    let notes = Notes(on: world.scheduler)
                    for name in ["a", "b", "c"] { world.may(name) { notes.add(name) } }
                    world.always("no b after c") { !notes.text.contains("cb") }
                    return Inspection(of: notes.store)
                }
                expect(found.first).to(beginWith("explore: 'no b after c' does not always hold: it does not hold\n"))
                expect(found.first).to(contain("of 2 steps", "1. c", "2. b"))
            }

            it("is made of expectations") {
                let found = try failures { world in
                    let notes = Notes(on: world.scheduler)
                    world.may("a") { notes.add("a") }
                    world.always("is empty", expecting: { expect(notes.text).to(beEmpty()) })
                    return Inspection(of: notes.store)
                }
                expect(found).to(haveCount(1))
                expect(found.first).to(beginWith("explore: 'is empty' does not always hold: expected to be empty"))
            }

            it("fails with what it throws") {
                let found = try failures { world in
                    let notes = Notes(on: world.scheduler)
                    world.always("is there") { () throws -> Bool in throw NoConnection() }
                    return Inspection(of: notes.store)
                }
                expect(found.first).to(beginWith("explore: 'is there' does not always hold: it throws NoConnection()"))
            }

            it("comes true in the end, though timers never cease") {
                func explored(_ isStuck: Bool) throws -> [String] {
                    try failures { world in
                        let notes = Notes(on: world.scheduler)
                        let scheduler = world.scheduler
                        scheduler.start {
                            while true { do { try await scheduler.sleep(for: .seconds(1)) } catch { return } }
                        }
                        let outside = world.outside
                        world.may("load") {
                            notes.add("…")
                            scheduler.start {
                                let answer = try? await outside.answer("list", failing: [NoConnection()]) { "!" }
                                if !isStuck || answer != nil { notes.add("!") }
                            }
                        }
                        world.inTheEnd("is loaded", within: 5) { notes.text.count != 1 }
                        return Inspection(of: notes.store)
                    }
                }
                expect(try explored(false)).to(beEmpty())
                let found = try explored(true)
                expect(found.first).to(
                    beginWith(
                        "explore: 'is loaded' does not hold in the end: it does not hold, 5 steps later, in which"
                    )
                )
                expect(found.first).to(contain("1. load", "2. list: fails: NoConnection()"))
            }

            it("for rest is tried, or that is a failure") {
                let found = try failures { world in
                    let notes = Notes(on: world.scheduler)
                    let scheduler = world.scheduler
                    scheduler.start {
                        while true { do { try await scheduler.sleep(for: .seconds(1)) } catch { return } }
                    }
                    world.atRest("is empty") { notes.text.isEmpty }
                    return Inspection(of: notes.store)
                }
                expect(found.first).to(contain("'is empty' does not hold at rest: it was never tried", "To fix:"))
            }
        }

        describe("of every app") {
            it("no effect is in flight at rest, unless it waits for ever on purpose") {
                func explored(_ isMeant: Bool) throws -> [String] {
                    try failures { world in
                        let dispatcher = Dispatcher(on: world.scheduler)
                        let store = Store(0, on: dispatcher, name: "number") { store in
                            store.on(ToggleStar.self) { _, _ in
                                .run("wait") { _ in
                                    let (stream, continuation) = AsyncStream<Never>.makeStream()
                                    for await _ in stream {}
                                    continuation.finish()
                                }
                            }
                        }
                        world.may("tap") { dispatcher.dispatch(ToggleStar()) }
                        if isMeant { world.mayStayInFlight("wait") }
                        return Inspection(of: store)
                    }
                }
                expect(try explored(true)).to(beEmpty())
                expect(try explored(false).first).to(contain("at rest, effects are in flight (wait)", "To fix:"))
            }

            it("no work goes on without time passing") {
                let found = try failures { world in
                    let notes = Notes(on: world.scheduler)
                    let scheduler = world.scheduler
                    func again() { scheduler.schedule(after: .zero) { again() } }
                    world.may("spin") { again() }
                    return Inspection(of: notes.store)
                }
                expect(found.first).to(contain("after 100,000 pieces of work on end", "1. spin"))
            }

            it("each state can be compared") {
                final class Box {}
                let found = try failures { world in
                    let store = Store(Box(), on: Dispatcher(on: world.scheduler), name: "box") { _ in }
                    return Inspection(of: store)
                }
                expect(found.first).to(contain("the state of box has no digest", "To fix:"))
            }
        }

        describe("what checks itself") {
            it("finds a run that is not the same again (law F7), and names the store and the step") {
                var random = SeededGenerator(seed: 7)
                let found = try failures { world in
                    let notes = Notes(on: world.scheduler)
                    world.may("a", times: 3) { notes.add("\(random.next() % 1_000)") }
                    return Inspection(of: notes.store)
                }
                expect(found.first).to(
                    contain("the same choices gave two different runs. After the step 'a' there is a difference:")
                )
                expect(found.first).to(contain("notes\n", "law F7"))
            }

            it("finds it where there is one order only, too") {
                var random = SeededGenerator(seed: 7)
                let found = try failures { world in
                    let notes = Notes(on: world.scheduler)
                    world.scheduler.schedule(after: .seconds(1)) { notes.add("\(random.next() % 1_000)") }
                    return Inspection(of: notes.store)
                }
                expect(found.first).to(contain("the same choices gave two different runs", "1 s later"))
            }

            it("finds what decides outside of the stores (law X2)") {
                let found = try failures { world in
                    let notes = Notes(on: world.scheduler, isSorted: true)
                    var last = ""
                    for name in ["a", "b", "c", "d", "e"] {
                        world.may(name) {
                            last = name
                            notes.add(name)
                        }
                    }
                    world.may("say") { notes.add(last.uppercased()) }
                    return Inspection(of: notes.store)
                }
                expect(found.first).to(
                    contain(
                        "two orders lead to equal states",
                        "something outside of the stores decides",
                        "World.compare"
                    )
                )
            }

            it("follows a failure that only shows when equal moments are followed") {
                let found = try failures { world in
                    let notes = Notes(on: world.scheduler, isSorted: true)
                    var last = ""
                    for name in ["a", "b", "c", "d", "e"] {
                        world.may(name) {
                            last = name
                            notes.add(name)
                        }
                    }
                    var isBroken = false
                    world.may("say", if: { notes.text == "abcde" }) {
                        isBroken = last == "a"
                        notes.add("f")
                    }
                    world.always("is whole") { !isBroken }
                    return Inspection(of: notes.store)
                }
                expect(found).to(haveCount(1))
            }
        }
    }
}
