import Foundation
import MillraceBase
import MillraceFlux
import MillraceSignals

/// The types of actions that a recording can contain, each with a name.
///
/// ```swift
/// var types = ActionTypes()
/// types.add(ToggleFilter.self)
/// types.add(SignIn.self) { SignIn(user: $0.user, password: "") }      // what no file shall hold
/// ```
///
/// ``Undo``, ``Redo``, ``TimeTravel`` and `CloseMember` are always included.
public struct ActionTypes {
    struct Known {
        let name: String
        let isRedacted: Bool
        let encode: (any Action, any Encoder) throws -> Void
        let decode: (any Decoder) throws -> any Action
    }

    private var byType: [ObjectIdentifier: Known] = [:]
    private var byName: [String: Known] = [:]

    /// Creates a collection with the types that histories and families use.
    public init() {
        add(Undo.self)
        add(Redo.self)
        add(TimeTravel.self)
        add(CloseMember.self)
    }

    /// Adds a type. Using a name twice is a precondition failure.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - name: The name in recordings, which must stay the same if the type is renamed. By default the type's own
    ///     name, without its module.
    ///   - redact: Returns the action to record instead, without secrets. The redacted action is replayed; for equal
    ///     states, the states must not contain the secret either.
    public mutating func add<ActionType: Action & Codable>(
        _ type: ActionType.Type,
        as name: String? = nil,
        redacting redact: ((ActionType) -> ActionType)? = nil
    ) {
        let name = name ?? "\(type)"
        if byName[name] != nil || byType[ObjectIdentifier(type)] != nil {
            stop("ActionTypes.add: \(name) is there already. To fix: add each type once, under its own name.")
        }
        let known = Known(
            name: name,
            isRedacted: redact != nil,
            encode: { action, encoder in
                guard let action = action as? ActionType else { return }
                try (redact?(action) ?? action).encode(to: encoder)
            },
            decode: { try ActionType(from: $0) }
        )
        byType[ObjectIdentifier(type)] = known
        byName[name] = known
    }

    func known(_ type: any Action.Type) -> Known? { byType[ObjectIdentifier(type)] }
    func known(_ name: String) -> Known? { byName[name] }
}
