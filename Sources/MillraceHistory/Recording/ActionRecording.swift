import Foundation

/// What an ``ActionRecorder`` has written, to be replayed.
///
/// ```swift
/// let recording = try ActionRecording(Data(contentsOf: file), types: types)
/// let outcome = recording.replay(to: cart, customer, on: dispatcher)
/// print(outcome)              // 57 turns made the same states
/// ```
///
/// A recording that is cut off, in the middle of a line too, as a program leaves it that dies, is read up to the cut.
/// Anything else that befell it, a line changed, missing, standing twice or elsewhere, or another recording's, is an
/// error that names the line.
public struct ActionRecording {
    /// What the app had put down with the recording.
    public let notes: [String: String]

    /// How many actions it holds.
    public var count: Int { turns.count }

    /// Whether the end is missing: the session went on, or was not finished by ``ActionRecorder/finish()``.
    public let isCutOff: Bool

    private let header: Data
    let digests: [String: StateDigest]
    let turns: [RecordedTurn]

    /// Reads a recording.
    ///
    /// - Parameters:
    ///   - data: What was written.
    ///   - types: The types of the actions. One that is missing here ends the replay, not the reading.
    /// - Throws: Where there is no header, or that of a version unknown here, or where a line is damaged.
    public init(_ data: Data, types: ActionTypes) throws(RecordingProblem) {
        let decoder = JSONDecoder.recorded
        try Self.requireHeader(data)
        var lines = RecordingReader(data)
        guard let line = try lines.next(), let first = try? decoder.decode(RecordedHeader.self, from: line) else {
            throw .noHeader
        }
        var turns: [RecordedTurn] = []
        var isFinished = false
        while !isFinished, let line = try lines.next() {
            if let turn = try? decoder.decode(RecordedTurn.self, from: line, configuration: types),
                turn.turn == turns.count + 1
            {
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
        header = line
        notes = first.notes
        digests = first.digests
        self.turns = turns
        isCutOff = !isFinished
    }

    /// Tells a file of another version, which need not have checksums, from one that is damaged, and from none.
    private static func requireHeader(_ data: Data) throws(RecordingProblem) {
        let line = data.prefix { $0 != UInt8(ascii: "\n") }
        guard let version = (try? JSONDecoder().decode(Version.self, from: line))?.millrace else { throw .noHeader }
        var chain = RecordedChain()
        let isIntact = chain.admits(line) || !RecordedChain.isSealed(line)
        if isIntact, version != RecordedHeader.version { throw .unknownVersion(version) }
    }

    /// The state with which a store began, to make a fresh one of; nil where it was not recorded.
    ///
    /// - Throws: Where the state is none of this type.
    public func firstState<State: Decodable>(of store: String, as type: State.Type) throws -> State? {
        try JSONDecoder.recorded.decode(RecordedState<State>.self, from: header, configuration: store).state
    }

    private struct Version: Decodable { let millrace: Int }
}

extension JSONDecoder {
    fileprivate static var recorded: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        return decoder
    }
}
