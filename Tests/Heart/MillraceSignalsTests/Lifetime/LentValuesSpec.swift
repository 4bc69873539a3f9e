import MillraceSignals
import MillraceSpecs
import TestSupport

/// A linked `map`, `select` or `combine` with a transform is lent what it reads: nothing is copied, and each value is released once.
final class LentValuesSpec: Spec {
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
        var title: String?
    }

    func testSpec() {
        describe("A value that a linked computation reads") {
            it("can be read within the computation, and by another that it reads") {
                let source = Variable(["a", "long enough to be in a block of its own"])
                let count = source.map(\.count)
                let copy = source.map { [source] in $0 + source.value }
                let both = source.map { "\($0.count) \(count.value) \(copy.value.count)" }
                var heard: [String] = []
                let subscriptions = [count.observe { _ in }, both.observe { heard.append($0) }]
                source.value.append("c")
                source.value = []
                expect(heard).to(equal(["2 2 4", "3 3 6", "0 0 0"]))
                keep(subscriptions)
            }

            it("is the same value afterwards, and is released once when it is replaced") {
                var released: [Int] = []
                func state(_ number: Int) -> State {
                    State(counted: Counted(number) { released.append($0) }, texts: ["\(number)"], title: nil)
                }
                let source = Variable(state(0))
                var heard: [Int] = []
                let number = source.map { $0 }.select { $0.counted.number % 2 }
                let subscription = number.observe { heard.append($0) }
                for number in 1...4 { source.value = state(number) }
                expect(source.value.counted.number).to(equal(4))
                expect(released).to(equal([0, 1, 2, 3]))
                expect(heard).to(equal([0, 1, 0, 1, 0]))
                subscription.cancel()
                source.value = state(5)
                source.value = state(6)
                expect(number.value).to(equal(0))
                // What nobody observes keeps the state that it was computed from until it is read.
                expect(released.sorted()).to(equal([0, 1, 2, 3, 4, 5]))
            }

            it("is released once where several are read, one of them twice") {
                var released: [Int] = []
                func state(_ number: Int) -> State {
                    State(counted: Counted(number) { released.append($0) }, texts: ["\(number)"], title: nil)
                }
                let (first, second) = (Variable(state(0)), Variable(state(10)))
                var heard: [String] = []
                let sum: (State...) -> String = { states in states.map(\.texts[0]).joined(separator: " ") }
                keep([
                    combine(first, second) { sum($0, $1) }.observe { heard.append($0) },
                    combine(first, second, first) { sum($0, $1, $2) }.observe { heard.append($0) },
                    combine(first, second, first, second) { sum($0, $1, $2, $3) }.observe { heard.append($0) },
                    combine(first, second, first, second, first) { sum($0, $1, $2, $3, $4) }
                        .observe { heard.append($0) },
                ])
                heard = []
                first.value = state(1)
                expect(heard).to(equal(["1 10", "1 10 1", "1 10 1 10", "1 10 1 10 1"]))
                second.value = state(11)
                expect(heard.last).to(equal("1 11 1 11 1"))
                expect(released).to(equal([0, 10]))
                expect(first.value.counted.number + second.value.counted.number).to(equal(12))
            }

            it("is not copied where several are read") {
                let (first, second) = (Variable(Array(0..<100)), Variable(Array(0..<50)))
                func addresses(_ arrays: [Int]...) -> [UnsafePointer<Int>?] {
                    arrays.map { $0.withUnsafeBufferPointer { $0.baseAddress } }
                }
                let before = addresses(first.value, second.value)
                let seen = combine(first, second) { addresses($0, $1) }
                keep(seen.observe { _ in })
                first.update { $0[1] = 5 }
                second.update { $0[1] = 5 }
                expect(seen.value).to(equal(before))
            }

            it("is copied only where the computation changes a copy of it") {
                let source = Variable(Array(0..<100))
                let address = source.value.withUnsafeBufferPointer { $0.baseAddress }
                var seen: [UnsafePointer<Int>?] = []
                let first = source.map { array -> Int in
                    seen.append(array.withUnsafeBufferPointer { $0.baseAddress })
                    return array[0]
                }
                let changed = source.map { array -> Int in
                    var copy = array
                    copy[0] = 7
                    return copy[0] + array[0]
                }
                let subscriptions = [first.observe { _ in }, changed.observe { expect($0).to(equal(7)) }]
                source.update { $0[1] = 5 }
                expect(seen).to(equal([address, address]))
                expect(source.value[0]).to(equal(0))
                keep(subscriptions)
            }
        }
    }
}
