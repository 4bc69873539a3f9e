import Foundation
import TestSupport

extension Programs {
    /// How many steps an exploration takes at most: so many in the gate, some hundred otherwise, and as many as
    /// `MILLRACE_PROGRAMS` says where that is a number.
    static func steps(_ count: Int) -> Int {
        let said = ProcessInfo.processInfo.environment["MILLRACE_PROGRAMS"].flatMap { Int($0) }
        return said ?? (areAll ? count : 250)
    }
}
