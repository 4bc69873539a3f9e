import MillraceBase
import MillraceSignals

/// A part of an app that an ``Application`` starts once, and that handles the app's life-cycle events.
///
/// ```swift
/// final class Feed: Service {
///     static var needs: [any Service.Type] { [Database.self] }
///     static var starts: StartMoment { .afterFirstScreen }
///
///     func start(with services: StartedServices) async throws {
///         let database = try services.get(Database.self)
///         try await database.open(table: "feed")
///     }
///
///     func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer {
///         if event == .memoryWarning { forgetPictures() }
///         return .noted
///     }
/// }
/// ```
///
/// Do nothing that takes time in the initialiser, but in ``start(with:)``. All requirements have a default.
public protocol Service: AnyObject {
    /// The types of the services that must have started before this one starts. None by default.
    static var needs: [any Service.Type] { get }

    /// The latest moment at which the service starts. It starts earlier if a service that needs it starts earlier.
    /// Before the first screen by default.
    static var starts: StartMoment { get }

    /// Starts the service, once. Does nothing by default.
    ///
    /// Services that do not need each other start concurrently, in the isolation of the application's scheduler. The
    /// task is cancelled when the application is released.
    ///
    /// - Parameter services: The services that it needs.
    /// - Throws: Why it could not be started. The application reports this error, and throws it in the services that
    ///   need this one; all other services start.
    nonisolated(nonsending) func start(with services: StartedServices) async throws

    /// Handles a life-cycle event, also before the service has started. Returns `.noted` by default.
    func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer
}

extension Service {
    /// None.
    public static var needs: [any Service.Type] { [] }

    /// Before the first screen.
    public static var starts: StartMoment { .beforeFirstScreen }

    /// Does nothing.
    public nonisolated(nonsending) func start(with services: StartedServices) async throws {}

    /// Returns `.noted`.
    public func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer { .noted }
}

/// When a service starts.
public enum StartMoment: String, Sendable, CustomStringConvertible {
    /// When the app is launched: the first screen waits for it.
    case beforeFirstScreen = "before the first screen"
    /// When the first screen has been shown.
    case afterFirstScreen = "after the first screen"

    /// The moment in words.
    public var description: String { rawValue }
}

/// The error that a service could not be started, because of its own error or because of a service that it needs.
public struct ServiceError: Error, CustomStringConvertible {
    /// The name of the service's type.
    public let service: String

    /// The error that its ``Service/start(with:)`` threw: the failure of a service that it needs, or an error of its
    /// own.
    public let error: any Error

    /// The service and the error.
    public var description: String { "\(service) could not be started: \(error)" }
}

/// Gives a starting service access to the services that it needs.
public struct StartedServices {
    let starting: any Service.Type
    let find: (any Service.Type) -> Result<any Service, ServiceError>?

    /// Returns a service that the starting service needs.
    ///
    /// Precondition: the type is among the ``Service/needs`` of the starting service.
    ///
    /// - Throws: The failure of the needed service, if it could not be started. Catch it if the starting service works
    ///   without the needed one.
    public func get<Needed: Service>(
        _ type: Needed.Type,
        file: StaticString = #fileID,
        line: UInt = #line
    ) throws(ServiceError) -> Needed {
        guard let found = find(type), let needed = try found.get() as? Needed else {
            stop(
                """
                StartedServices.get: \(starting) has asked for \(type), which it has not declared to need. \
                To fix: add \(type).self to \(starting).needs.
                """,
                file: file,
                line: line
            )
        }
        return needed
    }
}
