import Foundation
import MillraceBase
import MillraceFlux
import MillraceSignals

/// Records every action that reaches the stores, so that a session can be replayed: see ``ActionRecording``.
///
/// ```swift
/// let recorder = ActionRecorder(digesting: cart, customer, on: dispatcher) { line in
///     try file.write(contentsOf: line)
/// }
/// …
/// recorder.finish()
/// ```
///
/// It writes JSON, one object per line: a header with the digests of the initial states; then for each action its
/// number, the name of its type, its content, and the ``StateDigest`` of each given store that it changed; and at last
/// the end. Each line is written at once and as a whole, so a program that dies leaves a recording of everything it
/// did. Each has a checksum of itself and all lines before, so later damage to the file is detected.
///
/// An action that middleware drops does not reach the stores and is not recorded; one that it replaces or delays is
/// recorded as and when it arrives. Actions need only be `Codable`: their types are known by their names, and found
/// again by the stores that handle them (see ``RecordedAction`` for other names, and for secrets that no file shall
/// hold). An action that is not `Codable` is recorded without its content and reported to `onFailure`: such a recording
/// can be read, but replayed only up to there. A `Secret` in an action is recorded as a mark.
///
/// If the output fails, the recording ends: `onFailure` is called once, nothing more is written, and nothing is kept.
/// A pipe whose reader is gone is such a failure, whatever the process does with SIGPIPE. A state that has no digest, as
/// a regular expression has none, is reported once, and its store is not compared in a replay. Nothing in a state ends
/// the process.
///
/// Cost: a line of JSON, some microseconds, and the digests: see ``StateDigest`` and ``DigestCache``. A digest reads
/// each array and table in which something has changed as a whole: 100,000 elements of a few numbers and texts take 10 ms
/// for each action; those with enums that have payloads, or existentials, half a second, and 5 ms if they are
/// ``DigestWritable``. Digest fewer stores if that is too much. A digest keeps the large arrays of a state, which are
/// therefore copied when a handler changes them. The dispatcher keeps the recorder alive, and the recorder, until it
/// ends, the states that it digests, but neither stores nor families.
public final class ActionRecorder {
    private let types: RecordedTypes
    private let onFailure: (RecordingError) -> Void
    private let encoder = JSONEncoder()
    private var stores = DigestedStores(for: "ActionRecorder.init")
    private var turn = 0
    private let output: SealedOutput

    /// The stores whose states had no digest, which is reported once for each.
    private var undigested: Set<String> = []

    /// Begins a recording.
    ///
    /// - Parameters:
    ///   - stores: The stores, and families of stores, whose states are digested. The actions of other stores are
    ///     recorded too. Of a family with `Making.whenAsked` it is also recorded when each member is made.
    ///   - dispatcher: The dispatcher whose actions are recorded.
    ///   - notes: Goes into the header: the facts that the app needs to restore the initial states, such as the name of
    ///     a file.
    ///   - write: Receives the lines, each with its line end. If it throws, the recording is over, and the file is cut
    ///     off where it stopped.
    ///   - onFailure: Called with each failure of recording. By default it goes to standard error.
    public init<each Part: StateHolding>(
        digesting stores: repeat each Part,
        on dispatcher: Dispatcher,
        notes: [String: String] = [:],
        to write: @escaping (Data) throws -> Void,
        onFailure: @escaping (RecordingError) -> Void = { writeToStandardError("\($0)") }
    ) {
        types = RecordedTypes(on: dispatcher)
        output = SealedOutput(to: write, onFailure: onFailure)
        self.onFailure = onFailure
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for store in repeat each stores { self.stores.visit(any: store) }
        add { try encoder.encode(RecordedHeader(notes: notes, digests: reported(self.stores.digests))) }
        dispatcher.install(Middleware(handled: record))
    }
}

extension ActionRecorder {
    /// Ends the recording with an end line. Without that line a reader treats it as cut off.
    ///
    /// Later actions are not recorded. A second call does nothing.
    public func finish() {
        guard !output.isOver else { return }
        add { try encoder.encode(RecordedEnd(end: turn)) }
        end()
    }

    /// Reports the states that have no digest, and returns the digests of all others.
    private func reported(_ digests: [String: Digested]) -> [String: StateDigest] {
        for (store, digest) in digests.sorted(by: { $0.key < $1.key }) {
            if case .failure(let problem) = digest, undigested.insert(store).inserted {
                onFailure(.notDigested(store: store, reason: "\(problem). To fix: \(problem.remedy)"))
            }
        }
        return digests.found
    }

    /// Stops writing, and releases the objects needed for it.
    private func end() {
        output.end()
        stores = DigestedStores(for: "ActionRecorder")
    }
}

extension ActionRecorder {
    private func record(_ handled: HandledAction) {
        guard !output.isOver else { return }
        turn += 1
        let type = type(of: handled.action)
        let name = Result { () throws(RecordingError) in try types.name(of: type) }
        let redacted = (handled.action as? any RecordedAction)?.redacted
        let content = name.flatMap { name in
            ((redacted ?? handled.action) as? any Action & Codable).map { .success($0) }
                ?? Result<any Encodable, _>.failure(.notRecorded(action: name))
        }
        if case .failure(let problem) = content { onFailure(problem) }
        var line = RecordedTurn(
            turn: turn,
            action: (try? name.get()) ?? "\(type)",
            type: handled.calls.contains(where: \.isStore) ? nil : UnhandledType.name(of: type),
            addressee: handled.addressee,
            made: stores.made,
            content: content,
            isRedacted: redacted != nil,
            digests: reported(stores.digests(changedBy: handled))
        )
        encoder.userInfo[.secrets] = Locked(false)
        if let reason = add(line) {
            let problem = RecordingError.unreadable(action: line.action, reason: reason)
            onFailure(problem)
            line.content = .failure(problem)
            add(line)
        }
    }

    /// Writes the line of a turn. Returns the reason if it cannot be encoded.
    @discardableResult
    private func add(_ turn: RecordedTurn) -> String? {
        add {
            try NumberMark.encode(with: encoder) { encoder, mark in
                var line = turn
                line.mark = mark
                return try encoder.encode(line)
            }
        }
    }

    /// Writes a line. Returns the reason if it cannot be encoded.
    @discardableResult
    private func add(_ encode: () throws -> Data) -> String? {
        do {
            output.write(Array(try encode()))
        } catch {
            return "\(error)"
        }
        if output.isOver { end() }
        return nil
    }
}
