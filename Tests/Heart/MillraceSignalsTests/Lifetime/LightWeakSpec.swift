import Foundation
import MillraceSpecs

@testable import MillraceSignals

/// How what is below refers to what is above: it keeps nothing, and leaves nothing behind.
final class LightWeakSpec: Spec {
    private final class Object {}

    /// A way to link something to a variable, and to leave it again.
    private struct Way: Sendable {
        let name: String
        let run: @Sendable (Variable<Int>) -> Void
    }

    private static let ways = [
        Way(name: "an observed map") { $0.map { $0 + 1 }.observe { _ in }.cancel() },
        Way(name: "a combine of two") { variable in
            combine(variable, variable.map { $0 + 1 }) { $0 + $1 }.observe { _ in }.cancel()
        },
        Way(name: "a combine of an array") { combine([$0, $0, $0]).observe { _ in }.cancel() },
        Way(name: "a switch that has followed several") { variable in
            let choice = Variable(0)
            let inner = [variable, variable.map { $0 + 1 }, Variable(1)]
            let subscription = choice.flatMapLatest { inner[$0] }.observe { _ in }
            for number in [1, 2, 0, 2] { choice.value = number }
            subscription.cancel()
        },
        Way(name: "a switch to what is gone before the next") { variable in
            let choice = Variable(0)
            let switched = choice.flatMapLatest { number in combine(variable, Variable(number)) { $0 + $1 } }
            let subscription = switched.observe { _ in }
            for number in 1...3 { choice.value = number }
            subscription.cancel()
        },
        Way(name: "a signal of changes") { $0.changes.map { $0 + 1 }.observe { _ in }.cancel() },
        Way(name: "two signals that are merged") { variable in
            merge(variable.changes, variable.changes.map { $0 + 1 }).observe { _ in }.cancel()
        },
        Way(name: "signals that are flattened, and finish") { variable in
            let emitter = Emitter<Int>()
            let flattened = emitter.flatMap(.merge) { number in variable.changes.prefix(number) }
            let subscription = flattened.observe { _ in }
            for number in 0...2 { emitter.send(number) }
            variable.value += 1
            subscription.cancel()
        },
        Way(name: "signals of which one finishes before the other") { variable in
            let subscription = merge(variable.changes.prefix(1), variable.changes).observe { _ in }
            variable.value += 1
            subscription.cancel()
        },
        Way(name: "what is dropped while it is linked") { variable in
            let other = Variable(1)
            withExtendedLifetime(combine(other, variable.map { $0 + 1 }) { $0 + $1 }.observe { _ in }) {}
        },
    ]

    /// A way to observe an emitter's values, and to leave it again.
    private struct Listening: Sendable {
        let name: String
        let run: @Sendable (Emitter<Int>) -> Void
    }

    private static let listenings = [
        Listening(name: "a map") { $0.map { $0 + 1 }.observe { _ in }.cancel() },
        Listening(name: "a merge of it with itself") { merge($0, $0.map { $0 + 1 }, $0).observe { _ in }.cancel() },
        Listening(name: "branches that are disconnected one by one") { emitter in
            let outer = Emitter<Int>()
            let subscription = outer.flatMapLatest { _ in emitter }.observe { _ in }
            for number in 0..<3 { outer.send(number) }
            subscription.cancel()
        },
        Listening(name: "branches that are disconnected together") { emitter in
            let outer = Emitter<Int>()
            let subscription = outer.flatMap(.merge) { _ in emitter }.observe { _ in }
            for number in 0..<3 { outer.send(number) }
            subscription.cancel()
        },
        Listening(name: "maps, and a merge, that it finishes") { emitter in
            let merged = merge(emitter, emitter.map { $0 + 1 }, emitter)
            let subscriptions = [emitter.map { $0 + 1 }.observe { _ in }, merged.observe { _ in }]
            emitter.finish()
            withExtendedLifetime(subscriptions) {}
        },
        Listening(name: "branches that it finishes") { emitter in
            let outer = Emitter<Int>()
            let subscription = outer.flatMap(.merge) { _ in emitter }.observe { _ in }
            for number in 0..<3 { outer.send(number) }
            emitter.finish()
            subscription.cancel()
        },
        Listening(name: "a signal that is dropped while it is observed") { emitter in
            withExtendedLifetime(emitter.map { $0 + 1 }.filter { $0 > 0 }.observe { _ in }) {}
        },
    ]

    func testSpec() {
        describe("a light weak reference") {
            it("has its object while that is alive, and nothing afterwards") {
                var object: Object? = Object()
                let reference = object.map { LightWeak($0) }
                expect(reference?.object === object).to(beTrue())
                object = nil
                expect(reference?.object == nil).to(beTrue())
                reference?.release()
            }

            it("is no owner, and gives the memory back when it is released") {
                let object = Object()
                let before = _getUnownedRetainCount(object)
                let reference = LightWeak(object)
                expect(_getUnownedRetainCount(object)).to(equal(before + 1))
                reference.release()
                expect(_getUnownedRetainCount(object)).to(equal(before))
            }
        }

        describe("S4 a source that is left again") {
            for way in Self.ways {
                it("is referred to by nothing: \(way.name)") {
                    let variable = Variable(0)
                    let before = _getUnownedRetainCount(variable.upstream)
                    way.run(variable)
                    expect(_getUnownedRetainCount(variable.upstream)).to(equal(before))
                    expect(variable.isObserved).to(beFalse())
                }
            }
        }

        describe("S4 an emitter that is left again") {
            for listening in Self.listenings {
                it("is referred to by nothing: \(listening.name)") {
                    let emitter = Emitter<Int>()
                    let before = _getUnownedRetainCount(emitter.hub)
                    listening.run(emitter)
                    expect(_getUnownedRetainCount(emitter.hub)).to(equal(before))
                }
            }
        }

        #if os(Linux)
        describe("S4 the block that links a node to its inputs") {
            // Each round links 32 inputs, in a block of 1.5 KB.
            let rounds = 1_500

            it("is freed when the node leaves") {
                let sources = (0..<32).map { Variable($0) }
                let growth = Self.growth { for _ in 0..<rounds { combine(sources).observe { _ in }.cancel() } }
                expect(growth).to(beLessThan(1 << 20))
            }

            it("is freed by the node if the sources are gone before") {
                let growth = Self.growth {
                    for _ in 0..<rounds {
                        let subscription = combine((0..<32).map { Variable($0) }).observe { _ in }
                        subscription.cancel()
                    }
                }
                expect(growth).to(beLessThan(1 << 20))
            }
        }
        #endif
    }

    /// Returns by how many bytes the memory that the process uses has grown when something was done, beyond what it
    /// grows by at first.
    private static func growth(of work: () -> Void) -> Int {
        work()
        let before = residentBytes
        work()
        return residentBytes - before
    }

    private static var residentBytes: Int {
        let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
        return (pages.flatMap { Int($0) } ?? 0) * 4096
    }
}
