public import Foundation
public import Millrace
public import MillraceNetwork

/// A user at a server of calendars: finds the calendars, and makes one (RFC 6764, RFC 4791).
public struct CalendarAccount: Sendable {
    let start: ServerPlace
    private let makeClient: @Sendable (URL, ClientSettings) -> Client

    /// Creates an account. Nothing is sent yet.
    ///
    /// - Parameters:
    ///   - address: The address of the server, of a user at it, or of a calendar.
    ///   - user: The name of the user.
    ///   - password: The password, or better one that the server has made for this program alone.
    ///   - transport: Sends the requests.
    ///   - clock: Measures their times.
    /// - Throws: Where the password would be sent unencrypted, or the user cannot be one.
    public init(
        at address: URL,
        user: String,
        password: Secret,
        over transport: any Transport = URLSessionTransport(),
        clock: some Scheduler = .main
    ) throws(CalDAVProblem) {
        guard !user.isEmpty, let login = HTTPHeader.basic(user: user, password: password) else { throw .badLogin }
        start = try ServerPlace(address)
        makeClient = { origin, settings in
            var settings = settings
            settings.headers = [login]
            // When to try again is decided by whoever asks.
            settings.retry = .never
            return Client(origin, over: transport, settings: settings, clock: clock, seed: 0)
        }
    }

    /// A client that follows no redirection, for a place that is still looked for. The server that names another host
    /// has the password already.
    func finder(at origin: URL) -> Client {
        var settings = ClientSettings()
        settings.redirectionLimit = 0
        return makeClient(origin, settings)
    }

    /// The calendar as one whose items can be read and changed.
    ///
    /// - Parameter isSerial: Whether it gets one request at a time, as a calendar needs that is locked while something is
    ///   written.
    public func collection(of calendar: RemoteCalendar, isSerial: Bool = false) -> CalendarCollection {
        var settings = ClientSettings()
        if isSerial { settings.concurrencyLimit = 1 }
        return CalendarCollection(path: calendar.place.path, client: makeClient(calendar.place.origin, settings))
    }
}

/// A calendar that a server has.
public struct RemoteCalendar: Hashable, Sendable {
    let place: ServerPlace
    /// The name that its user has given it; the last part of its path where there is none.
    public let name: String
    /// Whether it takes to-dos.
    public let takesToDos: Bool

    /// The complete address.
    public var address: URL {
        URL(string: place.path.collectionText, relativeTo: place.origin)?.absoluteURL ?? place.origin
    }

    /// The calendar that an answer tells of; nil if it tells of something else.
    init?(_ response: DAVResponse, at place: ServerPlace) {
        guard response[.resourceType]?[.calendar] != nil else { return nil }
        self.place = place
        let name = response[.displayName]?.trimmed ?? ""
        self.name = name.isEmpty ? place.path.components.last ?? "" : name
        // One that does not say what it takes, takes everything.
        let kinds = response[.components]?.all(.component).compactMap { $0.attributes["name"]?.uppercased() } ?? []
        takesToDos = kinds.isEmpty || kinds.contains("VTODO")
    }
}
