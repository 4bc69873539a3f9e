import Foundation

/// A document for the XML parser, which asks for one piece after the other. None comes any more once the task is
/// cancelled.
final class WatchedStream: InputStream {
    /// Files of fewer bytes are read before anybody has looked.
    private static let smallestSize = 1 << 20

    private let bytes: [UInt8]
    private let onProgress: (Int) -> Void
    private var place = 0
    private var lastPercent = 0
    private var status = Status.notOpen

    /// - Parameter onProgress: Called with the percentage of a large file that has been read, whenever it has changed.
    init(_ bytes: [UInt8], onProgress: @escaping (Int) -> Void) {
        self.bytes = bytes
        self.onProgress = onProgress
        super.init(data: Data())
    }

    override var streamStatus: Status { status }
    override var streamError: (any Error)? { nil }
    override var hasBytesAvailable: Bool { place < bytes.count && !Task.isCancelled }
    override func open() { status = .open }
    override func close() { status = .closed }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard hasBytesAvailable else {
            status = .atEnd
            return 0
        }
        let part = bytes[place..<min(place + maxLength, bytes.count)]
        _ = UnsafeMutableBufferPointer(start: buffer, count: part.count).initialize(fromContentsOf: part)
        place += part.count
        let percent = place * 100 / bytes.count
        if bytes.count >= Self.smallestSize, percent > lastPercent { onProgress(percent) }
        lastPercent = percent
        return part.count
    }

    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
        length: UnsafeMutablePointer<Int>
    ) -> Bool { false }
}
