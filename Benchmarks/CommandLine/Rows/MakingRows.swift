import Millrace

/// What it costs to make an object, to link it and to let it go again, a hundred at a time, beside an object with a
/// closure.
enum MakingRows {
    static var all: [Benchmark] {
        let (first, second) = (Variable(1), Variable(2))
        let sum = Sum()
        return [
            row("a variable", most: 1.5) { Variable($0) },
            row("a map of a variable", most: 2) { number in first.map { $0 &+ number } },
            row("an observer of a variable", most: 2) { number in first.observe { sum.add($0 &+ number) } },
            row("a combine of two, and its observer", most: 4) { number in
                combine(first, second) { $0 &+ $1 &+ number }.observe { sum.add($0) }
            },
            row("what reads two, tracked, and its observer", most: 4) { number in
                Observable { read in read(first) &+ read(second) &+ number }.observe { sum.add($0) }
            },
        ]
    }

    private static func row<Made>(
        _ name: String,
        most ratio: Double,
        _ make: @escaping (_ number: Int) -> Made
    ) -> Benchmark {
        Benchmark("make and drop \(name)", aims: [.ratio(ratio)]) { _ in
            let sum = Sum()
            return Scene(
                raw: { repeating($0) { number in Plain { sum.add($0 &+ number) } } },
                ours: { repeating($0, make) }
            )
        }
    }

    /// Makes objects so many times, a hundred at a time, and drops them together.
    @inline(__always)
    private static func repeating<Made>(_ times: Int, _ make: (_ number: Int) -> Made) {
        var made: [Made] = []
        made.reserveCapacity(100)
        for number in 0..<times {
            if made.count == 100 { made.removeAll(keepingCapacity: true) }
            made.append(make(number))
        }
    }
}

/// An object with a closure.
private final class Plain {
    private let closure: (Int) -> Void

    init(_ closure: @escaping (Int) -> Void) { self.closure = closure }
}
