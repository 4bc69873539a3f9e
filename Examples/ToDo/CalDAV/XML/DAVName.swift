/// The name of an element in WebDAV: a namespace, and a name within it.
public struct DAVName: Hashable, Sendable {
    package let namespace: String
    package let local: String

    private static func dav(_ name: String) -> DAVName { DAVName(namespace: "DAV:", local: name) }
    private static func calendar(_ name: String) -> DAVName {
        DAVName(namespace: "urn:ietf:params:xml:ns:caldav", local: name)
    }

    package static let multistatus = dav("multistatus"), response = dav("response"), href = dav("href")
    package static let propstat = dav("propstat"), prop = dav("prop"), status = dav("status"), error = dav("error")
    package static let resourceType = dav("resourcetype"), displayName = dav("displayname"), etag = dav("getetag")
    package static let syncToken = dav("sync-token"), validSyncToken = dav("valid-sync-token")
    package static let principal = dav("current-user-principal")
    package static let calendarHome = calendar("calendar-home-set"), calendar = calendar("calendar")
    package static let makeCalendar = calendar("mkcalendar"), syncCollection = dav("sync-collection"), set = dav("set")
    package static let components = calendar("supported-calendar-component-set"), component = calendar("comp")
    package static let calendarData = calendar("calendar-data")

    /// The name as a tag, with the prefixes that ``xmlHead`` declares.
    package var tag: String { (namespace == "DAV:" ? "d:" : "c:") + local }
}

extension String {
    /// The declarations that a root element needs.
    package static let davNamespaces = #"xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav""#

    /// The text within an element, or within the quotation marks of an attribute.
    package var xmlEscaped: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            // Kept as it is, where the end of a line would become another one.
            case "\r": text += "&#13;"
            default: if !scalar.isCalendarControl || scalar == "\n" { text.unicodeScalars.append(scalar) }
            }
        }
        return text
    }
}
