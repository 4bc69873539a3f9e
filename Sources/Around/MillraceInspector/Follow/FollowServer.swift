#if os(macOS) || os(Linux) || os(Android)
import Foundation
import Synchronization

/// Serves the page of a recording to the browsers of this machine, and sends the lines that the app adds to the file.
///
/// The app itself listens to nothing: it writes a file, and this process reads it.
final class FollowServer: Sendable {
    /// Why there is no server.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    private let path: String
    private let listener: Locker
    private let gate: FollowGate
    private let page = InspectorPage(.follow)
    private let isStopping = Atomic(false)

    /// Owns the socket, which only the loop uses.
    private final class Locker: Sendable {
        let socket: Mutex<Socket?>
        init(_ socket: consuming Socket) { self.socket = Mutex(socket) }
    }

    /// Opens a port of this machine: a free one for 0.
    init(of path: String, port: UInt16, token: String = Random.text(bytes: 16)) throws(Problem) {
        guard let socket = Socket.listener(port: port) else {
            let what = String(cString: strerror(errno))
            throw Problem(description: "\(port == 0 ? "no port" : "port \(port)") can be opened: \(what)")
        }
        gate = FollowGate(port: socket.port, token: token)
        listener = Locker(socket)
        self.path = path
    }

    /// The address to open in a browser.
    var address: String { "http://127.0.0.1:\(gate.port)/?token=\(gate.token)" }

    /// How often the file is looked at.
    private static let interval: Int32 = 100

    /// How many connections there may be. Of more, the oldest that asks for nothing ends.
    static let mostConnections = 128

    /// Serves until ``stop()``.
    func run() {
        guard let listener = listener.socket.withLock({ $0.take() }) else { return }
        var connections: [FollowConnection] = []
        while !isStopping.load(ordering: .relaxed) {
            var polls = [pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)]
            for connection in connections {
                let events = POLLIN | (connection.wantsToSend ? POLLOUT : 0)
                polls.append(pollfd(fd: connection.socket.descriptor, events: Int16(events), revents: 0))
            }
            poll(&polls, nfds_t(polls.count), Self.interval)
            let now = ContinuousClock.now
            for (connection, polled) in zip(connections, polls.dropFirst()) {
                connection.proceed(canReceive: polled.revents & ~Int16(POLLOUT) != 0, now: now, answer: answer)
            }
            connections.removeAll { $0.isOver }
            while let socket = listener.accepted() {
                connections.append(FollowConnection(socket, now: now))
                if connections.count > Self.mostConnections {
                    connections.remove(at: connections.firstIndex { !$0.hasRequest } ?? 0)
                }
            }
        }
    }

    /// Makes ``run()`` return soon, which closes all connections.
    func stop() { isStopping.store(true, ordering: .relaxed) }

    private func answer(_ head: RequestHead) throws(RequestHead.Refusal) -> FollowAnswer {
        switch try gate.answer(to: head) {
        case .page: .page(page)
        case .events(let place): .events(of: path, after: place)
        }
    }
}
#endif
