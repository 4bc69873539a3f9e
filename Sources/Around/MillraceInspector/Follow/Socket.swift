#if os(macOS) || os(Linux) || os(Android)
import Foundation

/// A socket of this machine that never blocks, and is closed when it is released.
struct Socket: ~Copyable {
    let descriptor: Int32

    private init?(_ descriptor: Int32) {
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    deinit { close(descriptor) }

    /// A socket that listens on a port of 127.0.0.1, which no other machine reaches; on a free one for 0. Nil if it
    /// cannot.
    static func listener(port: UInt16) -> Socket? {
        guard let listener = Socket(socket(AF_INET, streamType, 0)) else { return nil }
        var isReused: Int32 = 1
        setsockopt(listener.descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isBound = withSocketAddress(&address) { bind(listener.descriptor, $0, $1.pointee) } == 0
        guard isBound, listen(listener.descriptor, 64) == 0 else { return nil }
        return listener
    }

    /// The port of a socket that listens.
    var port: UInt16 {
        var address = sockaddr_in()
        _ = withSocketAddress(&address) { getsockname(descriptor, $0, $1) }
        return UInt16(bigEndian: address.sin_port)
    }

    /// The next connection that waits; nil if none does.
    func accepted() -> Socket? {
        guard let connection = Socket(accept(descriptor, nil, nil)) else { return nil }
        #if canImport(Darwin)
        var isSilent: Int32 = 1
        setsockopt(connection.descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isSilent, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return connection
    }

    /// The result of a call.
    enum Transfer: Equatable {
        case bytes(Int), wouldBlock, closed

        fileprivate init(_ count: Int) {
            if count > 0 {
                self = .bytes(count)
            } else {
                self = count < 0 && [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .wouldBlock : .closed
            }
        }
    }

    /// Sends the first bytes, as many as there is room for.
    func send(_ bytes: some Collection<UInt8>) -> Transfer {
        ContiguousArray(bytes).withUnsafeBytes { Transfer(systemSend(descriptor, $0.baseAddress, $0.count, sendFlags)) }
    }

    /// Appends the bytes that have come in, up to 16 KiB.
    func receive(into bytes: inout [UInt8]) -> Transfer {
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
            let transfer = Transfer(recv(descriptor, buffer.baseAddress, buffer.count, 0))
            if case .bytes(let count) = transfer { bytes += UnsafeRawBufferPointer(rebasing: buffer[..<count]) }
            return transfer
        }
    }

    /// Ends the sending: the other side sees that no more comes.
    func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }
}

private func withSocketAddress(
    _ address: inout sockaddr_in,
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
) -> Int32 {
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
    }
}

// Functions that the systems call differently, or that a method's name hides.

private let systemSend = send

#if canImport(Glibc)
private let streamType = Int32(SOCK_STREAM.rawValue)
#else
private let streamType = SOCK_STREAM
#endif

#if canImport(Darwin)
private let sendFlags: Int32 = 0
#else
private let sendFlags = Int32(MSG_NOSIGNAL)
#endif
#endif
