import Foundation

/// The proxies that the environment names. They are for other machines: none of them can ask a server on this one.
public enum Proxies {
    private static let areIgnored: Void = {
        let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        // Only where there is one: other threads may be reading the environment.
        if names.contains(where: { getenv($0) != nil }) { setenv("no_proxy", "*", 1) }
    }()

    /// Makes the requests of this process go to the servers themselves from now on. A ``LoopbackServer`` does so, too.
    public static func ignore() { areIgnored }
}
