/// Why a calendar cannot be used, apart from errors of requests.
public enum CalDAVProblem: Error, Hashable, Sendable {
    /// The password would go over the network for all to read.
    case insecure(String)
    /// The address has no host, or a login in it.
    case badAddress(String)
    /// The name of the user has a colon, or the name or the password a control character.
    case badLogin
    /// The server has sent the client from address to address.
    case tooManyRedirections
    /// There is no calendar server at this address.
    case noCalendars(String)
    /// The server does not tell all items, since it forgets what has changed while it is asked.
    case tokenForgotten
    /// No calendar could be made of this name.
    case notMade(String)
}

extension CalDAVProblem: CustomStringConvertible {
    /// What is wrong, and how to fix it.
    public var description: String {
        switch self {
        case .insecure(let host):
            "the password would be sent to \(host) unencrypted. To fix: use an address that begins with https://"
        case .badAddress(let address):
            "\"\(address)\" is no address of a server. To fix: use one such as https://cloud.example.org, without a login"
        case .badLogin: "a user has no colon, and neither it nor the password a line break. To fix: check both"
        case .tooManyRedirections: "the server sends the program from address to address. To fix: use the last one"
        case .noCalendars(let host):
            "\(host) has no calendars. To fix: use the address that your server names for CalDAV"
        case .tokenForgotten: "the server has forgotten what has changed. To fix: try again"
        case .notMade(let name):
            "the server makes no calendar \"\(name)\". To fix: make one for tasks there, or name another"
        }
    }
}
