import Foundation
import MillraceSpecs

/// The numbers of a spec's random programs, from zero on.
///
///     for number in Programs(2_000) { … }
///
/// A spec names how many the gate runs (`MILLRACE_PROGRAMS=all`). A plain `swift test` ends the loop after a tenth of a
/// second, once it has run as many as the spec asks for at least. `MILLRACE_PROGRAMS=5000` runs exactly so many.
package struct Programs: Sequence, IteratorProtocol {
    private let count: Int, least: Int
    private var number = 0
    private let end: ContinuousClock.Instant?

    /// - Parameters:
    ///   - count: How many the gate runs.
    ///   - least: How many run in any case, where the spec looks at what they have in common.
    package init(_ count: Int, atLeast least: Int = 1) {
        switch Self.wanted {
        case nil: (self.count, self.least, end) = (count, least, .now + .milliseconds(100))
        case "all": (self.count, self.least, end) = (count, count, nil)
        case let text?:
            guard let number = Int(text) else {
                fatalError("Programs: MILLRACE_PROGRAMS is '\(text)'. To fix: set it to a number or to 'all'.")
            }
            (self.count, self.least, end) = (number, number, nil)
        }
    }

    /// Whether all run that the gate runs, for what a spec expects of all of them together.
    package static var areAll: Bool { wanted == "all" }

    /// How many steps an exploration takes at most: as many as the gate allows, fewer in a plain `swift test`, and as many as
    /// `MILLRACE_STEPS` says where that is set.
    package static func steps(_ count: Int, plain: Int = 250) -> Int { wantedSteps ?? (areAll ? count : plain) }

    /// Whether explorations take all their steps, so that one may expect them to be complete.
    package static var takeAllSteps: Bool { areAll && wantedSteps == nil }

    private static var wantedSteps: Int? { ProcessInfo.processInfo.environment["MILLRACE_STEPS"].flatMap { Int($0) } }

    /// The cases of a spec that the gate tries one by one. A plain `swift test` tries some at random, for a tenth of a
    /// second.
    package static func some<Cases: Collection>(of cases: Cases) -> AnySequence<Cases.Element> {
        if areAll { return AnySequence(cases) }
        var random = SeededGenerator(.current)
        return AnySequence(zip(Programs(cases.count), cases.shuffled(using: &random)).lazy.map(\.1))
    }

    /// How often a spec kills a program: as often as it names in the gate, a few times otherwise, and as often as
    /// `MILLRACE_KILLS` says where that is set.
    package static func kills(_ count: Int) -> Int {
        let said = ProcessInfo.processInfo.environment["MILLRACE_KILLS"].flatMap { Int($0) }
        return said ?? (wanted == nil ? (count + 4) / 5 : count)
    }

    /// How long or large to make what a spec tries only because a stack or a budget would not suffice: as it names in the
    /// gate, a fifth otherwise.
    package static func size(_ size: Int) -> Int { wanted == nil ? size / 5 : size }

    package mutating func next() -> Int? {
        guard number < least || number < count && end.map({ .now < $0 }) ?? true else { return nil }
        defer { number += 1 }
        return number
    }

    private static var wanted: String? {
        ProcessInfo.processInfo.environment["MILLRACE_PROGRAMS"].flatMap { $0.isEmpty ? nil : $0 }
    }
}
