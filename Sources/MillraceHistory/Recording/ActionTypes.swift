import Foundation
import MillraceFlux
import MillraceSignals

/// The types of actions that a recording can hold, each under a name by which it is found again.
///
/// ```swift
/// var types = ActionTypes()
/// types.add(ToggleFilter.self)
/// types.add(SignIn.self) { SignIn(user: $0.user, password: "") }      // what no file shall hold
/// ```
///
/// ``Undo``, ``Redo`` and ``TimeTravel`` are among them from the beginning.
public struct ActionTypes {
    struct Known {
        let name: String
        let isRedacted: Bool
        let encode: (any Action, any Encoder) throws -> Void
        let decode: (any Decoder) throws -> any Action
    }

    private var byType: [ObjectIdentifier: Known] = [:]
    private var byName: [String: Known] = [:]

    /// Makes a collection of no types but those that histories use.
    public init() {
        add(Undo.self)
        add(Redo.self)
        add(TimeTravel.self)
    }

    /// Adds a type. To use a name twice is a programmer's error.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - name: What recordings call it, for good: they are found again by it when the type has been renamed. Without
    ///     it, the type's own name, without its module.
    ///   - redact: Makes of an action the one that is recorded in its place, without what must be kept secret. What is
    ///     replayed is that one: so that the states agree all the same, they must not hold the secret either.
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
