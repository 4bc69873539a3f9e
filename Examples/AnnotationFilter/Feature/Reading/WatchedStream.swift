import Foundation

/// A document for the XML parser, which asks for one piece after the other. None comes any more once the task is
/// cancelled.
final class WatchedStream: InputStream {
    /// Files of fewer bytes are read before anybody has looked.
    private static let smallestSize = 1 << 20

    private let pieces: XMLPieces
    private let onProgress: (Int) -> Void
    private var piece: [UInt8] = []
    private var place = 0
    private var isOver = false
    private var lastPercent = 0
    private var status = Status.notOpen
    /// Why there is no further piece; nil where all have come.
    private(set) var failure: SheetError?

    /// - Parameter onProgress: Called with the percentage of a large file that has been read, whenever it has changed.
    init(_ pieces: XMLPieces, onProgress: @escaping (Int) -> Void) {
        self.pieces = pieces
        self.onProgress = onProgress
        super.init(data: Data())
    }

    override var streamStatus: Status { status }
    override var streamError: (any Error)? { nil }
    override func open() { status = .open }
    override func close() { status = .closed }

    override var hasBytesAvailable: Bool {
        if place == piece.count, !isOver { readPiece() }
        return place < piece.count && !Task.isCancelled
    }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard hasBytesAvailable else {
            status = .atEnd
            return 0
        }
        let part = piece[place..<min(place + maxLength, piece.count)]
        _ = UnsafeMutableBufferPointer(start: buffer, count: part.count).initialize(fromContentsOf: part)
        place += part.count
        tell()
        return part.count
    }

    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
        length: UnsafeMutablePointer<Int>
    ) -> Bool { false }

    private func readPiece() {
        place = 0
        do throws(SheetError) {
            piece = try pieces.next()
        } catch {
            (piece, failure) = ([], error)
        }
        isOver = piece.isEmpty
    }

    private func tell() {
        guard let size = pieces.size, size >= Self.smallestSize else { return }
        let percent = min(100, (pieces.place - piece.count + place) * 100 / size)
        if percent > lastPercent { onProgress(percent) }
        lastPercent = max(percent, lastPercent)
    }
}
