import Foundation

/// What an ``ActionRecorder`` has written, to be replayed.
///
/// ```swift
/// let recording = try ActionRecording(Data(contentsOf: file), types: types)
/// let outcome = recording.replay(to: cart, customer, on: dispatcher)
/// print(outcome)              // 57 turns made the same states
/// ```
///
/// A recording that is cut off, in the middle of a line too, is read up to the cut. A line that is damaged is skipped
/// if it stands again behind, as the recorder writes it when its output has failed; otherwise the recording ends before
/// it.
public struct ActionRecording {
    /// What the app had put down with the recording.
    public let notes: [String: String]

    /// How many actions it holds.
    public var count: Int { turns.count }

    /// Whether there is more in the file than could be read.
    public let isCutOff: Bool

    private let header: Data
    let digests: [String: StateDigest]
    let turns: [RecordedTurn]

    /// Reads a recording.
    ///
    /// - Parameters:
    ///   - data: What was written.
    ///   - types: The types of the actions. One that is missing here ends the replay, not the reading.
    /// - Throws: Where there is no header, or that of a version unknown here.
    public init(_ data: Data, types: ActionTypes) throws(RecordingProblem) {
        let decoder = JSONDecoder.recorded
        var lines = data.split(separator: UInt8(ascii: "\n"))[...]

        guard let version = lines.compactMap({ try? decoder.decode(Version.self, from: $0) }).first?.millrace else {
            throw .noHeader
        }
        guard version == RecordedHeader.version else { throw .unknownVersion(version) }
        var found: (line: Data, header: RecordedHeader)?
        while found == nil, let line = lines.popFirst() {
            found = (try? decoder.decode(RecordedHeader.self, from: line)).map { (line, $0) }
        }
        guard let found else { throw .noHeader }

        var turns: [RecordedTurn] = []
        var lastIsWhole = true
        for line in lines {
            let turn = try? decoder.decode(RecordedTurn.self, from: line, configuration: types)
            lastIsWhole = turn != nil
            guard let turn, turn.turn > turns.count else { continue }
            if turn.turn > turns.count + 1 {
                lastIsWhole = false
                break
            }
            turns.append(turn)
        }
        header = found.line
        notes = found.header.notes
        digests = found.header.digests
        self.turns = turns
        isCutOff = !lastIsWhole
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
