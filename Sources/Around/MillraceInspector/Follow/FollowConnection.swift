#if os(macOS) || os(Linux) || os(Android)
import Foundation

/// A connection of a browser: one request, and its answer, which may go on as long as the session does.
final class FollowConnection {
    let socket: Socket
    /// Whether it has ended and can be released.
    private(set) var isOver = false
    /// Whether a request has come.
    private(set) var hasRequest = false

    private var received: [UInt8] = []
    private var toSend: ArraySlice<UInt8> = []
    private var events: FollowedFile?
    /// When it ends, if nothing happens before.
    private var deadline: ContinuousClock.Instant
    /// Whether all was sent, and only the other side's end is waited for: an earlier close might take the answer with it.
    private var isDraining = false

    init(_ socket: consuming Socket, now: ContinuousClock.Instant) {
        self.socket = socket
        deadline = now + Self.patience
    }

    /// How long a request may take to come in, and an end to be answered.
    static let patience = Duration.seconds(10)

    var wantsToSend: Bool { !toSend.isEmpty }
    var isFollowing: Bool { events != nil }

    /// Goes on as far as is possible without waiting.
    ///
    /// - Parameter answer: Returns the answer to a request.
    func proceed(
        canReceive: Bool,
        now: ContinuousClock.Instant,
        answer: (RequestHead) throws(RequestHead.Refusal) -> FollowAnswer
    ) {
        if canReceive { receive(now, answer) }
        while !isOver, !toSend.isEmpty || nextEvent() {
            switch socket.send(toSend.prefix(64 << 10)) {
            case .bytes(let count): toSend = toSend.dropFirst(count)
            case .wouldBlock: return
            case .closed: isOver = true
            }
        }
        if hasRequest, events == nil, !isDraining {
            socket.endSending()
            isDraining = true
            deadline = now + Self.patience
        }
        if events == nil, deadline <= now { isOver = true }
    }

    private func receive(
        _ now: ContinuousClock.Instant,
        _ answer: (RequestHead) throws(RequestHead.Refusal) -> FollowAnswer
    ) {
        var bytes: [UInt8] = []
        switch socket.receive(into: &bytes) {
        case .closed: isOver = true
        case .wouldBlock: break
        // Bytes behind a request are not read as another one: an answer ends the connection.
        case .bytes: if !hasRequest { received += bytes }
        }
        guard !isOver, !hasRequest else { return }
        do throws(RequestHead.Refusal) {
            guard let head = try RequestHead.read(received) else { return }
            let answer = try answer(head)
            toSend = Array(answer.text.utf8)[...]
            if let place = answer.followsFrom { events = FollowedFile(answer.path, from: place) }
        } catch {
            toSend = Array(FollowAnswer.refusal(error).text.utf8)[...]
        }
        hasRequest = true
        received = []
    }

    /// Takes the next news of the file. Returns whether there are any.
    private func nextEvent() -> Bool {
        switch events?.next() {
        case nil, FollowedFile.News.none?: return false
        case .bytes(let bytes, let end): put("id: \(end)\nevent: bytes\ndata: \(bytes.base64EncodedString())\n\n")
        case .level: put("event: level\ndata: level\n\n")
        case .replaced: put("event: replaced\ndata: replaced\n\n")
        }
        return true
    }

    private func put(_ text: String) { toSend = Array(text.utf8)[...] }
}

/// An answer: its head and the beginning of its body, and from where on the file follows.
struct FollowAnswer {
    var text: String
    var followsFrom: Int?
    var path = ""

    static func refusal(_ refusal: RequestHead.Refusal) -> FollowAnswer {
        answer(
            "\(refusal.rawValue) \(refusal.reason)",
            "text/plain; charset=utf-8",
            refusal == .methodNotAllowed ? ["Allow: GET"] : [],
            "\(refusal.rawValue) \(refusal.reason)\n"
        )
    }

    static func page(_ page: InspectorPage) -> FollowAnswer {
        let policy = "Content-Security-Policy: \(page.policy); frame-ancestors 'none'"
        return answer("200 OK", "text/html; charset=utf-8", [policy], page.head + page.tail)
    }

    static func events(of path: String, after place: Int) -> FollowAnswer {
        var answer = answer("200 OK", "text/event-stream; charset=utf-8", [], nil)
        (answer.path, answer.followsFrom) = (path, place)
        return answer
    }

    private static func answer(_ status: String, _ type: String, _ more: [String], _ body: String?) -> FollowAnswer {
        let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
        let lines =
            [
                "HTTP/1.1 \(status)", "Content-Type: \(type)", "Cache-Control: no-store", "Connection: close",
                "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY", "Referrer-Policy: no-referrer",
                "Cross-Origin-Resource-Policy: same-origin", "Cross-Origin-Opener-Policy: same-origin",
            ] + length + more
        return FollowAnswer(text: lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
    }
}
#endif
