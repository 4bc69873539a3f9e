import MillraceFlux

/// The stored properties of a type that go only forward, wherever they are in its structs and tuples: found once for each
/// store that a history restores.
struct IrreversibleParts<State> {
    private struct Part {
        let offset: Int
        let type: any Irreversible.Type
    }

    private var parts: [Part] = []

    init() { add(State.self, at: 0) }

    /// Whether there are none.
    var isEmpty: Bool { parts.isEmpty }

    private mutating func add(_ type: Any.Type, at offset: Int) {
        if let type = type as? any Irreversible.Type { return parts.append(Part(offset: offset, type: type)) }
        switch RuntimeKind(rawValue: runtimeKind(type)) {
        case .structure, .tuple: break
        case .enumeration, .optional, nil: return
        }
        for index in 0..<runtimeFieldCount(type) {
            var facts = RuntimeField()
            let fieldType = runtimeField(type, index: index, facts: &facts)
            facts.releaseName?(facts.name)
            // Weak and unowned fields are objects, and not of their declared type.
            if facts.isStrong { add(fieldType, at: offset + runtimeFieldOffset(type, index: index)) }
        }
    }

    /// A former state with the present one's parts that go only forward.
    func former(_ former: State, keepingThoseOf present: State) -> State {
        if parts.isEmpty { return former }
        var restored = former
        withUnsafeMutableBytes(of: &restored) { restored in
            withUnsafeBytes(of: present) { present in
                guard let restored = restored.baseAddress, let present = present.baseAddress else { return }
                for part in parts { copy(part.type, from: present + part.offset, to: restored + part.offset) }
            }
        }
        return restored
    }

    /// Both addresses are of initialised fields of the type, by the run time's layout; the states keep them.
    private func copy<Value>(_: Value.Type, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
        target.assumingMemoryBound(to: Value.self).pointee = source.assumingMemoryBound(to: Value.self).pointee
    }
}
