/// The treatment of a damaged log by opening.
public enum LogDamagePolicy: Sendable, Hashable {
    /// It throws, and changes nothing.
    case refuse
    /// It goes on with the records before the damage. Those behind it are not read, and a new generation begins in
    /// their place with the next record. The files stay: those that a later snapshot would remove get the suffix
    /// `.damaged` then.
    case openSoundPart
}

/// Something in the files of a log that is not as it was written.
public struct LogFinding: Hashable, Sendable, CustomStringConvertible {
    /// Its kind.
    public enum Kind: Hashable, Sendable {
        /// A record at the end that was not written whole, and was never reported as durable.
        case torn
        /// A record that was on the medium is not read as it was written.
        case damaged
        /// A file that was left behind by ``LogDamagePolicy/openSoundPart``.
        case leftBehind
    }

    /// Its kind.
    public let kind: Kind
    /// The path of the file.
    public let file: String
    /// Where in the file it begins.
    package let offset: Int
    /// The first record that is not read because of it.
    package let sequence: UInt64

    /// Where it is.
    public var description: String {
        switch kind {
        case .torn: "record \(sequence) was not written whole, at byte \(offset) of \(file)"
        case .damaged: "record \(sequence) is damaged or missing, at byte \(offset) of \(file)"
        case .leftBehind: "a damaged log has left \(file)"
        }
    }
}
