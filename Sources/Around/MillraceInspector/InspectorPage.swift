import Foundation
import InspectorFiles

/// The page in which one sees a session: one file that asks for nothing else.
///
/// Its sources are in `Page/`, as files of their own, which the module `InspectorFiles` puts into the program.
struct InspectorPage {
    /// Where the page has the recording from.
    enum Mode: String {
        /// It is within the page.
        case file
        /// The server that follows the file sends it.
        case follow
    }

    /// The permissions of the page in the browser.
    let policy: String

    /// The text before the recording, and behind it.
    let head: String, tail: String

    /// Makes a page.
    ///
    /// - Parameter nonce: A mark that the page's own scripts and styles bear, and that no text of a recording can know.
    init(_ mode: Mode, nonce: String = Random.text(bytes: 16)) {
        policy = [
            "default-src 'none'", "script-src 'nonce-\(nonce)'", "style-src 'nonce-\(nonce)'",
            "connect-src \(mode == .follow ? "'self'" : "'none'")", "base-uri 'none'", "form-action 'none'",
        ].joined(separator: "; ")
        let values = [
            "policy": policy, "nonce": nonce, "mode": mode.rawValue,
            "style": String(cString: inspector_style()),
            "script": String(cString: inspector_scripts()),
        ]
        // In one pass, so that nothing is searched within inserted text.
        var parts: [String] = [""]
        var rest = String(cString: inspector_html())[...]
        while let start = rest.range(of: "{{"), let end = rest[start.upperBound...].range(of: "}}") {
            let name = String(rest[start.upperBound..<end.lowerBound])
            parts[parts.count - 1] += rest[..<start.lowerBound] + (values[name] ?? "")
            if name == "recording" { parts.append("") }
            rest = rest[end.upperBound...]
        }
        parts[parts.count - 1] += rest
        (head, tail) = (parts[0], parts.dropFirst().joined())
    }

    /// A part of a recording, as it stands in the page: in letters and digits only, so that no text in it is markup,
    /// and every byte is preserved.
    static func element(_ bytes: Data) -> String {
        "<script type=\"text/plain\" data-recording>\(bytes.base64EncodedString())</script>\n"
    }

    /// How many bytes of a recording stand in one element.
    static let elementSize = 3 << 20
}

/// Texts that nobody can guess.
enum Random {
    /// So many random bytes from the system, in hexadecimal digits.
    static func text(bytes: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<bytes).map { _ in
            let byte = UInt8.random(in: .min ... .max, using: &generator)
            return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }
}
