/// An error of opening a file. Its description names the file, says what happened and where, and how to fix it.
public enum SheetError: Error, Equatable, Codable, Sendable {
    /// A place in a file, both counted from 1.
    public struct Position: Equatable, Codable, Sendable {
        /// The line.
        public let line: Int
        /// The character within the line.
        public let column: Int
    }

    /// The file does not exist, is a folder, or may not be read.
    case unreadable(file: String, reason: String)
    /// The file is empty or contains only blanks.
    case empty(file: String)
    /// The file is something other than XML.
    case notXML(file: String, found: String)
    /// The file is written in an encoding that is not supported.
    case encoding(file: String, name: String)
    /// The file declares a document type, which could make a small file expand without bound.
    case documentType(file: String, at: Position)
    /// The file breaks the rules of XML.
    case malformed(file: String, what: String, at: Position)
    /// The file is XML, but not XFDF.
    case notXFDF(file: String, root: String, at: Position)

    /// The exit status, after `sysexits.h`: 66 for a file that cannot be read, 65 for one with invalid contents.
    public var exitCode: Int32 {
        if case .unreadable = self { 66 } else { 65 }
    }
}

extension SheetError: CustomStringConvertible {
    /// One line: `file: what happened, line L, column C. To fix: …`
    public var description: String {
        switch self {
        case .unreadable(let file, let reason):
            "\(file): cannot be read: \(reason). To fix: check the path and the file's permissions."
        case .empty(let file):
            "\(file): is empty. To fix: export the annotations again, as XFDF."
        case .notXML(let file, let found):
            "\(file): is \(found), not XML. To fix: export the annotations as XFDF and open that file."
        case .encoding(let file, let name):
            "\(file): is written in the encoding \(name), which is not supported. To fix: save it as UTF-8."
        case .documentType(let file, let position):
            "\(file): declares a document type, which is refused, \(position). To fix: remove the <!DOCTYPE …>."
        case .malformed(let file, let what, let position):
            "\(file): is no well-formed XML: \(what), \(position). To fix: export it again, or correct that place."
        case .notXFDF(let file, let root, let position):
            "\(file): is XML but not XFDF: its root is <\(root)>, \(position). To fix: export the annotations as XFDF."
        }
    }
}

extension SheetError.Position: CustomStringConvertible {
    /// `line L, column C`
    public var description: String { "line \(line), column \(column)" }
}
