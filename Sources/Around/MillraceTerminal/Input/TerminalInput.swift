#if os(macOS) || os(Linux) || os(Android)
import Foundation

/// Waits for the events of a terminal, with `select(2)` on the terminal and on a pipe that wakes it.
final class TerminalInput {
    /// The longest time between the bytes of a key; after that, a lone escape byte is the escape key. Over a slow line
    /// the bytes of an arrow key arrive some 50 ms apart.
    static let escapeDelay = Duration.milliseconds(120)

    private let descriptor: Int32
    private let wakeup: Int32
    private let size: () -> TerminalSize
    private let time: Time
    private var decoder = TerminalKeyDecoder()
    private var flushTime: ContinuousClock.Instant?
    private var keys: ArraySlice<TerminalKey> = []
    private var isAtEnd = false

    /// - Parameters:
    ///   - descriptor: The source of the keys.
    ///   - wakeup: A non-blocking descriptor; each read of it that finds bytes is a `resize` event.
    ///   - size: Returns the terminal's present size.
    ///   - time: The time that passes while it waits.
    init(descriptor: Int32, wakeup: Int32, size: @escaping () -> TerminalSize, time: Time = Time()) {
        self.descriptor = descriptor
        self.wakeup = wakeup
        self.size = size
        self.time = time
    }

    /// Waits for the next event.
    func next() -> TerminalEvent {
        while true {
            if let key = keys.popFirst() { return .key(key) }
            if isAtEnd { return .end }
            let ready = wait()
            if ready.wakeup, !bytes(from: wakeup).isEmpty { return .resize(size()) }
            if ready.input {
                readKeys()
            } else if let flushTime, flushTime <= time.now() {
                flushKeys()
            }
        }
    }

    private func readKeys() {
        keys += decoder.decode(bytes(from: descriptor))
        flushTime = decoder.isPending ? time.now() + Self.escapeDelay : nil
        if isAtEnd { flushKeys() }
    }

    private func flushKeys() {
        keys += decoder.flush()
        flushTime = nil
    }

    private func wait() -> (input: Bool, wakeup: Bool) {
        var ready = DescriptorSet(descriptor, wakeup)
        time.wait(&ready, flushTime.map { $0 - time.now() })
        return (ready.contains(descriptor), ready.contains(wakeup))
    }

    /// Reads the available bytes, and notes the end of the terminal's input, including errors such as a hang-up.
    private func bytes(from source: Int32) -> ArraySlice<UInt8> {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(source, &buffer, buffer.count)
        let isTemporary = count < 0 && [EINTR, EAGAIN].contains(errno)
        if count <= 0, !isTemporary, source == descriptor { isAtEnd = true }
        return buffer.prefix(max(0, count))
    }
}

extension TerminalInput {
    /// The time, and the code that waits as it passes. Specs have one of their own, in which nothing takes time but
    /// waiting.
    struct Time {
        var now: () -> ContinuousClock.Instant = { .now }
        var wait: (inout DescriptorSet, Duration?) -> Void = { $0.waitUntilReadable(timeout: $1) }
    }
}
#endif
