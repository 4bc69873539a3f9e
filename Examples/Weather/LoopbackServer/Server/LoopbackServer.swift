import Foundation

/// A small HTTP/1.1 server on the loopback interface, in process: for this machine only, on a port that the system
/// chooses.
///
/// One thread serves all connections, as many at once as come. The server runs from its making until ``stop()`` or its
/// release.
public final class LoopbackServer: Sendable {
    /// What happened at the server.
    public enum Event: Equatable, Sendable {
        /// A request came in; the handler has been asked.
        case received(Request)
        /// The reply was carried out to its end.
        case answered(Request)
        /// The client closed the connection before that.
        case abandoned(Request)
    }

    /// The port on which the server listens.
    public let port: UInt16
    private let control: ServerControl

    /// Starts a server.
    ///
    /// - Parameter handler: Says what to do with a request. Called on the server's thread: all connections wait for it.
    /// - Throws: What the system says if there is no socket to be had.
    public init(_ handler: @escaping @Sendable (Request) -> Reply) throws(SystemError) {
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

    /// Where to ask.
    public var baseURL: URL {
        var address = URLComponents()
        address.scheme = "http"
        address.host = "127.0.0.1"
        address.port = Int(port)
        return address.url ?? URL(fileURLWithPath: "/")
    }

    /// What happens from now on. Ends with the server. Nothing is kept of what nobody listens for.
    public func events() -> AsyncStream<Event> { control.events() }

    /// Goes on with every reply that holds now; see ``Reply/Step/hold``. Requests that come later are held anew.
    public func releaseHeld() { control.release() }

    /// Closes all connections, lets go of the port, and returns when that is done. Not to be called by the handler.
    public func stop() {
        control.stop()
        control.waitForThread()
    }
}
