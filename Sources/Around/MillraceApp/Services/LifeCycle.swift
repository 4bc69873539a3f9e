import Foundation

/// Something that happens to an app as a whole.
public enum LifeCycleEvent: Hashable, Sendable {
    /// The process has started; nothing is shown yet.
    case willLaunch
    /// The app is ready to show its first screen.
    case didLaunch
    /// The user can use the app.
    case becameActive
    /// The app is about to become inactive: the user leaves it, or is interrupted.
    case willResignActive
    /// The app is no longer visible, and may be suspended or terminated without another event.
    case enteredBackground
    /// The app is about to become visible again.
    case willEnterForeground
    /// The app is asked to open an address. A service that opens it answers `.taken`.
    case openURL(URL)
    /// Little memory is left.
    case memoryWarning
    /// The window or the terminal has a new size.
    case resized
    /// The process is about to end. A service that needs more time answers `.notYet`.
    case willTerminate
}

/// The answer of a service to a life-cycle event.
///
/// ``Application/handle(_:)`` returns the greatest answer of all services: `.notYet` is greater than `.taken`, and that
/// is greater than `.noted`.
public enum LifeCycleAnswer: Comparable, Sendable {
    /// The service has noted the event, or ignores it.
    case noted
    /// The service has handled the event: it has opened the address.
    case taken
    /// The service needs more time: it has to save something before the process ends.
    case notYet
}
