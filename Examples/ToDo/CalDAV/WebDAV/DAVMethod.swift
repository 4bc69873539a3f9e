import Foundation
package import MillraceNetwork

// The methods of WebDAV (RFC 4918, RFC 3253) and of calendars in it (RFC 4791). The first two are known as repeatable.
extension HTTPMethod {
    package static let propfind = HTTPMethod("PROPFIND")
    package static let report = HTTPMethod("REPORT")
    package static let makeCalendar = HTTPMethod("MKCALENDAR")
}

extension RequestBody {
    /// A document in XML.
    static func xml(_ root: String, _ content: String) -> RequestBody {
        let text = #"<?xml version="1.0" encoding="utf-8"?><\#(root) \#(String.davNamespaces)>\#(content)</\#(root)>"#
        return RequestBody(Data(text.utf8), contentType: "application/xml; charset=utf-8")
    }
}
