/// The ways in which turns were run: see `TurnRunner+Turns.swift`. Noted in debug builds only, for `TurnPathsSpec`.
package struct TurnPaths: OptionSet {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let alone = TurnPaths(rawValue: 1)
    package static let dependents = TurnPaths(rawValue: 2)
    package static let several = TurnPaths(rawValue: 4)
    package static let lone = TurnPaths(rawValue: 8)
    package static let cascade = TurnPaths(rawValue: 16)
}
