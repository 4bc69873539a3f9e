import MillraceFlux
import MillraceSignals

/// The types of actions that the stores of a dispatcher handle, and their names in recordings.
///
/// A name is the short one where only one type has it, and otherwise the one with the module. Types become known when
/// stores register handlers for them, so that a replay, in which stores register as they did, finds the same names.
final class RecordedTypes {
    private weak var dispatcher: Dispatcher?

    /// How many types the dispatcher had when the names were collected.
    private var count = -1

    private var types: [String: [any Action.Type]] = [:]
    private var names: [ObjectIdentifier: Result<String, RecordingError>] = [:]

    init(on dispatcher: Dispatcher) { self.dispatcher = dispatcher }

    /// Returns the name of a type in recordings. Fails if another type that is handled has all the same names.
    func name(of type: any Action.Type) throws(RecordingError) -> String {
        update()
        if let known = names[ObjectIdentifier(type)] { return try known.get() }
        let all = Self.names(of: type)
        let unique = all.first { name in types[name, default: []].allSatisfy { $0 == type } }
        let name = unique.map { .success($0) } ?? Result.failure(RecordingError.ambiguousType(action: all[0]))
        names[ObjectIdentifier(type)] = name
        return try name.get()
    }

    /// Returns the type of a name; nil if none that is handled has it. Fails if there are several.
    func type(called name: String) throws(RecordingError) -> (any Action.Type)? {
        update()
        guard let found = types[name] else { return nil }
        if found.count > 1 { throw .ambiguousType(action: name) }
        return found.first
    }

    /// Collects the names again if there are new types, which is seldom.
    private func update() {
        guard let dispatcher, dispatcher.handledTypeCount != count else { return }
        count = dispatcher.handledTypeCount
        (types, names) = ([:], [:])
        for type in dispatcher.handledTypes {
            for name in Self.names(of: type) { types[name, default: []].append(type) }
        }
    }

    /// The names of a type, the preferred one first.
    private static func names(of type: any Action.Type) -> [String] {
        if let type = type as? any RecordedAction.Type { return [type.recordedName] }
        let name = ActionName(of: type)
        return [name.short, name.full]
    }
}

/// The name, in a recording, of a type that no store handles, so that a replay finds it for the callbacks.
enum UnhandledType {
    /// Returns a name by which the same program finds a type; an empty one if there is none.
    static func name(of type: any Action.Type) -> String {
        guard let name = _mangledTypeName(type), isPlain(name) else { return "" }
        return name
    }

    /// Returns the type with such a name; nil if there is none.
    static func type(called name: String) -> (any Action.Type)? {
        isPlain(name) ? _typeByName(name) as? any Action.Type : nil
    }

    /// Whether a name has letters, digits and underscores only. Others may stand for addresses, and a recording may
    /// hold lines that no recorder has written.
    private static func isPlain(_ name: String) -> Bool {
        name.utf8.count < 1_000
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
