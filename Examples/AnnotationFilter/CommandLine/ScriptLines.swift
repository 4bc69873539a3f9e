import AnnotationFilter
import Foundation
import MillraceTerminal

/// The lines of a script: those of a file, or of standard input as they come in.
enum ScriptLines {
    case file(ArraySlice<ArraySlice<UInt8>>)
    case standardInput(InputLines)

    /// The script in the file at `path`; `-` is standard input.
    init(_ path: String) throws(SheetError) {
        if path == "-" {
            self = .standardInput(InputLines())
        } else {
            let bytes = [UInt8](try XFDFFileService().data(at: path))
            self = .file(bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...])
        }
    }

    /// The next line, without its end; nil where there is none.
    mutating func next() throws(InputLines.ReadError) -> String? {
        switch self {
        case .file(var lines):
            let line = lines.popFirst()
            self = .file(lines)
            return line.map { String(decoding: $0, as: UTF8.self) }
        case .standardInput(var lines):
            defer { self = .standardInput(lines) }
            return try lines.next()
        }
    }
}
