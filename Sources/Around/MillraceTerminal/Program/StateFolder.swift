import Foundation

/// Returns the folder in which a program keeps its files for the next run, if the user has named no other.
///
/// It is `NAME` in the folder that the variable `XDG_STATE_HOME` names, or else in `.local/state` in the user's home. A
/// relative path in the variable does not count (XDG Base Directory Specification 0.8). The folder need not exist.
///
/// - Parameters:
///   - program: The name of the program's own folder.
///   - environment: The variables of the environment.
public func stateFolder(of program: String, environment: [String: String]) -> URL {
    let named = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
    let states = named ?? URL(fileURLWithPath: home).appendingPathComponent(".local/state")
    return states.appendingPathComponent(program)
}
