/// Who is let in: the page in the browser of who has the address from the terminal, and nobody else on this machine or
/// behind its browser.
struct FollowGate {
    /// The kinds of answers.
    enum Answer: Equatable {
        case page
        /// The bytes of the recording behind this place.
        case events(after: Int)
    }

    let port: UInt16
    /// Nobody can guess it; it is part of the address that is printed.
    let token: String

    /// Returns the answer.
    func answer(to head: RequestHead) throws(RequestHead.Refusal) -> Answer {
        let hosts = head.values(of: "host")
        guard hosts.count == 1 else { throw .badRequest }
        // Another name that leads to this machine is how a foreign page would come in (DNS rebinding).
        let names = ["127.0.0.1:\(port)", "localhost:\(port)"]
        guard names.contains(hosts[0].lowercased()) else { throw .forbidden }
        // A foreign page says so here, and cannot help it.
        let origins = names.map { "http://\($0)" }
        guard head.values(of: "origin").allSatisfy({ origins.contains($0.lowercased()) }) else { throw .forbidden }
        guard head.values(of: "sec-fetch-site").allSatisfy(["same-origin", "none"].contains) else { throw .forbidden }
        guard head.method == "GET" else { throw .methodNotAllowed }
        guard head.path == "/" || head.path == "/events" else { throw .notFound }
        guard Self.areEqual(head.query("token") ?? "", token) else { throw .forbidden }
        guard head.path == "/events" else { return .page }
        let places = head.values(of: "last-event-id")
        guard let place = places.last else { return .events(after: 0) }
        guard let place = Int(place), place >= 0 else { throw .badRequest }
        return .events(after: place)
    }

    /// Compares in a time that does not tell where two texts differ.
    private static func areEqual(_ given: String, _ wanted: String) -> Bool {
        let (given, wanted) = (Array(given.utf8), Array(wanted.utf8))
        guard given.count == wanted.count else { return false }
        return zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
