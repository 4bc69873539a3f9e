import Foundation
import MillraceNetwork

/// Asks for properties of a resource, or of all that are in it (RFC 4918, 9.1). A redirection is an answer, since it may
/// lead to another host, which wants the password, too.
struct PropertiesRequest: Request {
    enum Answer: Sendable {
        case properties(Multistatus)
        case elsewhere(String)
    }

    let address: DAVPath
    /// 0 for the resource itself, 1 with what is in it.
    let depth: Int
    let names: [DAVName]

    var method: HTTPMethod { .propfind }
    var path: String { address.collectionText }
    var headers: [HTTPHeader] { [HTTPHeader("Depth", "\(depth)")] }
    var body: RequestBody? { .xml("d:propfind", "<d:prop>\(names.map { "<\($0.tag)/>" }.joined())</d:prop>") }

    func accepts(_ status: Int) -> Bool { status == 207 || Self.redirections.contains(status) }

    private static let redirections: Set<Int> = [301, 302, 303, 307, 308]

    func decode(_ response: Response) throws -> Answer {
        if response.status == 207 { return .properties(try Multistatus(reading: response.body, at: address)) }
        guard let location = response.headers["Location"] else {
            throw RequestError.Reason.status(BadStatus(response.status))
        }
        return .elsewhere(location)
    }
}
