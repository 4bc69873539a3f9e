#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Glibc
#endif

/// A call to the system that failed.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The call's name.
    public let call: String
    /// The system's error number.
    public let code: Int32

    /// The call, and the system's description of the error.
    public var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// A file descriptor that never blocks, and is closed when it is released. It is neither copied nor closed twice.
struct Descriptor: ~Copyable, Sendable {
    let number: Int32

    /// Takes over the descriptor that a call returned. Throws if the call failed.
    init(_ number: Int32, from call: String) throws(SystemError) {
        guard number >= 0 else { throw SystemError(call: call, code: errno) }
        self.number = number
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }

    deinit { close(number) }

    /// The result of a non-blocking call.
    enum Transfer: Equatable {
        case bytes(Int)
        case wouldBlock
        /// The other side has closed the connection, or it is broken.
        case closed
    }

    private static func transfer(_ count: Int) -> Transfer {
        if count > 0 { return .bytes(count) }
        return count < 0 && [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .wouldBlock : .closed
    }
}

extension Descriptor {
    /// A socket that listens on a port that the system chooses, for this machine only.
    static func listener() throws(SystemError) -> Descriptor {
        let listener = try Descriptor(socket(AF_INET, streamType, 0), from: "socket")
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian  // 127.0.0.1
        let bound = withSocketAddress(&address) { bind(listener.number, $0, $1.pointee) }
        guard bound == 0 else { throw SystemError(call: "bind", code: errno) }
        guard listen(listener.number, 128) == 0 else { throw SystemError(call: "listen", code: errno) }
        return listener
    }

    /// The port of a listening socket.
    func port() throws(SystemError) -> UInt16 {
        var address = sockaddr_in()
        let isKnown = withSocketAddress(&address) { getsockname(number, $0, $1) }
        guard isKnown == 0 else { throw SystemError(call: "getsockname", code: errno) }
        return UInt16(bigEndian: address.sin_port)
    }

    /// The next waiting connection of a listening socket; nil if there is none.
    func accept() -> Descriptor? {
        guard let connection = try? Descriptor(systemAccept(number, nil, nil), from: "accept") else { return nil }
        connection.set(SOL_SOCKET, noSignalOption, Int32(1))
        connection.set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        return connection
    }

    /// Makes closing reset the connection instead of ending it in good order.
    func closeByReset() {
        set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
    }

    /// Sends the bytes from `start` on, as many as there is room for.
    func send(_ bytes: [UInt8], from start: Int) -> Transfer {
        bytes.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
            return Self.transfer(systemSend(number, rest.baseAddress, rest.count, sendFlags))
        }
    }

    /// Takes the bytes that have arrived, up to 4 KiB.
    func receive(_ take: (UnsafeRawBufferPointer) -> Void) -> Transfer {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            let transfer = Self.transfer(recv(number, buffer.baseAddress, buffer.count, 0))
            if case .bytes(let count) = transfer { take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            return transfer
        }
    }

    /// Tells the client that no more bytes will come.
    func endSending() {
        _ = shutdown(number, Int32(SHUT_WR))
    }

    private func set<Value: BitwiseCopyable>(_ level: Int32, _ option: Int32?, _ value: Value) {
        guard let option else { return }
        _ = withUnsafePointer(to: value) {
            setsockopt(number, level, option, $0, socklen_t(MemoryLayout<Value>.size))
        }
    }
}

/// Calls the system with an address of the Internet's kind in the place of one of any kind, as it wants.
private func withSocketAddress(
    _ address: inout sockaddr_in,
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
) -> Int32 {
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
    }
}

// What the systems call differently, or what a method's name hides.

private let systemAccept = accept
private let systemSend = send

#if canImport(Glibc)
private let streamType = Int32(SOCK_STREAM.rawValue)
#else
private let streamType = SOCK_STREAM
#endif

#if canImport(Darwin)
private let sendFlags: Int32 = 0
private let noSignalOption: Int32? = SO_NOSIGPIPE
#else
private let sendFlags = Int32(MSG_NOSIGNAL)
private let noSignalOption: Int32? = nil
#endif
