import Foundation
import MillraceNetwork

extension CalendarAccount {
    private static let ofCalendars: [DAVName] = [.resourceType, .displayName, .components]

    /// The calendar of a name that takes to-dos; the first that does where no name is given. One that is not there is
    /// made.
    ///
    /// - Throws: A `RequestError`, or a ``CalDAVProblem``.
    public func toDoCalendar(named name: String? = nil) async throws -> RemoteCalendar {
        let (calendars, home) = try await find()
        func wanted(_ calendars: [RemoteCalendar]) -> RemoteCalendar? {
            calendars.first {
                $0.takesToDos && (name == nil || $0.name == name || $0.place.path.components.last == name)
            }
        }
        if let found = wanted(calendars) { return found }
        let name = name ?? "Tasks"
        guard let home else { throw CalDAVProblem.notMade(name) }
        let path = home.path.appending(name)
        // Another device may have made it meanwhile.
        _ = try await finder(at: home.origin).send(MakeCalendarRequest(calendar: path, name: name))
        guard let made = try await self.calendars(in: home).first(where: { $0.place.path == path && $0.takesToDos })
        else {
            throw CalDAVProblem.notMade(name)
        }
        return made
    }

    /// All calendars of the user.
    public func calendars() async throws -> [RemoteCalendar] { try await find().calendars }

    /// The calendars, and where others can be made; nil if the address is that of one calendar.
    private func find() async throws -> (calendars: [RemoteCalendar], home: ServerPlace?) {
        let wellKnown = start.at(DAVPath([".well-known", "caldav"]))
        for place in start.path.components.isEmpty ? [wellKnown, start] : [start, wellKnown] {
            guard let (answer, place) = try await answer(at: place, [.principal, .calendarHome] + Self.ofCalendars),
                let own = answer.responses.first
            else { continue }
            if let calendar = RemoteCalendar(own, at: place) { return ([calendar], nil) }
            if let home = try await home(told: own, at: place) { return (try await calendars(in: home), home) }
        }
        throw CalDAVProblem.noCalendars(start.origin.host ?? "")
    }

    /// Where the calendars of the user are: told at once, or by what stands for the user.
    private func home(told response: DAVResponse, at place: ServerPlace) async throws -> ServerPlace? {
        if let home = try response.place(.calendarHome, at: place) { return home }
        guard let principal = try response.place(.principal, at: place),
            let (answer, principalPlace) = try await answer(at: principal, [.calendarHome])
        else { return nil }
        return try answer.responses.first?.place(.calendarHome, at: principalPlace)
    }

    private func calendars(in home: ServerPlace) async throws -> [RemoteCalendar] {
        guard let (answer, place) = try await answer(at: home, Self.ofCalendars, depth: 1) else { return [] }
        return answer.responses.compactMap { response in
            let own = response.address.flatMap { try? ServerPlace($0) } ?? place.at(response.path)
            return RemoteCalendar(response, at: own)
        }
    }

    /// What is told of a place, and where that is in the end. Nil if there is nothing.
    private func answer(
        at place: ServerPlace,
        _ names: [DAVName],
        depth: Int = 0
    ) async throws -> (Multistatus, ServerPlace)? {
        var place = place
        for _ in 0...5 {
            do {
                let request = PropertiesRequest(address: place.path, depth: depth, names: names)
                switch try await finder(at: place.origin).send(request) {
                case .properties(let answer): return (answer, place)
                case .elsewhere(let location): place = try place.redirected(to: location)
                }
            } catch let error as RequestError {
                if case .status(let status) = error.reason, [403, 404, 405, 410, 501].contains(status.status) {
                    return nil
                }
                throw error
            }
        }
        throw CalDAVProblem.tooManyRedirections
    }
}

extension DAVResponse {
    /// The place that a property names; nil if it names none.
    fileprivate func place(_ name: DAVName, at base: ServerPlace) throws(CalDAVProblem) -> ServerPlace? {
        guard let href = self[name]?[.href]?.trimmed, !href.isEmpty else { return nil }
        if href.contains("://") { return try base.redirected(to: href) }
        return DAVPath(href: href, in: base.path).map { base.at($0) }
    }
}
