#if os(macOS) || os(Linux) || os(Android)
import Foundation

/// A set of descriptors to wait for with `select(2)`: on macOS `poll(2)` does not support terminals, and returns
/// POLLNVAL at once.
struct DescriptorSet {
    private var bits = fd_set()
    private(set) var end: Int32 = 0

    /// Returns whether a descriptor's number is small enough for `select`.
    static func canHold(_ descriptor: Int32) -> Bool {
        descriptor >= 0 && Int(descriptor) < MemoryLayout<fd_set>.size * 8
    }

    /// Creates a set of those descriptors that it can hold.
    init(_ descriptors: Int32...) {
        for descriptor in descriptors where Self.canHold(descriptor) {
            // The C library's FD_SET is a macro. A set is an array of words, of which all supported platforms put the
            // low byte first: so the bits of its bytes are in order, whatever the length of a word.
            withUnsafeMutableBytes(of: &bits) { $0[Int(descriptor) / 8] |= 1 << (descriptor % 8) }
            end = max(end, descriptor + 1)
        }
    }

    func contains(_ descriptor: Int32) -> Bool {
        Self.canHold(descriptor)
            && withUnsafeBytes(of: bits) { $0[Int(descriptor) / 8] & 1 << (descriptor % 8) != 0 }
    }

    /// Waits until one of the descriptors can be read, and keeps those that can. A closed one counts as readable, so
    /// that the reader notices.
    ///
    /// - Parameter timeout: The longest time to wait; nil for no limit. A signal ends the wait too.
    mutating func waitUntilReadable(timeout: Duration?) {
        let wanted = self
        guard var time = timeout.map(Self.timeval) else {
            return keepReady(select(end, &bits, nil, nil, nil), of: wanted)
        }
        keepReady(select(end, &bits, nil, nil, &time), of: wanted)
    }

    private mutating func keepReady(_ count: Int32, of wanted: DescriptorSet) {
        if count > 0 { return }
        self = count < 0 && errno != EINTR ? wanted : DescriptorSet()
    }

    /// Returns a duration, rounded up so that a wait is not cut short, and at most a thousand million seconds.
    private static func timeval(_ duration: Duration) -> timeval {
        let (seconds, attoseconds) = min(max(duration, .zero), .seconds(1_000_000_000)).components
        let microseconds = (attoseconds + 999_999_999_999) / 1_000_000_000_000
        return .init(
            tv_sec: numericCast(seconds + microseconds / 1_000_000),
            tv_usec: numericCast(microseconds % 1_000_000)
        )
    }
}
#endif
