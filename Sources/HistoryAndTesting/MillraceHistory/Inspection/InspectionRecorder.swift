import Foundation
import MillraceBase
import MillraceFlux
import MillraceSignals

/// Records a session so that one sees each action, its origin, and its changes.
///
/// ```swift
/// var rules = InspectionRules()
/// rules.redact(Account.self) { $0.token = "•" }
/// let recorder = InspectionRecorder(on: dispatcher, inspecting: cart, customer, rules: rules) { line in
///     try file.write(contentsOf: line)
/// }
/// …
/// recorder.finish()
/// ```
///
/// It writes JSON, one object per line: a header with the states and the graph of observables; for each action its
/// content, its `ActionOrigin`, how long it took, the interventions of middleware, and of each given store that has
/// changed the operations that lead from the former state to the new one, and back; the beginnings and the ends of
/// effects; and at last the end. ``ActionRecorder`` writes the actions for a replay, and this the session for a person.
///
/// Secrets are left out before anything is written: see ``InspectionRules``. Objects are written as they are when they
/// appear, and not followed.
///
/// Each line is written at once and as a whole, with a checksum of itself and all lines before. If the output fails, the
/// recording ends, and the app goes on: `onFailure` is called once, nothing more is written, and nothing is kept. A pipe
/// whose reader is gone is such a failure.
///
/// Cost: the header reads all states. An action costs what has changed: O(k log n) for k changes in a `Table` of n
/// elements; in an array with changes all elements are compared, and a handler's change copies it first, since the former
/// one is kept. Values are read at run time, some hundred nanoseconds for each field of what has changed. The dispatcher
/// keeps the recorder alive, and the recorder, until it ends, the states, but neither stores nor
/// families.
public final class InspectionRecorder {
    private var names = InspectionNames()
    private let writer: TreeWriter
    private let now: () -> Duration
    private let start: Duration

    /// The time of the line before, in microseconds since the start: a line has the time since then.
    private var time = 0
    private var stores = InspectedStores()
    private let output: SealedOutput
    private var line = JSONText()

    /// The number of actions so far.
    private var count = 0

    /// From which numbers of handled actions on these differ from the recorded ones, and by how much.
    private var offsets: [(number: Int, offset: Int)] = []

    /// Begins a recording.
    ///
    /// - Parameters:
    ///   - dispatcher: The dispatcher whose actions are recorded.
    ///   - stores: The stores, and families of stores, whose states are recorded. The actions of other stores are
    ///     recorded too.
    ///   - rules: The rules for hidden parts.
    ///   - notes: Goes into the header: whatever helps to find the recording again.
    ///   - write: Receives the lines, each with its line end. If it throws, the recording is over, and the file is cut
    ///     off where it stopped.
    ///   - onFailure: Called with each failure of writing. By default it goes to standard error.
    public convenience init<each Part: StateHolding>(
        on dispatcher: Dispatcher,
        inspecting stores: repeat each Part,
        rules: InspectionRules = InspectionRules(),
        notes: [String: String] = [:],
        to write: @escaping (Data) throws -> Void,
        onFailure: @escaping (RecordingError) -> Void = { writeToStandardError("\($0)") }
    ) {
        self.init(
            on: dispatcher,
            visiting: { visitor in for store in repeat each stores { visitor.visit(any: store) } },
            rules: rules,
            notes: notes,
            to: write,
            onFailure: onFailure
        )
    }

    /// Begins a recording of the stores and families that a closure has its visitor see.
    package init(
        on dispatcher: Dispatcher,
        visiting visit: (any StateVisitor) -> Void,
        rules: InspectionRules,
        notes: [String: String] = [:],
        to write: @escaping (Data) throws -> Void,
        onFailure: @escaping (RecordingError) -> Void
    ) {
        visit(stores)
        output = SealedOutput(to: write, onFailure: onFailure)
        let origin = ContinuousClock.now
        now = dispatcher.scheduler.map { scheduler in { scheduler.now } } ?? { origin.duration(to: .now) }
        start = now()
        // The secrets are learned first, wherever they are: they may also be in parts that come before them.
        let first = TreeWriter(rules)
        let trees = self.stores.trees(by: first)
        writer = first.secrets.isEmpty ? first : TreeWriter(rules, knowing: first.secrets.withoutKeys)
        begin(notes, first.secrets.isEmpty ? trees : self.stores.trees(by: writer))
        dispatcher.install(
            Middleware(wantsDurations: true, handled: record, dropped: record, effects: record, name: "inspection")
        )
    }

    /// Ends the recording with an end line. Without that line a reader treats it as cut off.
    ///
    /// Later actions are not recorded. A second call does nothing.
    public func finish() {
        line.append("{\"end\":")
        line.append(count)
        endLine()
        output.end()
        stores = InspectedStores()
    }

    /// Records a step of the outside: an event that is no action of the app, such as an answer that is lost, or time that
    /// passes. A test driver records its own so.
    ///
    /// The inspector shows it between the actions before and behind it, with its time. Secrets are left out of
    /// the text as of any other, and with them the word behind `token:` and the like. After the end it does nothing.
    ///
    /// - Parameter text: The event, as a person would say it: "POST /orders: done, and its answer is lost".
    public func recordStep(_ text: String) {
        line.append("{\"step\":")
        line.append(string: writer.shown(text))
        writeTime()
        endLine()
    }

    /// Records the live graph of observables below the states, as it is now. O(n) for n nodes and edges.
    public func recordGraph() {
        if output.isOver { return }
        line.append("{")
        writeGraph()
        writeTime()
        endLine()
    }
}

// MARK: - Actions

extension InspectionRecorder {
    private func record(_ handled: HandledAction) {
        if output.isOver { return }
        count += 1
        note(handled.number)
        let patches = stores.patches(of: handled, by: writer)
        write(handled.action, handled.origin, handled.addressee, handled.calls)
        write(handled.interventions)
        if !patches.isEmpty {
            line.append(key: "p")
            line.append("[")
            for patch in patches {
                line.separate()
                line.append(names.number(of: patch.name))
                line.append(",")
                line.append(patch.json)
            }
            line.append("]")
        }
        endLine()
    }

    private func record(_ dropped: DroppedAction) {
        if output.isOver { return }
        count += 1
        write(dropped.action, dropped.origin, dropped.addressee, [])
        write(dropped.interventions)
        endLine()
    }

    /// Writes an action: first, in numbers alone, the time that has passed, the type, the place, and each store that has
    /// handled it with how long that took; a reader needs no more for a list.
    private func write(
        _ action: any Action,
        _ origin: ActionOrigin,
        _ addressee: String?,
        _ calls: [HandledAction.Call]
    ) {
        line.append("{\"a\":[")
        line.append(passedTime())
        line.append(",")
        line.append(names.number(of: type(of: action)))
        line.append(",")
        line.append(origin.place.map { names.number(of: $0) } ?? -1)
        for call in calls {
            line.append(",")
            line.append(names.number(of: call.name))
            line.append(",")
            if let duration = call.duration { line.append(tenths: Self.tenths(duration)) } else { line.append(-1) }
        }
        line.append("]")
        write(origin)
        line.append(key: "c")
        line.append(writer.tree(of: (action as? any RecordedAction)?.redacted ?? action))
        if let addressee {
            line.append(key: "to")
            line.append(names.number(of: addressee))
        }
    }

    /// Writes the facts about an origin besides its place, where there are any.
    private func write(_ origin: ActionOrigin) {
        if case .code = origin.sender, !origin.isDeferred { return }
        line.append(key: "o")
        line.append("{")
        switch origin.sender {
        case .code: break
        case .effect(let number):
            line.append(key: "e")
            line.append(number)
        case .member(let name):
            line.append(key: "member")
            line.append(string: writer.shown(name))
        case .inlet: line.append("\"inlet\":\"Dispatcher.inlet\"")
        case .replay: line.append("\"replay\":true")
        }
        if origin.isDeferred {
            line.append(key: "deferred")
            line.append("true")
        }
        line.append("}")
    }

    private func write(_ interventions: [ActionIntervention]) {
        if interventions.isEmpty { return }
        writeList("by", interventions) { intervention in
            self.line.append(string: intervention.middleware)
            guard let replaced = intervention.replaced else { return self.line.append(",\"drop\"") }
            self.line.append(",\"replace\",")
            self.line.append(string: InspectionNames.name(of: type(of: replaced)))
        }
    }
}

// MARK: - Effects

extension InspectionRecorder {
    private func record(_ event: EffectEvent) {
        if output.isOver { return }
        line.append("{\"e\":")
        line.append(event.number)
        switch event.change {
        case .began: writeBeginning(of: event)
        case .finished: writeEnd("finished")
        case .cancelled: writeEnd("cancelled")
        case .failed(let error):
            writeEnd("failed")
            line.append(key: "why")
            line.append(string: "\(type(of: error))")
            line.append(key: "error")
            line.append(writer.tree(of: error))
        }
        endLine()
    }

    private func writeEnd(_ kind: StaticString) {
        writeTime()
        line.append(key: "end")
        line.append("\"")
        line.append(kind)
        line.append("\"")
    }

    private func writeBeginning(of event: EffectEvent) {
        if let offset = offsets.last(where: { $0.number <= event.actionNumber })?.offset {
            line.append(key: "i")
            line.append(event.actionNumber + offset)
        }
        writeTime()
        line.append(key: "store")
        line.append(names.number(of: event.store))
        if let id = event.id {
            line.append(key: "id")
            line.append(string: writer.keyText(id))
            line.append(key: "policy")
            line.append(string: "\(event.policy)")
        }
        if let place = event.place {
            line.append(key: "at")
            line.append(names.number(of: place))
        }
    }

    /// Notes the dispatcher's number of the present action.
    private func note(_ number: Int) {
        let offset = count - number
        if offsets.last?.offset != offset { offsets.append((number, offset)) }
    }
}

// MARK: - Lines

extension InspectionRecorder {
    private func begin(_ notes: [String: String], _ trees: [(name: String, json: [UInt8])]) {
        line.append("{\"inspection\":2")
        line.append(key: "began")
        line.append(string: Date().formatted(Date.ISO8601FormatStyle()))
        line.append(key: "notes")
        line.append("{")
        for (name, note) in notes.sorted(by: { $0.key < $1.key }) {
            line.separate()
            line.append(string: name)
            line.append(":")
            line.append(string: writer.rules.names.contains(name) ? "•" : writer.shown(note))
        }
        line.append("}")
        writeList("states", trees) { state in
            self.line.append(string: state.name)
            self.line.append(",")
            self.line.append(state.json)
        }
        writeGraph()
        endLine()
    }

    private func writeGraph() {
        let graph = stores.graph
        line.append(key: "graph")
        line.append("{\"nodes\":[")
        for (index, node) in graph.nodes.enumerated() { write(node, number: index + 1) }
        line.append("],\"edges\":[")
        for edge in graph.edges {
            line.separate()
            line.append("[")
            line.append(edge.from + 1)
            line.append(",")
            line.append(edge.to + 1)
            line.append("]")
        }
        line.append("]}")
    }

    private func write(_ node: ObservableGraph.Node, number: Int) {
        line.separate()
        line.append("{\"id\":")
        line.append(number)
        line.append(key: "kind")
        line.append(string: node.kind)
        if let name = node.name {
            line.append(key: "name")
            line.append(string: writer.shown(name))
        }
        if let height = node.height {
            line.append(key: "height")
            line.append(height)
        }
        line.append(key: "observers")
        line.append(node.observers)
        if let changes = node.changes {
            line.append(key: "changes")
            line.append(changes)
        }
        line.append("}")
    }

    /// Writes a list of lists.
    private func writeList<Item>(_ key: StaticString, _ items: [Item], _ write: (Item) -> Void) {
        line.append(key: key)
        line.append("[")
        for item in items {
            line.separate()
            line.append("[")
            write(item)
            line.append("]")
        }
        line.append("]")
    }

    private func writeTime() {
        line.append(key: "t")
        line.append(passedTime())
    }

    /// The microseconds since the line before.
    private func passedTime() -> Int {
        let now = Self.tenths(now() - start) / 10
        defer { time = now }
        return now - time
    }

    /// Tenths of a microsecond.
    private static func tenths(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(seconds) * 10_000_000 + Int(attoseconds / 100_000_000_000)
    }

    private func endLine() {
        line.append("}")
        let present = exchange(&line, with: JSONText())
        let news = names.takeNews()
        if news.isEmpty {
            output.write(present.bytes)
        } else {
            line.append("{\"names\":[")
            for name in news {
                line.separate()
                line.append(string: writer.shown(name))
            }
            line.append("]}")
            output.write(exchange(&line, with: JSONText()).bytes, present.bytes)
        }
        if output.isOver { stores = InspectedStores() }
    }
}
