#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Glibc
#endif

/// The loop of the server's thread: waits until any connection can proceed, lets it, and waits again.
struct ServerLoop: ~Copyable {
    let listener: Descriptor
    let control: ServerControl
    let handler: @Sendable (ReceivedRequest) -> Reply
    private var connections: [Connection] = []

    init(
        listener: consuming Descriptor,
        control: ServerControl,
        handler: @escaping @Sendable (ReceivedRequest) -> Reply
    ) {
        self.listener = listener
        self.control = control
        self.handler = handler
    }

    /// Serves until the control says stop. The sockets are closed with the loop.
    mutating func run() {
        while !control.isStopping {
            let ready = wait()
            if ready[0] { control.alarm.quieten() }
            for (connection, isReady) in zip(connections, ready.dropFirst(2)) {
                connection.proceed(canReceive: isReady)
            }
            connections.removeAll { $0.isOver }
            while ready[1], let socket = listener.accept() {
                connections.append(Connection(socket, control: control, handler: handler))
            }
        }
    }

    /// Waits for the alarm, the listener and all connections. Returns which of them are ready.
    private func wait() -> [Bool] {
        var polls = [
            pollfd(fd: control.alarm.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0),
        ]
        for connection in connections {
            let events = (connection.wantsToReceive ? POLLIN : 0) | (connection.wantsToSend ? POLLOUT : 0)
            polls.append(pollfd(fd: connection.socket.number, events: Int16(events), revents: 0))
        }
        poll(&polls, nfds_t(polls.count), milliseconds(to: connections.compactMap(\.deadline).min()))
        return polls.map { $0.revents & ~Int16(POLLOUT) != 0 }
    }

    /// The time to wait, rounded up so that the deadline has passed afterwards; -1, without limit, if there is none.
    private func milliseconds(to deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let wait = (deadline - .now) / .milliseconds(1)
        return Int32(max(0, min(wait.rounded(.up), 60_000)))
    }
}
