import TestSupport

extension Programs {
    /// How many steps an exploration takes at most: so many in the gate, and some hundred otherwise.
    static func steps(_ count: Int) -> Int { areAll ? count : 300 }
}
