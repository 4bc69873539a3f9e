import MillraceSignals

/// A part of an app that is started with it, once, and is told of its life-cycle events.
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
/// Its initialiser does nothing that takes time: that is what ``start(with:)`` is for. All requirements have a default.
public protocol Service: AnyObject {
    /// The services that are started before this one, by their types. None by default.
    static var needs: [any Service.Type] { get }

    /// When it starts, at the latest; earlier if a service needs it that starts earlier. Before the first screen by
    /// default.
    static var starts: StartMoment { get }

    /// Starts the service, once. Does nothing by default.
    ///
    /// Services that do not need each other start side by side.
    ///
    /// - Parameter services: The services that it needs.
    /// - Throws: Why it could not be started. This is reported, and those that need it are told; all others start.
    nonisolated(nonsending) func start(with services: StartedServices) async throws

    /// Takes note of an event, also before the service has started. Says `.noted` by default.
    func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer
}

extension Service {
    /// None.
    public static var needs: [any Service.Type] { [] }

    /// Before the first screen.
    public static var starts: StartMoment { .beforeFirstScreen }

    /// Does nothing.
    public nonisolated(nonsending) func start(with services: StartedServices) async throws {}

    /// Says `.noted`.
    public func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer { .noted }
}

/// When a service starts.
public enum StartMoment: Int, Comparable, CaseIterable, Sendable, CustomStringConvertible {
    /// When the app is launched: the first screen waits for it.
    case beforeFirstScreen
    /// When the first screen has been shown.
    case afterFirstScreen
    /// When the services that start after the first screen have started and nothing has happened for a while: one after
    /// another.
    case whenIdle
    /// When ``Application/use(_:)`` asks for it, or a service that needs it starts.
    case atFirstUse

    /// Whether one moment is earlier than another.
    public static func < (earlier: StartMoment, later: StartMoment) -> Bool { earlier.rawValue < later.rawValue }

    /// The moment, as the printed table has it.
    public var description: String {
        switch self {
        case .beforeFirstScreen: "before the first screen"
        case .afterFirstScreen: "after the first screen"
        case .whenIdle: "when idle"
        case .atFirstUse: "at first use"
        }
    }
}

/// A service could not be started, or one that it needs.
public struct ServiceFailure: Error, CustomStringConvertible {
    /// The name of the service's type.
    public let service: String

    /// What it has thrown: the failure of a service that it needs, or an error of its own.
    public let error: any Error

    /// The service and the error.
    public var description: String { "\(service) could not be started: \(error)" }
}

/// The services that a starting service needs.
public struct StartedServices {
    let starting: any Service.Type
    let find: (any Service.Type) -> Result<any Service, ServiceFailure>?

    /// A service that the starting one has declared to need.
    ///
    /// Precondition: it is among its ``Service/needs``.
    ///
    /// - Throws: Its failure, if it could not be started. A service that can do without it catches this.
    public func get<Needed: Service>(
        _ type: Needed.Type,
        file: StaticString = #fileID,
        line: UInt = #line
    ) throws(ServiceFailure) -> Needed {
        guard let found = find(type), let needed = try found.get() as? Needed else {
            stopUndeclared(type, file, line)
        }
        return needed
    }

    private func stopUndeclared(_ type: any Service.Type, _ file: StaticString, _ line: UInt) -> Never {
        stop(
            """
            StartedServices.get: \(starting) has asked for \(type), which it has not declared to need. \
            To fix: add \(type).self to \(starting).needs.
            """,
            file: file,
            line: line
        )
    }
}
