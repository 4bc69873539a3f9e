import Foundation

/// The page in which one sees a session: one file that asks for nothing else.
///
/// Its sources are in `Page/`, as files of their own; the compiler puts them into the program.
struct InspectorPage {
    /// Where the page has the recording from.
    enum Mode: String {
        /// It is within the page.
        case file
        /// The server that follows the file sends it.
        case follow
    }

    /// What the browser lets the page do.
    let policy: String

    /// What stands before the recording, and behind it.
    let head: String, tail: String

    /// Makes a page.
    ///
    /// - Parameter nonce: What the page's own scripts and styles bear, and nothing that comes from a recording can know.
    init(_ mode: Mode, nonce: String = Random.text(bytes: 16)) {
        policy = [
            "default-src 'none'", "script-src 'nonce-\(nonce)'", "style-src 'nonce-\(nonce)'",
            "connect-src \(mode == .follow ? "'self'" : "'none'")", "base-uri 'none'", "form-action 'none'",
        ].joined(separator: "; ")
        let values = [
            "policy": policy, "nonce": nonce, "mode": mode.rawValue,
            "style": Self.text(PackageResources.page_css),
            "script": Self.scripts.map(Self.text).joined(separator: "\n"),
        ]
        // In one pass, so that nothing is looked for within what was put in.
        var parts: [String] = [""]
        var rest = Self.text(PackageResources.page_html)[...]
        while let start = rest.range(of: "{{"), let end = rest[start.upperBound...].range(of: "}}") {
            let name = String(rest[start.upperBound..<end.lowerBound])
            parts[parts.count - 1] += rest[..<start.lowerBound] + (values[name] ?? "")
            if name == "recording" { parts.append("") }
            rest = rest[end.upperBound...]
        }
        parts[parts.count - 1] += rest
        (head, tail) = (parts[0], parts.dropFirst().joined())
    }

    /// A part of a recording, as it stands in the page: in letters and digits only, so that no text in it is markup, and
    /// every byte is what it was.
    static func element(_ bytes: Data) -> String {
        "<script type=\"text/plain\" data-recording>\(bytes.base64EncodedString())</script>\n"
    }

    /// How many bytes of a recording stand in one element.
    static let elementSize = 3 << 20

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The scripts, each behind those that it needs. `Tests` reads the names from here.
    private static let scripts = [
        PackageResources.checksum_js, PackageResources.escapes_js, PackageResources.chunkedlist_js,
        PackageResources.values_js, PackageResources.patch_js, PackageResources.recording_js,
        PackageResources.effects_js,
        PackageResources.replay_js, PackageResources.format_js, PackageResources.query_js, PackageResources.watch_js,
        PackageResources.dom_js, PackageResources.list_js, PackageResources.tree_js, PackageResources.difference_js,
        PackageResources.compare_js, PackageResources.timeline_js, PackageResources.graph_js,
        PackageResources.action_js,
        PackageResources.controls_js, PackageResources.loading_js, PackageResources.selftest_js,
        PackageResources.app_js,
        PackageResources.main_js,
    ]
}

/// What nobody can guess.
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
