import CalDAV
import Foundation
import MillraceNetwork

extension CalendarServerState {
    /// Answers a request. Nil where the answer is lost.
    mutating func answer(to request: HTTPRequest) -> Response? {
        if isDown { return nil }
        let response = act(on: request)
        guard let left = losesAnswerAfter else { return response }
        losesAnswerAfter = left > 0 ? left - 1 : nil
        return left > 0 ? response : nil
    }

    private mutating func act(on request: HTTPRequest) -> Response {
        guard let path = DAVPath(href: request.url.absoluteString) else { return Response(400) }
        let code = Data("\(user):\(password)".utf8).base64EncodedString()
        guard request.headers["Authorization"] == "Basic \(code)" else {
            return Response(401, headers: [HTTPHeader("WWW-Authenticate", #"Basic realm="sample""#)])
        }
        requests.append("\(request.method) \(path)")
        if path == DAVPath([".well-known", "caldav"]) {
            return Response(301, headers: [HTTPHeader("Location", "/dav/")])
        }
        switch request.method {
        case .propfind: return properties(of: path, depth: request.headers["Depth"] ?? "0")
        case .makeCalendar: return make(path, request)
        case .report: return report(of: path, request)
        case .get: return item(at: path)
        case .put: return put(at: path, request)
        case .delete: return delete(path, request)
        default: return Response(405)
        }
    }

    /// The calendar in which a path is.
    private func calendar(of path: DAVPath) -> DAVPath? {
        let parent = DAVPath(Array(path.components.dropLast()))
        return calendars[parent] == nil ? nil : parent
    }

    // MARK: Items

    private func item(at path: DAVPath) -> Response {
        guard let item = calendar(of: path).flatMap({ calendars[$0]?.items[path] }) else { return Response(404) }
        return Response(200, headers: item.etag.header, body: Data(item.text.utf8))
    }

    private mutating func put(at path: DAVPath, _ request: HTTPRequest) -> Response {
        guard let calendar = calendar(of: path), let items = calendars[calendar]?.items else { return Response(409) }
        if !request.isFor(items[path]?.etag) { return Response(412) }
        guard let component = try? CalendarComponent(reading: request.body ?? Data()),
            let toDo = CalendarToDo(component)
        else { return Response(400) }
        // Two items of one identity would be one for other programs.
        if items.values.contains(where: { $0.path != path && $0.toDo?.uid == toDo.uid }) {
            return .problem(409, "<c:no-uid-conflict/>")
        }
        let isNew = items[path] == nil
        let etag = save(component, at: path, in: calendar)
        return Response(isNew ? 201 : 204, headers: tellsVersions ? etag.header : [])
    }

    private mutating func delete(_ path: DAVPath, _ request: HTTPRequest) -> Response {
        guard let calendar = calendar(of: path), let item = calendars[calendar]?.items[path] else {
            return Response(404)
        }
        if !request.isFor(item.etag) { return Response(412) }
        remove(path, in: calendar)
        return Response(204)
    }

    // MARK: Calendars

    private mutating func make(_ path: DAVPath, _ request: HTTPRequest) -> Response {
        guard calendars[path] == nil, path.components.count == home.components.count + 1 else { return Response(409) }
        let wish = DAVElement(request.body ?? Data())?[.set]?[.prop]?[.displayName]?.trimmed
        calendars[path] = StoredCalendar(name: wish ?? path.components.last ?? "")
        return Response(201)
    }

    private func properties(of path: DAVPath, depth: String) -> Response {
        let root = DAVPath(["dav"]), principal = DAVPath(["dav", "principals", user])
        switch path {
        case root:
            let href = "<d:current-user-principal><d:href>\(principal)/</d:href></d:current-user-principal>"
            return .multistatus([.tells(root, href)])
        case principal:
            return .multistatus([
                .tells(principal, "<c:calendar-home-set><d:href>\(home)/</d:href></c:calendar-home-set>")
            ])
        case home:
            let inside = depth == "1" ? calendars.keys.sorted { $0.text < $1.text }.map(about) : []
            return .multistatus([.tells(home, "<d:resourcetype><d:collection/></d:resourcetype>")] + inside)
        default: return calendars[path] == nil ? Response(404) : .multistatus([about(path)])
        }
    }

    private func about(_ path: DAVPath) -> String {
        .tells(
            path,
            """
            <d:resourcetype><d:collection/><c:calendar/></d:resourcetype>\
            <d:displayname>\((calendars[path]?.name ?? "").xmlEscaped)</d:displayname>\
            <c:supported-calendar-component-set><c:comp name="VTODO"/></c:supported-calendar-component-set>
            """
        )
    }

    // MARK: What has changed

    private func report(of path: DAVPath, _ request: HTTPRequest) -> Response {
        guard let calendar = calendars[path] else { return Response(404) }
        guard let query = DAVElement(request.body ?? Data()), query.name == .syncCollection else {
            return Response(400)
        }
        let token = query[.syncToken]?.trimmed ?? ""
        var (since, isFirst) = (0, true)
        if !token.isEmpty {
            // What goes on with the parts of a first answer asks for nothing that could be forgotten.
            isFirst = token.hasSuffix(Self.partEnd)
            let number = token.dropFirst(Self.tokenStart.count).dropLast(isFirst ? Self.partEnd.count : 0)
            guard token.hasPrefix(Self.tokenStart), let number = Int(number), number <= present,
                isFirst || number >= calendar.forgotten
            else { return .problem(403, "<d:valid-sync-token/>") }
            since = number
        }
        var changes = calendar.changes.filter { $0.value > since }.sorted { $0.value < $1.value }
        var (end, more) = ("\(present)", [String]())
        if let pageSize, changes.count > pageSize {
            changes = Array(changes.prefix(pageSize))
            end = "\(changes.last?.value ?? present)" + (isFirst ? Self.partEnd : "")
            more = [
                "<d:response><d:href>\(path)/</d:href><d:status>HTTP/1.1 507 Insufficient Storage</d:status></d:response>"
            ]
        }
        let responses = changes.map { change in
            guard let item = calendar.items[change.key] else {
                return
                    "<d:response><d:href>\(change.key)</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>"
            }
            let data = tellsTexts ? "<c:calendar-data>\(item.text.xmlEscaped)</c:calendar-data>" : ""
            return String.tells(
                item.path,
                "<d:getetag>\((item.etag?.text ?? "").xmlEscaped)</d:getetag>\(data)",
                end: ""
            )
        }
        return .multistatus(responses + more, "<d:sync-token>\(Self.tokenStart)\(end)</d:sync-token>")
    }

    private static let tokenStart = "urn:sample:", partEnd = ":part"
}

extension HTTPRequest {
    /// Whether the request is for a version: by `If-Match` and `If-None-Match`. Nil where there is nothing.
    fileprivate func isFor(_ version: ETag?) -> Bool {
        if headers["If-None-Match"] == "*", version != nil { return false }
        guard let wanted = headers["If-Match"] else { return true }
        return version.map { $0.text == wanted } ?? false
    }
}

extension ETag? {
    fileprivate var header: [HTTPHeader] { map { [HTTPHeader("ETag", $0.text)] } ?? [] }
}

extension String {
    /// What is told of a path. Where it ends with a slash, the path is that of a collection.
    fileprivate static func tells(_ path: DAVPath, _ properties: String, end: String = "/") -> String {
        """
        <d:response><d:href>\(path)\(end)</d:href><d:propstat><d:prop>\(properties)</d:prop>\
        <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
        """
    }
}

extension Response {
    fileprivate static func multistatus(_ responses: [String], _ end: String = "") -> Response {
        xml(207, "d:multistatus", responses.joined() + end)
    }

    fileprivate static func problem(_ status: Int, _ what: String) -> Response { xml(status, "d:error", what) }

    private static func xml(_ status: Int, _ root: String, _ content: String) -> Response {
        let namespaces = #"xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav""#
        let text = #"<?xml version="1.0" encoding="utf-8"?><\#(root) \#(namespaces)>\#(content)</\#(root)>"#
        return Response(
            status,
            headers: [HTTPHeader("Content-Type", "application/xml; charset=utf-8")],
            body: Data(text.utf8)
        )
    }
}
