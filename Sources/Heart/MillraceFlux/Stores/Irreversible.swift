/// A part of a state that goes only forward, such as requests that have left the app and cannot be called back.
///
/// ```swift
/// struct Ledger: Irreversible { var sent: [Payment] = [] }
/// struct BankState { var draft = "", ledger = Ledger() }
/// ```
///
/// When `UndoHistory` or `StateHistory` restores a former state, stored properties of these types stay as they are, in
/// the state itself and in the structs and tuples within it, also if they are optionals, arrays or dictionaries of such
/// values. In a member of a family that comes back they are as when it was there last. In a payload of an enum, in an
/// object or in elements of other types they are not found: keep them in a struct.
///
/// Undoing does not call back a sent request; it would only forget that it was sent.
public protocol Irreversible {}

extension Optional: Irreversible where Wrapped: Irreversible {}
extension Array: Irreversible where Element: Irreversible {}
extension Dictionary: Irreversible where Value: Irreversible {}
