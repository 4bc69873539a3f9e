import Foundation
import MillraceData
import MillraceFlux
import MillraceSignals
import MillraceSpecs
import MillraceTesting
import TestSupport

@testable import MillraceHistory

final class InspectionRecorderSpec: Spec {
    private struct Fetch: Action { var fails = false }
    private struct Fetched: Action { var number = 7 }
    private struct Finish: Action { var id: Int }
    private struct Row: Identifiable, Equatable {
        var id: Int
        var title = "Item"
        var isDone = false
    }
    private struct Refused: Error {
        final class Marker {}
        var code = 401
    }

    func testSpec() {
        @TestState var scheduler = TestScheduler()
        var dispatcher = Dispatcher()
        var counter = makeCounter(on: dispatcher)
        var tape = Tape()
        var problems: [RecordingError] = []

        @discardableResult
        func record() -> InspectionRecorder {
            InspectionRecorder(
                on: dispatcher,
                inspecting: counter,
                notes: ["file": "a"],
                to: tape.write,
                onFailure: { problems.append($0) }
            )
        }
        /// The lines without those that tell names.
        func lines() -> [String] { tape.contents.filter { !$0.hasPrefix(#"{"names":"#) } }
        func line(_ index: Int) throws -> InspectedTree { try InspectedTree(lines()[index].utf8) }
        func names() throws -> [String] {
            try tape.contents.flatMap { try InspectedTree($0.utf8)["names"]?.items.compactMap(\.string) ?? [] }
        }
        func name(_ number: InspectedTree?) throws -> String? { try number?.int.map { try names()[$0] } }
        /// A line without the place in this file.
        func plain(_ index: Int) -> String { lines()[index].replacing(/,"at":\d+/, with: "") }

        beforeEach {
            dispatcher = Dispatcher(on: scheduler)
            counter = makeCounter(on: dispatcher, name: "counter")
            (tape, problems) = (Tape(), [])
        }

        describe("an inspection") {
            it("begins with the states, the graph and the app's notes") {
                record()
                let header = try line(0)
                expect(header["inspection"]?.int) == 2
                expect(header["notes"]?["file"]?.string) == "a"
                expect(header["states"]?.items[0].items[0].string) == "counter"
                let state = try InspectedTree(
                    #"{"t":"CounterState","f":[["count",0],["name",""],["added",[]]]}"#.utf8
                )
                expect(header["states"]?.items[0].items[1] == state) == true
                expect(header["graph"]?["nodes"]?.items[0]["kind"]?.string) == "Observable<CounterState>"
            }

            it("has for each action its type and content, where it is from, how long it took, and what has changed") {
                record()
                dispatcher.dispatch(Add(amount: 3))
                expect(try names().filter { !$0.contains("swift:") }) == ["Add", "counter"]
                let action = try line(1), numbers = action["a"]?.items ?? []
                expect(numbers.count) == 5
                expect(numbers[0].int) == 0
                expect(try name(numbers[1])) == "Add"
                expect(try name(numbers[2])).to(contain("InspectionRecorderSpec.swift:"))
                expect(try name(numbers[3])) == "counter"
                expect(numbers[4].int) == 0
                expect(lines()[1]).to(
                    endWith(
                        #"],"c":{"t":"Add","f":[["amount",3]]},"p":[2,[["=",["count"],0,3],["+",["added",0],3,0]]]}"#
                    )
                )
            }

            it("tells a name once, before the line that has its number") {
                record()
                for _ in 0..<3 { dispatcher.dispatch(Add()) }
                dispatcher.dispatch(Clear())
                let kinds = tape.contents.map { $0.prefix(5) }
                expect(kinds) == ["{\"ins", "{\"nam", "{\"a\":", "{\"a\":", "{\"a\":", "{\"nam", "{\"a\":"]
            }

            let count = Programs.size(100_000)
            it("takes no more than 170 bytes for an action that changes one of \(count) rows") {
                let rows = Store(Table((0..<count).map { Row(id: $0) }), on: dispatcher, name: "rows") { store in
                    store.on(Finish.self) { $0[id: $1.id]?.isDone = true }
                }
                let recorder = InspectionRecorder(on: dispatcher, inspecting: rows, to: tape.write)
                for number in 0..<100 {
                    scheduler.advance(by: .milliseconds(900))
                    rows.dispatcher.dispatch(Finish(id: count - 1 - number))
                }
                recorder.finish()
                let actions = tape.lines.filter { $0.contains(#","a":["#) }
                expect(actions.count) == 100
                expect(actions.map(\.utf8.count).max() ?? 0) < 170
            }

            it("tells the time since the line before") {
                record()
                for milliseconds in [3, 4] {
                    scheduler.advance(by: .milliseconds(milliseconds))
                    dispatcher.dispatch(Add())
                }
                expect(try [1, 2].map { try line($0)["a"]?.items[0].int }) == [3_000, 4_000]
            }

            it("says to whom an action was addressed, and that nobody handles one") {
                record()
                dispatcher.dispatch(Add(), to: counter)
                dispatcher.dispatch(Clear())
                expect(try name(line(1)["to"])) == "counter"
                expect(try line(2)["a"]?.items.count) == 3
                expect(try name(line(2)["a"]?.items[1])) == "Clear"
                expect(lines()[2]).to(endWith(#"],"c":{"t":"Clear","f":[]}}"#))
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
                let types = try (1...3).map { try name(line($0)["a"]?.items[1]) }
                expect(types) == ["Add", "Rename", "Add"]
                expect(lines()[1]).to(contain(#""by":[["limit","drop"]]"#))
                expect(lines()[2]).to(contain(#""by":[["limit","replace","Add"]]"#))
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
                expect(try name(line(3)["store"])) == "fetcher"
                let number = try line(3)["store"]?.int ?? -1
                expect(plain(3)) == #"{"e":1,"i":2,"t":0,"store":\#(number),"id":"fetch","policy":"latest"}"#
                expect(plain(4)) == #"{"e":1,"t":0,"end":"finished"}"#
                expect(plain(5)).to(contain(#""o":{"e":1}"#))
                expect(plain(7)) == #"{"e":2,"i":4,"t":0,"store":\#(number),"id":"fetch","policy":"latest"}"#
                expect(plain(8)) == """
                    {"e":2,"t":0,"end":"failed","why":"Refused","error":{"t":"Refused","f":[["code",401]]}}
                    """
                withExtendedLifetime(store) {}
            }

            it("has a step of the outside with its time, between the actions and not as one of them") {
                let recorder = record()
                dispatcher.dispatch(Add())
                scheduler.advance(by: .milliseconds(300))
                recorder.recordStep("300 ms \"pass\"")
                scheduler.advance(by: .milliseconds(1))
                dispatcher.dispatch(Add())
                recorder.finish()
                expect(lines()[2]) == #"{"step":"300 ms \"pass\"","t":300000}"#
                expect(try line(3)["a"]?.items[0].int) == 1_000
                expect(lines().last) == #"{"end":2}"#
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
                recorder.recordStep("nobody reads this")
                dispatcher.dispatch(Add())
                expect(tape.contents.last) == #"{"end":1}"#
                expect(tape.lines.count) == 4
            }

            it("seals each line with a checksum of it and of all before") {
                record()
                for _ in 0..<3 { dispatcher.dispatch(Add()) }
                expect(tape.data) == resealed(tape.text)
                expect(tape.writes) == 5
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
                        onFailure: { problems.append($0) }
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
