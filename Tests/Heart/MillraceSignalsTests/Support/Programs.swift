import MillraceSpecs
import TestSupport

/// Runs random programs of one kind, each from a seed of its own, and reports the first in which something is wrong.
///
/// The gate runs 100 of each: see `Programs`. The report names the seed that runs that program alone.
///
/// - Parameters:
///   - kind: What the programs are about, for the report.
///   - run: Runs a program, and tells what was wrong, if anything.
func programs(
    of kind: String,
    isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ run: (Dice) async -> String?
) async {
    for number in Programs(100) {
        let seed = Seed.current.value &+ UInt64(number)
        if let problem = await run(Dice(seed)) {
            return fail(described(problem, number, of: kind, seed), file: file, line: line)
        }
    }
}

/// The same for programs that wait for nothing.
func programs(
    of kind: String,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ run: (Dice) -> String?
) {
    for number in Programs(100) {
        let seed = Seed.current.value &+ UInt64(number)
        if let problem = run(Dice(seed)) {
            return fail(described(problem, number, of: kind, seed), file: file, line: line)
        }
    }
}

private func described(_ problem: String, _ number: Int, of kind: String, _ seed: UInt64) -> String {
    "\(problem) (program \(number) of the \(kind); alone: MILLRACE_SEED=\(seed) MILLRACE_PROGRAMS=1)"
}

/// Where a random program takes its decisions from.
final class Dice {
    let seed: UInt64
    private var random: SeededGenerator

    init(_ seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
    }

    func roll(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// True once in so many times.
    func once(in count: Int) -> Bool { roll(0..<count) == 0 }

    func pick<Elements: Collection>(_ elements: Elements) -> Elements.Element? {
        elements.randomElement(using: &random)
    }
}
