import Foundation
import MillraceBase

/// A recording by an ``ActionRecorder``, to be replayed.
///
/// ```swift
/// let recording = try ActionRecording(Data(contentsOf: url))
/// let outcome = recording.replay(to: cart, customer, on: dispatcher)
/// print(outcome)              // 57 turns made the same states
/// ```
///
/// A recording that is cut off, even within a line, as a crash leaves it, is read up to the cut. Any other damage is an
/// error that names the line: a line that was changed, lost, duplicated or moved, or that belongs to another recording.
public struct ActionRecording {
    /// The notes that the app recorded.
    public let notes: [String: String]

    /// The number of actions.
    public var count: Int { turns.count }

    /// Whether the end is missing: the session was still running, or did not call ``ActionRecorder/finish()``.
    public let isCutOff: Bool

    let digests: [String: StateDigest]
    let turns: [ReadTurn]

    /// Reads a recording.
    ///
    /// - Parameter data: The recorded bytes.
    /// - Throws: If there is no header, if its version is unknown, or if a line is damaged.
    public init(_ data: Data) throws(RecordingError) {
        let decoder = JSONDecoder()
        try Self.requireHeader(data)
        var lines = RecordingReader(data)
        guard let line = try lines.next(), let first = try? decoder.decode(RecordedHeader.self, from: line) else {
            throw .noHeader
        }
        var turns: [ReadTurn] = []
        var isFinished = false
        while !isFinished, let line = try lines.next() {
            if var turn = try? decoder.decode(ReadTurn.self, from: line), turn.turn == turns.count + 1 {
                turn.line = line
                turns.append(turn)
            } else if (try? decoder.decode(RecordedEnd.self, from: line))?.end == turns.count {
                isFinished = true
            } else {
                throw .damaged(line: lines.number, reason: "it is no line of a recording")
            }
        }
        if isFinished, !lines.isAtEnd {
            throw .damaged(line: lines.number + 1, reason: "it stands behind the end")
        }
        notes = first.notes
        digests = first.digests
        self.turns = turns
        isCutOff = !isFinished
    }

    /// Distinguishes a file of another version, which may have no checksums, from a damaged one and from one that is no
    /// recording.
    private static func requireHeader(_ data: Data) throws(RecordingError) {
        let line = data.prefix { $0 != UInt8(ascii: "\n") }
        guard let version = (try? JSONDecoder().decode(Version.self, from: line))?.millrace else { throw .noHeader }
        var chain = RecordedChain()
        let isIntact = chain.advance(over: line) || !RecordedChain.isSealed(line)
        if isIntact, version != RecordedHeader.version { throw .unknownVersion(version) }
    }

    private struct Version: Decodable { let millrace: Int }
}
