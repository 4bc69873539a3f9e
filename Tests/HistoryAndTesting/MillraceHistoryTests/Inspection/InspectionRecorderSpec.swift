import Foundation
import MillraceFlux
import MillraceSignals
import MillraceSpecs
import MillraceTesting
import TestSupport

@testable import MillraceHistory

final class InspectionRecorderSpec: Spec {
    private struct Fetch: Action { var fails = false }
    private struct Fetched: Action { var number = 7 }
    private struct Refused: Error {
        final class Marker {}
        var code = 401
    }

    func testSpec() {
        @TestState var scheduler = TestScheduler()
        var dispatcher = Dispatcher()
        var counter = makeCounter(on: dispatcher)
        var tape = Tape()
        var problems: [RecordingProblem] = []

        @discardableResult
        func record() -> InspectionRecorder {
            InspectionRecorder(
                on: dispatcher,
                inspecting: counter,
                notes: ["file": "a"],
                to: tape.write,
                onProblem: { problems.append($0) }
            )
        }
        func line(_ index: Int) throws -> InspectedTree { try InspectedTree(tape.contents[index].utf8) }
        /// A line without what depends on the place of this file and on the time.
        func plain(_ index: Int) -> String {
            tape.contents[index].replacing(/,"t":\d+|,"d":[\d.]+|,"at":"[^"]*"|"at":"[^"]*"/, with: "")
        }

        beforeEach {
            dispatcher = Dispatcher(on: scheduler)
            counter = makeCounter(on: dispatcher, name: "counter")
            (tape, problems) = (Tape(), [])
        }

        describe("an inspection") {
            it("begins with the states, the graph and the app's notes") {
                record()
                let header = try line(0)
                expect(header["inspection"]?.int) == 1
                expect(header["notes"]?["file"]?.string) == "a"
                expect(header["states"]?.items[0].items[0].string) == "counter"
                let state = try InspectedTree(
                    #"{"t":"CounterState","f":[["count",0],["name",""],["added",[]]]}"#.utf8
                )
                expect(header["states"]?.items[0].items[1] == state) == true
                expect(header["graph"]?["nodes"]?.items[0]["kind"]?.string) == "Observable<CounterState>"
            }

            it("has for each action its number, type and content, who it is from, and what has changed") {
                record()
                dispatcher.dispatch(Add(amount: 3))
                expect(plain(1)) == """
                    {"i":1,"type":"Add","content":{"t":"Add","f":[["amount",3]]},"from":{},"calls":[["counter",0]],\
                    "changes":[["counter",[["=",["count"],0,3],["+",["added",0],3,0]]]]}
                    """
                expect(try line(1)["from"]?["at"]?.string).to(contain("InspectionRecorderSpec.swift:"))
                expect(try line(1)["t"]?.int) == 0
            }

            it("tells the time since it began") {
                record()
                scheduler.advance(by: .milliseconds(3))
                dispatcher.dispatch(Add())
                expect(try line(1)["t"]?.int) == 3_000
            }

            it("says to whom an action was addressed, and that nobody handles one") {
                record()
                dispatcher.dispatch(Add(), to: counter)
                dispatcher.dispatch(Clear())
                expect(try line(1)["to"]?.string) == "counter"
                expect(plain(2)) == #"{"i":2,"type":"Clear","content":{"t":"Clear","f":[]},"from":{}}"#
            }

            it("numbers what middleware drops, too, and says what it has replaced") {
                dispatcher.install(
                    Middleware(
                        decide: { action in
                            switch (action as? Add)?.amount {
                            case 1: .drop
                            case 2: .replace(by: Rename(name: "two"))
                            default: .pass
                            }
                        },
                        name: "limit"
                    )
                )
                record()
                for amount in 1...3 { dispatcher.dispatch(Add(amount: amount)) }
                expect(plain(1)).to(contain(#"{"i":1,"type":"Add""#, #""by":[["limit","drop"]]"#))
                expect(plain(2)).to(contain(#"{"i":2,"type":"Rename""#, #""by":[["limit","replace","Add"]]"#))
                expect(plain(3)).to(contain(#"{"i":3,"type":"Add""#))
            }

            it("says when an effect begins and how it ends, and which actions it has dispatched") {
                let store = Store(0, on: dispatcher, name: "fetcher") { store in
                    store.on(Fetch.self) { _, action in
                        .run("fetch", .latest) { if action.fails { throw Refused() } else { return Fetched() } }
                    }
                    store.on(Fetched.self) { state, action in state = action.number }
                }
                dispatcher.onEffectFailure = { _ in }
                dispatcher.install(Middleware(decide: { $0 is Clear ? .drop : .pass }))
                record()
                dispatcher.dispatch(Clear())
                dispatcher.dispatch(Fetch())
                scheduler.run()
                dispatcher.dispatch(Fetch(fails: true))
                scheduler.run()
                expect(plain(3)) == #"{"e":1,"i":2,"store":"fetcher","id":"fetch","policy":"latest"}"#
                expect(plain(4)) == #"{"e":1,"end":"finished"}"#
                expect(plain(5)).to(contain(#""from":{"e":1}"#))
                expect(plain(7)) == #"{"e":2,"i":4,"store":"fetcher","id":"fetch","policy":"latest"}"#
                expect(plain(8)) == """
                    {"e":2,"end":"failed","why":"Refused","error":{"t":"Refused","f":[["code",401]]}}
                    """
                withExtendedLifetime(store) {}
            }

            it("has the graph again where that is asked for") {
                let recorder = record()
                let subscription = counter.state.map(\.count).named("count").observe { _ in }
                recorder.recordGraph()
                let graph = try line(1)["graph"]
                expect(graph?["nodes"]?.items.compactMap { $0["name"]?.string }) == ["counter", "count"]
                expect(graph?["edges"]?.items.map { $0.items.compactMap(\.int) }) == [[1, 2]]
                subscription.cancel()
            }

            it("ends with the number of actions, once, and has nothing behind it") {
                let recorder = record()
                dispatcher.dispatch(Add())
                recorder.finish()
                recorder.finish()
                recorder.recordGraph()
                dispatcher.dispatch(Add())
                expect(tape.contents.last) == #"{"end":1}"#
                expect(tape.lines.count) == 3
            }

            it("seals each line with a checksum of it and of all before") {
                record()
                for _ in 0..<3 { dispatcher.dispatch(Add()) }
                expect(tape.data) == resealed(tape.text)
                expect(tape.writes) == 4
            }

            it("ends where the output fails, which is told once, and lets go of the states") {
                weak var held: Refused.Marker?
                let recorder = {
                    let marker = Refused.Marker()
                    held = marker
                    let other = Store(marker, on: Dispatcher(), name: "other")
                    return InspectionRecorder(
                        on: dispatcher,
                        inspecting: other,
                        to: tape.write,
                        onProblem: { problems.append($0) }
                    )
                }()
                expect(held == nil) == false
                tape.room = 0
                for _ in 0..<3 { dispatcher.dispatch(Add()) }
                expect(problems.count) == 1
                expect("\(problems[0])").to(contain("the output failed", "To fix: "))
                expect(tape.lines.count) == 1
                expect(held == nil) == true
                expect(counter.state.value.count) == 3
                recorder.finish()
                expect(tape.lines.count) == 1
            }
        }
    }
}
