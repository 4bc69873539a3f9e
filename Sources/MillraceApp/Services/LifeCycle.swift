import Foundation

/// Something that happens to an app as a whole.
public enum LifeCycleEvent: Hashable, Sendable {
    /// The process has begun; nothing is shown.
    case willLaunch
    /// The app is ready to show its first screen.
    case didLaunch
    /// The user can use the app.
    case becameActive
    /// The user is about to leave, for a while or for good.
    case willResignActive
    /// The app is not seen any more, and may be stopped or ended without another word.
    case enteredBackground
    /// The app is about to be seen again.
    case willEnterForeground
    /// Somebody wants an address opened. It asks for an answer.
    case openURL(URL)
    /// Memory is short.
    case memoryWarning
    /// The window or the terminal has another size.
    case resized
    /// The process is about to end. It asks for an answer.
    case willTerminate
}

/// What a service says to an event.
///
/// Of the answers of all services the greatest counts: `.notYet` outweighs `.taken`, and that outweighs `.noted`.
public enum LifeCycleAnswer: Int, Comparable, Sendable {
    /// The service has nothing to say to it.
    case noted
    /// The service has dealt with it: for an address, it was opened.
    case taken
    /// The service needs more time: for the end of the process, it has to save something first.
    case notYet

    /// Whether one answer is outweighed by another.
    public static func < (lesser: LifeCycleAnswer, greater: LifeCycleAnswer) -> Bool {
        lesser.rawValue < greater.rawValue
    }
}
