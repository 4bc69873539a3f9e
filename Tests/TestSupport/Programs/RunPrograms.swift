import Foundation
import MillraceSpecs

/// Runs random programs, as many as `MILLRACE_PROGRAMS` says, until one has a problem. What is reported names the seed
/// that runs that program alone.
package func runPrograms(_ standard: UInt64, _ program: (inout SeededGenerator) -> String?) {
    let count = ProcessInfo.processInfo.environment["MILLRACE_PROGRAMS"].flatMap { UInt64($0) } ?? standard
    for number in 0..<count {
        let seed = Seed.current.value &+ number
        var random = SeededGenerator(seed: seed)
        guard let problem = program(&random) else { continue }
        fail("\(problem) (program \(number); alone: MILLRACE_SEED=\(seed) MILLRACE_PROGRAMS=1)")
        return
    }
}
