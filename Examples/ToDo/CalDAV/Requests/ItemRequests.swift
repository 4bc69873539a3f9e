import Foundation
import MillraceNetwork

/// An item of a calendar, as a server has it.
public struct CalendarItem: Hashable, Sendable, Codable {
    /// Where it is.
    public let path: DAVPath
    /// Its version; nil if the server has not told.
    public let etag: ETag?
    /// Its text. Servers change the order, the folds and the case of what they were given.
    public let text: String

    /// Creates an item.
    public init(path: DAVPath, etag: ETag?, text: String) { (self.path, self.etag, self.text) = (path, etag, text) }

    /// The to-do in it; nil if it has none, or cannot be read.
    public var toDo: CalendarToDo? {
        (try? CalendarComponent(reading: Data(text.utf8))).flatMap { CalendarToDo($0) }
    }
}

/// Asks for one item. The answer is nil where there is none.
struct ItemRequest: Request {
    let item: DAVPath

    var path: String { item.text }

    func accepts(_ status: Int) -> Bool { status == 200 || status == 404 || status == 410 }

    func decode(_ response: Response) throws -> CalendarItem? {
        guard response.status == 200 else { return nil }
        let etag = response.headers["ETag"].flatMap { ETag($0) }
        return CalendarItem(path: item, etag: etag, text: String(decoding: response.body, as: UTF8.self))
    }
}

/// What a server has answered to an item that was to be saved or removed.
public enum CalendarAnswer: Hashable, Sendable {
    /// It is done. The version is nil if the server has not told it.
    case done(ETag?)
    /// The server has another version than the one that was named, or none, or has one already.
    case otherVersion
}

/// Saves an item, if the server has the version that is named, or none yet.
struct SaveRequest: Request {
    let item: DAVPath
    let text: String
    /// The version that is replaced; nil for an item that is new.
    let version: ETag?

    var method: HTTPMethod { .put }
    var path: String { item.text }
    var headers: [HTTPHeader] { [version.map { HTTPHeader("If-Match", $0.text) } ?? HTTPHeader("If-None-Match", "*")] }
    var body: RequestBody? { RequestBody(Data(text.utf8), contentType: "text/calendar; charset=utf-8") }

    /// One that is to be replaced and is gone is 412 at most servers, 404 at some.
    func accepts(_ status: Int) -> Bool { (200..<300).contains(status) || isOtherVersion(status) }

    private func isOtherVersion(_ status: Int) -> Bool { status == 412 || (version != nil && status == 404) }

    func decode(_ response: Response) throws -> CalendarAnswer {
        isOtherVersion(response.status) ? .otherVersion : .done(response.headers["ETag"].flatMap { ETag($0) })
    }
}

/// Removes an item, if the server has the version that is named. One that is not there is removed.
struct RemoveRequest: Request {
    let item: DAVPath
    let version: ETag?

    var method: HTTPMethod { .delete }
    var path: String { item.text }
    var headers: [HTTPHeader] { version.map { [HTTPHeader("If-Match", $0.text)] } ?? [] }

    func accepts(_ status: Int) -> Bool { (200..<300).contains(status) || [404, 410, 412].contains(status) }

    func decode(_ response: Response) throws -> CalendarAnswer { response.status == 412 ? .otherVersion : .done(nil) }
}

/// Makes a calendar for to-dos (RFC 4791, 5.3.1). The answer is whether it was made: false where something is there.
struct MakeCalendarRequest: Request {
    let calendar: DAVPath
    let name: String

    var method: HTTPMethod { .makeCalendar }
    var path: String { calendar.collectionText }
    var body: RequestBody? {
        .xml(
            "c:mkcalendar",
            """
            <d:set><d:prop><d:displayname>\(name.xmlEscaped)</d:displayname>\
            <c:supported-calendar-component-set><c:comp name="VTODO"/></c:supported-calendar-component-set>\
            </d:prop></d:set>
            """
        )
    }

    func accepts(_ status: Int) -> Bool { (200..<300).contains(status) || status == 405 || status == 409 }

    func decode(_ response: Response) throws -> Bool { response.status < 300 }
}
