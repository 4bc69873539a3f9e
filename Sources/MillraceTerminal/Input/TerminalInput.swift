#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Waits for what a terminal reports, by `poll(2)` on the terminal and on a pipe that wakes it.
final class TerminalInput {
    /// How long the next byte of a key may take; after that a lone escape byte is the escape key. Over a slow line the
    /// bytes of an arrow key come some 50 ms apart.
    static let escapeDelay = Duration.milliseconds(120)

    private let descriptor: Int32
    private let wakeup: Int32
    private let size: () -> TerminalSize
    private var decoder = TerminalKeyDecoder()
    private var bursts = TerminalBursts()
    private var flushTime: ContinuousClock.Instant?
    private var keys: ArraySlice<TerminalKey> = []
    private var isAtEnd = false

    /// - Parameters:
    ///   - descriptor: Where the keys come from.
    ///   - wakeup: Each read of this non-blocking descriptor that finds bytes is a `resize` event.
    ///   - size: The terminal's present size.
    init(descriptor: Int32, wakeup: Int32, size: @escaping () -> TerminalSize) {
        self.descriptor = descriptor
        self.wakeup = wakeup
        self.size = size
    }

    /// The next event, as soon as there is one; `nil` when the time is over before.
    func next(timeout: Duration?) -> TerminalEvent? {
        let deadline = timeout.map { ContinuousClock.now + $0 }
        while true {
            if let key = keys.popFirst() { return .key(key) }
            if isAtEnd { return .end }
            let ready = wait(until: [deadline, flushTime].compactMap { $0 }.min())
            if ready.wakeup, !bytes(from: wakeup).isEmpty { return .resize(size()) }
            if ready.input {
                readKeys()
            } else if let flushTime, flushTime <= .now {
                flushKeys()
            } else if let deadline, deadline <= .now {
                return nil
            }
        }
    }

    private func readKeys() {
        keys += bursts.joining(decoder.decode(bytes(from: descriptor)), at: .now)
        flushTime = decoder.isPending ? .now + Self.escapeDelay : nil
        if isAtEnd { flushKeys() }
    }

    private func flushKeys() {
        keys += decoder.flush()
        flushTime = nil
    }

    private func wait(until time: ContinuousClock.Instant?) -> (input: Bool, wakeup: Bool) {
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&descriptors, nfds_t(descriptors.count), time.map(Self.milliseconds(until:)) ?? -1)
        guard count > 0 else { return (false, false) }
        return (descriptors[0].revents != 0, descriptors[1].revents != 0)
    }

    /// The time left, rounded up so that a wait is not cut short, and within what `poll` takes.
    private static func milliseconds(until time: ContinuousClock.Instant) -> Int32 {
        let left = max(.zero, time - .now)
        return Int32(clamping: Int64(min(left / Duration.milliseconds(1), 1e9).rounded(.up)))
    }

    /// What is there; notes the end of the terminal's input, also where it is an error such as a hang-up.
    private func bytes(from source: Int32) -> ArraySlice<UInt8> {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(source, &buffer, buffer.count)
        let isTemporary = count < 0 && [EINTR, EAGAIN].contains(errno)
        if count <= 0, !isTemporary, source == descriptor { isAtEnd = true }
        return buffer.prefix(max(0, count))
    }
}
