import Foundation
import MillraceFlux

/// Writes down every action that reaches the stores, so that a session can be replayed: see ``ActionRecording``.
///
/// ```swift
/// let recorder = ActionRecorder(of: types, digesting: cart, customer, on: dispatcher, to: file)
/// …
/// recorder.finish()
/// ```
///
/// It writes JSON, one object a line: a header with the first states and their digests, then for each action its
/// number, its type's name, what it holds, and the ``StateDigest`` of each of the given stores that it changed, and at
/// last the end. Each line is handed over at once and whole, so that a program that dies leaves a recording of all it
/// did. Each bears a checksum of itself and all lines before, so that whatever befalls the file later is noticed.
///
/// What middleware drops does not reach the stores and is not recorded; what it replaces or delays is recorded as and
/// when it does. An action of a type that is not among the ``ActionTypes`` is written without what it holds, and told
/// to `onProblem`: such a recording can be read, but replayed only up to there.
///
/// Where the output fails, the recording ends: `onProblem` is told once, nothing more is written, and nothing is kept.
///
/// Cost: a line of JSON, some microseconds, and the digests: see ``StateDigest`` and ``DigestCache``. A digest holds
/// the large arrays of a state, which are thus copied when a handler changes them. The dispatcher keeps the recorder,
/// and the recorder, until it ends, the stores that it digests.
public final class ActionRecorder {
    private let types: ActionTypes
    private let output: (Data) throws -> Void
    private let onProblem: (RecordingProblem) -> Void
    private let encoder = JSONEncoder()
    private var stores = DigestedStores()
    private var turn = 0
    private var chain = RecordedChain()

    /// Whether nothing more is written.
    private var isOver = false

    /// Begins a recording.
    ///
    /// - Parameters:
    ///   - types: The types of actions that can be recorded.
    ///   - stores: Those whose states are digested. None is recorded without that: actions of all stores are.
    ///   - dispatcher: Whose actions are recorded.
    ///   - notes: Goes into the header: what the app needs to make the first states again, as the name of a file.
    ///   - recordsStates: Whether the first states of the given stores go into the header, those of them that are
    ///     `Encodable`. False where they are large, or hold what must be kept secret.
    ///   - write: Takes one line after the other, each with its end. When it throws, the recording is over: what it
    ///     took of that line is where the file is cut off.
    ///   - onProblem: Told what could not be recorded. Without it, standard error is.
    public init<each State>(
        of types: ActionTypes,
        digesting stores: repeat Store<each State>,
        on dispatcher: Dispatcher,
        notes: [String: String] = [:],
        recordsStates: Bool = true,
        to write: @escaping (Data) throws -> Void,
        onProblem: @escaping (RecordingProblem) -> Void = { writeToStandardError("\($0)") }
    ) {
        self.types = types
        output = write
        self.onProblem = onProblem
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .recorded
        for store in repeat each stores { self.stores.add(store, for: "ActionRecorder.init") }
        var header = RecordedHeader(notes: notes, digests: self.stores.digests)
        if recordsStates { header.states = self.stores.encodableStates }
        if let reason = add({ try encoder.encode(header) }) {
            onProblem(.stateNotRecorded(reason: reason))
            header.states = [:]
            add { try encoder.encode(header) }
        }
        dispatcher.install(self)
    }

    /// Begins a recording in a file, or whatever a handle writes to. To close it, after ``finish()``, is the caller's.
    public convenience init<each State>(
        of types: ActionTypes,
        digesting stores: repeat Store<each State>,
        on dispatcher: Dispatcher,
        notes: [String: String] = [:],
        recordsStates: Bool = true,
        to file: FileHandle,
        onProblem: @escaping (RecordingProblem) -> Void = { writeToStandardError("\($0)") }
    ) {
        self.init(
            of: types,
            digesting: repeat each stores,
            on: dispatcher,
            notes: notes,
            recordsStates: recordsStates,
            to: { try file.write(contentsOf: $0) },
            onProblem: onProblem
        )
    }
}

extension ActionRecorder {
    /// Ends the recording with a line that says so. Without that line a reader takes it for cut off.
    ///
    /// Later actions are not recorded. A second call does nothing.
    public func finish() {
        guard !isOver else { return }
        add { try encoder.encode(RecordedEnd(end: turn)) }
        end()
    }

    /// Writes nothing more, and lets go of what was needed for it.
    private func end() {
        isOver = true
        stores = DigestedStores()
    }
}

extension ActionRecorder: Middleware {
    /// Writes down an action.
    public func didHandle(_ handled: HandledAction) {
        guard !isOver else { return }
        let known = types.known(type(of: handled.action))
        turn += 1
        var line = RecordedTurn(
            turn: turn,
            action: known?.name ?? "\(type(of: handled.action))",
            addressee: handled.addressee,
            content: .success(handled.action),
            isRedacted: known?.isRedacted ?? false,
            digests: stores.digests(changedBy: handled)
        )
        if known == nil { miss(.notRecorded(action: line.action), in: &line) }
        if let reason = add({ try encoder.encode(line, configuration: types) }) {
            miss(.unreadable(action: line.action, reason: reason), in: &line)
            add { try encoder.encode(line, configuration: types) }
        }
    }

    private func miss(_ problem: RecordingProblem, in line: inout RecordedTurn) {
        line.content = .failure(problem)
        onProblem(problem)
    }

    /// Writes a line. Returns why, where it cannot be encoded.
    @discardableResult
    private func add(_ encode: () throws -> Data) -> String? {
        let object: Data
        do {
            object = try encode()
        } catch {
            return "\(error)"
        }
        do {
            if !isOver { try output(chain.seal(object)) }
        } catch {
            end()
            onProblem(.notWritten(reason: "\(error)"))
        }
        return nil
    }
}

extension JSONEncoder.NonConformingFloatEncodingStrategy {
    fileprivate static var recorded: Self {
        .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
}
