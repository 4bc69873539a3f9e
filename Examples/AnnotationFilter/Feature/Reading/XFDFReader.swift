import Foundation

/// Reads XFDF (ISO 19444-1), the XML in which PDF viewers export annotations.
///
/// It takes files as they are: with or without the namespace, names, authors and colours; with names that repeat, and
/// with annotation kinds of which it has never heard. What it cannot use it reports in ``Sheet/notices``, and reads
/// on. What is no XFDF at all it refuses with an error that says where and why.
public struct XFDFReader: Sendable {
    /// A reader. It has no state.
    public init() {}

    /// The sheet that `data` holds. Where the task is cancelled it cannot be read. Cost: O(bytes).
    ///
    /// - Parameters:
    ///   - data: The bytes of the file.
    ///   - file: What errors and the sheet call it.
    public func read(_ data: Data, file: String) throws(SheetError) -> Sheet {
        try read(ByteSource(data), file: file)
    }

    /// The sheet that a file holds.
    ///
    /// - Parameters:
    ///   - source: The bytes of the file.
    ///   - file: What errors and the sheet call it.
    ///   - onProgress: Told how much has been read of a large file, in percent, whenever that has changed.
    ///   - onPart: Given what has been read so far, each time four times as much as before, so that all parts together
    ///     cost no more than a third of the whole.
    func read(
        _ source: ByteSource,
        file: String,
        onProgress: @escaping (Int) -> Void = { _ in },
        onPart: ((Sheet) -> Void)? = nil
    ) throws(SheetError) -> Sheet {
        var builder = SheetBuilder()
        var next = Self.firstPart
        var fingerprint = FileFingerprint()
        let watched = ByteSource(size: source.size) { () throws(SheetError) in
            let piece = try source.next()
            fingerprint.add(piece)
            return piece
        }
        let pieces = try XMLPieces(watched, file: file)
        let document = try XFDFParser.parse(pieces, file: file, onProgress: onProgress) { element in
            builder.append(element)
            guard let onPart, builder.elementCount == next else { return }
            next *= 4
            onPart(builder.sheet(file: file))
        }
        var sheet = builder.sheet(file: file, of: document)
        if source.size != nil { sheet.fingerprint = fingerprint }
        return sheet
    }

    /// How many elements are shown first.
    static let firstPart = 512
}
