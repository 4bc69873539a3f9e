#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Glibc
#endif

/// A pipe that wakes the thread that waits for its descriptor.
struct Alarm: ~Copyable, Sendable {
    private let reading: Descriptor
    private let writing: Descriptor

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        let isMade = pipe(&ends) == 0
        let reading = try Descriptor(isMade ? ends[0] : -1, from: "pipe")
        let writing = try Descriptor(ends[1], from: "pipe")
        self.reading = reading
        self.writing = writing
    }

    /// The descriptor to wait for.
    var descriptor: Int32 { reading.number }

    /// Wakes the thread. If the pipe is full, it is awake already.
    func ring() {
        var byte: UInt8 = 0
        _ = write(writing.number, &byte, 1)
    }

    /// Empties the pipe.
    func quieten() {
        var bytes: UInt64 = 0
        while read(reading.number, &bytes, 8) > 0 {}
    }
}
