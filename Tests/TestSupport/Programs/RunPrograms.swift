import MillraceSpecs

/// Runs random programs until one has a problem. The report names the seed that runs that program alone.
///
/// - Parameters:
///   - count: How many the gate runs; a plain `swift test` runs fewer: see ``Programs``.
///   - program: Runs a program, and returns its problem, if there is one.
package func runPrograms(_ count: Int, _ program: (inout SeededGenerator) -> String?) {
    for number in Programs(count) {
        let seed = Seed.current.value &+ UInt64(number)
        var random = SeededGenerator(seed: seed)
        guard let problem = program(&random) else { continue }
        fail("\(problem) (program \(number); alone: MILLRACE_SEED=\(seed) MILLRACE_PROGRAMS=1)")
        return
    }
}
