import Foundation

/// A connection to a server, byte by byte. It blocks.
final class WireClient {
    /// What the system said of a call.
    struct Failure: Error {
        let code = errno
    }

    private let number: Int32

    init(port: UInt16) throws {
        #if canImport(Darwin)
        number = socket(AF_INET, SOCK_STREAM, 0)
        #else
        number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian  // 127.0.0.1
        let connected = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Failure() }
    }

    deinit { close(number) }

    /// Sends a text.
    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard write(number, bytes, bytes.count) == bytes.count else { throw Failure() }
    }

    /// What comes in until there have been so many characters.
    func receive(_ count: Int) throws -> String {
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += try piece(count - bytes.count) ?? { throw Failure() }() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What comes in until the server closes the connection.
    func rest() throws -> String {
        var bytes: [UInt8] = []
        while let piece = try piece(4096) { bytes += piece }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func piece(_ count: Int) throws -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let received = read(number, &bytes, count)
        guard received >= 0 else { throw Failure() }
        return received == 0 ? nil : Array(bytes.prefix(received))
    }
}
