import MillraceSignals
import MillraceSpecs
import TestSupport

/// Observers are shown the value that they receive without a copy of it: it stays what it is until they return.
final class ShownValuesSpec: Spec {
    private final class Counted {
        let number: Int
        private let released: (Int) -> Void

        init(_ number: Int, _ released: @escaping (Int) -> Void) {
            self.number = number
            self.released = released
        }

        deinit { released(number) }
    }

    private struct State {
        let counted: Counted
        var texts: [String]
        var anything: any Hashable
    }

    private struct Watching { weak var counted: Counted? }

    func testSpec() {
        describe("A value that an observer receives") {
            var released: [Int] = []
            func state(_ number: Int) -> State {
                State(
                    counted: Counted(number) { released.append($0) },
                    texts: ["\(number)", "long enough to be in a block of its own"],
                    anything: ["\(number)": [number]]
                )
            }

            beforeEach {
                released = []
            }

            it("is the one that was set, and not a copy") {
                let array = Variable(Array(0..<100))
                var seen: [UnsafePointer<Int>?] = []
                keep(array.observe { seen.append($0.withUnsafeBufferPointer { $0.baseAddress }) })
                // A copy would have the next change made in another one.
                for index in 1...3 { array.update { $0[index] = 0 } }
                expect(Set(seen).count).to(equal(1))
            }

            it("is released once, when another takes its place") {
                let states = Variable(state(0))
                let subscription = states.observe { _ in }
                for number in 1...3 { states.value = state(number) }
                expect(released).to(equal([0, 1, 2]))
                subscription.cancel()
                states.value = state(4)
                expect(released).to(equal([0, 1, 2, 3]))
            }

            for (name, derive) in Self.waysToObserve {
                it("stays what it is until all observers have returned, though one sets another: \(name)") {
                    let states = Variable(state(0))
                    var heard: [String] = []
                    keep(
                        derive(states) { shown in
                            guard shown.counted.number == 1 else { return }
                            states.value = state(2)
                            states.value = state(3)
                            heard.append("\(released) \(shown.counted.number) \(shown.texts[0]) \(shown.anything)")
                        }
                    )
                    keep(derive(states) { heard.append("\($0.counted.number) \($0.texts.count)") })
                    heard = []
                    states.value = state(1)
                    expect(heard).to(equal(["[2] 1 1 [\"1\": [1]]", "1 2", "3 2"]))
                    expect(released.sorted()).to(equal([0, 1, 2]))
                }
            }

            it("does not change where an observer changes the state in place") {
                let array = Variable([0])
                var heard: [Int] = []
                keep(
                    array.observe { shown in
                        guard shown[0] == 1 else { return }
                        array.update { $0[0] = 2 }
                        heard = [shown[0], array.value[0]]
                    }
                )
                array.value = [1]
                expect(heard).to(equal([1, 2]))
            }

            it("may refer to something weakly") {
                let counted = Counted(7) { _ in }
                let watching = Variable(Watching())
                var heard: [Int?] = []
                keep(watching.observe { heard.append($0.counted?.number) })
                watching.value = Watching(counted: counted)
                watching.value.counted = nil
                expect(heard).to(equal([nil, 7, nil]))
                withExtendedLifetime(counted) {}
            }
        }
    }

    private typealias Derivation = (Variable<State>, @escaping (State) -> Void) -> Subscription

    private static var waysToObserve: [(String, Derivation)] {
        [
            ("itself", { $0.observe($1) }),
            ("mapped", { $0.map { $0 }.observe($1) }),
            ("as a signal", { $0.changes.observe($1) }),
            ("switched to", { states, receive in states.flatMapLatest { _ in states }.observe(receive) }),
        ]
    }
}
