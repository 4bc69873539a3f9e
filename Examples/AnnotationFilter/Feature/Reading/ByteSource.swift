import Foundation

/// Where the bytes of a file come from, piece by piece, so that a large one is never in memory as a whole.
struct ByteSource {
    /// How many bytes there are; nil where that is not known, as of a pipe.
    let size: Int?
    /// The next piece; empty at the end.
    let next: () throws(SheetError) -> [UInt8]

    /// How much is read at once.
    static let pieceSize = 1 << 18
}

extension ByteSource {
    /// All of `data` as one piece.
    init(_ data: Data) {
        var rest: [UInt8]? = [UInt8](data)
        self.init(size: data.count) { () throws(SheetError) in
            defer { rest = nil }
            return rest ?? []
        }
    }

    /// An open file, which is closed when nothing uses the source any more.
    ///
    /// - Parameter problem: What to throw where a piece cannot be read.
    init(_ file: FileHandle, problem: @escaping () -> SheetError) {
        var facts = stat()
        let isFile = fstat(file.fileDescriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
        self.init(size: isFile ? Int(facts.st_size) : nil) { () throws(SheetError) in
            do {
                return try file.read(upToCount: Self.pieceSize).map { [UInt8]($0) } ?? []
            } catch {
                throw problem()
            }
        }
    }
}
