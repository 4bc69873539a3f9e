import Foundation
import MillraceNetwork

/// Asks what has changed in a calendar since a token (RFC 6578), with the items themselves.
struct ChangesRequest: Request {
    enum Answer: Sendable {
        case changes(CalendarChanges)
        /// The server does not know the token any more.
        case forgotten
    }

    let calendar: DAVPath
    /// The token of the last answer; nil for all items.
    let token: String?

    var method: HTTPMethod { .report }
    var path: String { calendar.collectionText }
    var headers: [HTTPHeader] { [HTTPHeader("Depth", "0")] }
    var limits: RequestLimits? { RequestLimits(answerSize: 100_000_000) }
    var body: RequestBody? {
        .xml(
            "d:sync-collection",
            """
            <d:sync-token>\((token ?? "").xmlEscaped)</d:sync-token><d:sync-level>1</d:sync-level>\
            <d:prop><d:getetag/><c:calendar-data/></d:prop>
            """
        )
    }

    /// A token that was forgotten is refused with 403; some servers say 409, 410 or 412.
    func accepts(_ status: Int) -> Bool { status == 207 || Self.refusals.contains(status) }

    private static let refusals: Set<Int> = [400, 403, 409, 410, 412]

    func decode(_ response: Response) throws -> Answer {
        guard response.status == 207 else {
            if token != nil, DAVElement(response.body)?.contains(.validSyncToken) == true { return .forgotten }
            let text = String(decoding: response.body.prefix(1_000), as: UTF8.self)
            throw RequestError.Reason.status(BadStatus(response.status, body: text))
        }
        return .changes(CalendarChanges(try Multistatus(reading: response.body, at: calendar), of: calendar))
    }
}

/// What has changed in a calendar.
public struct CalendarChanges: Hashable, Sendable {
    /// The items that were added or changed.
    public internal(set) var items: [CalendarItem] = []
    /// The items that were removed. Of some the client may never have heard.
    public internal(set) var removed: [DAVPath] = []
    /// What the next question begins with; nil if the server has none.
    public internal(set) var token: String?
    /// The items of which the server has not told the text.
    var untold: [DAVPath] = []
    /// Whether there are more, from the token on.
    var isPart = false

    init(_ answer: Multistatus, of calendar: DAVPath) {
        token = answer.syncToken
        for response in answer.responses {
            switch response.status {
            case 507: isPart = true
            case 404, 410: removed.append(response.path)
            default:
                if response.path == calendar { continue }
                if let data = response[.calendarData]?.text, !data.isEmpty {
                    let etag = response[.etag].flatMap { ETag($0.text) }
                    items.append(CalendarItem(path: response.path, etag: etag, text: data))
                } else {
                    untold.append(response.path)
                }
            }
        }
    }
}
