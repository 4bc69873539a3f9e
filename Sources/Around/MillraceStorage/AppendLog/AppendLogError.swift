import Foundation

/// Why a log could not be opened.
public enum AppendLogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another object, in this process or another one, has the log.
    case inUse(folder: String)
    /// A record that was on the medium is not read as it was written.
    case damaged(LogFinding)
    /// A newer version of this library has written the file.
    case newerFormat(file: String)
    /// The system refuses something.
    case file(FileError)

    /// The problem, and how to fix it.
    public var description: String {
        switch self {
        case .inUse(let folder):
            "AppendLog: the log \(folder) is in use. To fix: end the other process, or release the other log."
        case .damaged(let finding):
            "AppendLog: \(finding). To fix: restore the folder, or open with `onDamage: .openSoundPart`."
        case .newerFormat(let file):
            "AppendLog: a newer version has written \(file). To fix: use that version."
        case .file(let error): "AppendLog: \(error)."
        }
    }
}
