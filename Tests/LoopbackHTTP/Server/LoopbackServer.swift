import Foundation

/// A small HTTP/1.1 server on the loopback interface, in process: for this machine only, on a port that the system
/// chooses.
///
/// One thread serves all connections, any number at once. The server runs until ``stop()`` or until it is released.
public final class LoopbackServer: Sendable {
    /// An event at the server.
    public enum Event: Equatable, Sendable {
        /// A request arrived; the handler has been called.
        case received(ReceivedRequest)
        /// The whole reply was carried out.
        case answered(ReceivedRequest)
        /// The client closed the connection before the end of the reply.
        case abandoned(ReceivedRequest)
    }

    /// The port on which the server listens.
    public let port: UInt16
    private let control: ServerControl

    /// Starts a server. The process uses no proxies from then on.
    ///
    /// - Parameter handler: Returns the reply to a request. Called on the server's thread: all connections wait for it.
    /// - Throws: The system's error if a socket cannot be opened.
    public init(_ handler: @escaping @Sendable (ReceivedRequest) -> Reply) throws(SystemError) {
        Proxies.ignore()
        let control = try ServerControl()
        let listener = try Descriptor.listener()
        port = try listener.port()
        self.control = control
        let handover = Handover(listener)
        Thread.detachNewThread {
            if let listener = handover.take() {
                var loop = ServerLoop(listener: listener, control: control, handler: handler)
                loop.run()
            }
            control.threadHasEnded()
        }
    }

    deinit { control.stop() }

    /// The server's address.
    public var baseURL: URL {
        var address = URLComponents()
        address.scheme = "http"
        address.host = "127.0.0.1"
        address.port = Int(port)
        return address.url ?? URL(fileURLWithPath: "/")
    }

    /// The events from now on. Ends with the server. Events without a listener are not kept.
    public func events() -> AsyncStream<Event> { control.events() }

    /// Continues every reply that is held now; see ``Reply/Step/hold``. Later requests are held again.
    public func releaseHeld() { control.release() }

    /// Closes all connections and the port, and returns when that is done. The handler must not call it.
    public func stop() {
        control.stop()
        control.waitForThread()
    }
}
