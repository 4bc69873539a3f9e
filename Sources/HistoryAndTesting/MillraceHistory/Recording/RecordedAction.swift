import MillraceFlux

/// An action that goes by another name in recordings, or of which something is left out.
///
/// Recordings need nothing of an action but that it is `Codable`. This protocol is for the exceptions:
///
/// ```swift
/// struct Plus: Action, Codable { var amount: Int }
/// struct SignIn: Action, Codable { var user: String, password: String }
///
/// extension Plus: RecordedAction {
///     static var recordedName: String { "Add" }                                // what it was called before
/// }
/// extension SignIn: RecordedAction {
///     var redacted: SignIn? { SignIn(user: user, password: "") }              // what no file shall hold
/// }
/// ```
public protocol RecordedAction: Action, Codable {
    /// The name of the type in recordings. By default its own, with those of the types that it is nested in, and
    /// without its module: `Editor.Add`, `Navigate<Screen>`.
    ///
    /// A type that was renamed reads older recordings under its former name. Two types must not have the same.
    static var recordedName: String { get }

    /// The action to record instead, without secrets; nil, the default, to record this one.
    ///
    /// The redacted action is replayed; for equal states, the states must not contain the secret either. A `Secret`
    /// within an action need not be left out: it is recorded as a mark.
    var redacted: Self? { get }
}

extension RecordedAction {
    /// The type's own name, without its module.
    public static var recordedName: String { ActionName(of: Self.self).short }

    /// Nil: this action is recorded as it is.
    public var redacted: Self? { nil }
}

/// The names of a type of actions: its name in a recording, and the mark that distinguishes it from others of the same
/// name.
struct ActionName {
    /// The name with those of the types that it is nested in.
    let short: String

    /// The same with modules.
    let full: String

    init(of type: any Action.Type) {
        // Where a private or a local type stands is an address, and not the same in each process.
        full = String(reflecting: type)
            .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
            .replacing(/\(extension in \w+\):/, with: "")
        // The first of several names is the module. Also those of generic arguments have one.
        short = full.replacing(/(^|[^\w.)>])\w+\.(?=\w)/) { $0.1 }
    }
}
