import MillraceBase
import MillraceFlux
import MillraceSignals

/// The stores and families whose states are recorded, and the states as they were written last.
final class InspectedStores: StateVisitor {
    private struct Part {
        let name: String

        /// The state of a store, for the graph below it.
        let observable: (any ObservableConvertible)?

        /// Returns the tree of the present state, which counts as written.
        let tree: (TreeWriter) -> [UInt8]

        /// Returns the patch from the state that was written last, if an action has changed it.
        let patch: (HandledAction, TreeWriter) -> [UInt8]?
    }

    private var parts: [Part] = []

    /// The method that a message names.
    let method: StaticString = "InspectionRecorder.init"

    func visit<State>(_ store: Store<State>) {
        let (state, registrant) = (store.state, store.registration.registrant)
        let written = Written(state.value)
        add(
            Part(name: store.description, observable: state) { writer in
                written.value = state.value
                return writer.tree(of: written.value)
            } patch: { handled, writer in
                guard handled.hasChanged(registrant) else { return nil }
                let former = exchange(&written.value, with: state.value)
                return writer.patch(from: former, to: written.value)
            }
        )
    }

    func visit<Key, State>(_ family: StoreFamily<Key, State>) {
        let reader = family.makeReader()
        let made = MadeMembers(of: family, by: reader) { _ in }
        let written = Written<[Key: State]>([:])
        let name = family.name
        // A family keeps its dispatcher, which keeps the recorder.
        weak let family = family
        func state(of key: Key) -> State? { family?.member(key)?.state.value }
        add(
            Part(name: name, observable: nil) { writer in
                (_, _) = (reader.take(), made.take())
                written.value = [:]
                for key in family?.keys ?? [] { written.value[key] = state(of: key) }
                return writer.tree(ofMembers: written.value.map { (writer.keyText($0), $1) })
            } patch: { _, writer in
                if reader.isEmpty, made.isEmpty { return nil }
                let changes = reader.take()
                var walk = DifferenceWalk(to: PatchWriter(with: writer))
                for key in changes.disappeared {
                    if let former = written.value.removeValue(forKey: key) {
                        walk.sink.removed(former, of: .key(key), at: [])
                    }
                }
                for key in changes.appeared + changes.changed + made.take().map(\.key) {
                    guard let present = state(of: key) else { continue }
                    if let former = written.value.updateValue(present, forKey: key) {
                        walk.within(.key(key)) { $0.compare(former, present) }
                    } else {
                        walk.sink.inserted(present, of: .key(key), at: [])
                    }
                }
                return walk.sink.patch
            }
        )
    }

    /// The value that was written last.
    private final class Written<Value> {
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    /// Adds a part. Two with the same name are a precondition failure.
    private func add(_ part: Part) {
        if parts.contains(where: { $0.name == part.name }) { stopSecond(part.name) }
        parts.append(part)
    }

    /// The live graph below the states.
    var graph: ObservableGraph { ObservableGraph(below: parts.compactMap(\.observable)) }

    /// Returns the trees of all states, by the names of the stores.
    func trees(by writer: TreeWriter) -> [(name: String, json: [UInt8])] {
        parts.map { ($0.name, $0.tree(writer)) }
    }

    /// Returns the patches of the states that an action has changed.
    func patches(of handled: HandledAction, by writer: TreeWriter) -> [(name: String, json: [UInt8])] {
        parts.compactMap { part in part.patch(handled, writer).map { (part.name, $0) } }
    }
}

extension TreeWriter {
    /// Returns the tree of a family.
    fileprivate func tree(ofMembers entries: [(key: String, value: some Any)]) -> [UInt8] {
        let outer = exchange(&text, with: JSONText())
        write(entries: entries, 0)
        return exchange(&text, with: outer).bytes
    }
}
