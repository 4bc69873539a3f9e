import AnnotationFilter
import Foundation

/// The lines of a script: those of a file, or of standard input as they come in.
struct ScriptLines: Sequence, IteratorProtocol {
    private var lines: ArraySlice<ArraySlice<UInt8>>?

    /// The script in the file at `path`; `-` is standard input.
    init(_ path: String) throws(SheetError) {
        guard path != "-" else { return }
        let bytes = [UInt8](try XFDFFileService().data(at: path))
        lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    }

    mutating func next() -> String? {
        if lines == nil { return readLine() }
        return lines?.popFirst().map { String(decoding: $0, as: UTF8.self) }
    }
}
