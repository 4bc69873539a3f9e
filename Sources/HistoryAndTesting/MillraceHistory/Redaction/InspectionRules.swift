import MillraceBase

/// The parts that an ``InspectionRecorder`` leaves out.
///
/// ```swift
/// var rules = InspectionRules()
/// rules.redact(Account.self) { $0.token = "•" }
/// rules.redactFields(named: "iban")
/// ```
///
/// Without any rule, these are left out already, in states and in actions alike:
/// - a `Secret`;
/// - fields, keys of dictionaries and labels of associated values that are called like a secret: `password`,
///   `passphrase`, `secret`, `token`, `authorization`, `cookie`, `credential`, `apiKey`, `privateKey`, `bearer`, `pin`
///   and names that contain these words, whatever the case and the separators. A value that is nil or a Boolean is
///   shown;
/// - the value behind such a name in a text, as `token=…` in an address, or `Authorization: …`;
/// - the text of anything that was left out, where it comes again within another text, an identity or a key. It is written
///   as `•1`, `•2` and so on. Texts of fewer than four characters are too short for that, and within longer ones those of
///   fewer than six.
///
/// A text whose secret none of these recognise, such as a note with a password in it, is written as it is.
public struct InspectionRules {
    private var changes: [ObjectIdentifier: (Any) -> Any] = [:]
    private(set) var names = HiddenNames()

    /// Creates the rules that hold anyway.
    public init() {}

    /// Has the values of a type changed before they are written, wherever they are.
    ///
    /// The parts that they have lost are left out of other texts, too.
    ///
    /// Precondition: the type is no class, since the closure would change the object itself.
    public mutating func redact<Value>(
        _ type: Value.Type,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ change: @escaping (inout Value) -> Void
    ) {
        if type is AnyObject.Type {
            stop(
                """
                InspectionRules.redact: \(type) is a class, and the closure would change the app's own object. \
                To fix: redact the value that holds it, or hide the field with redactFields(named:).
                """,
                file: file,
                line: line
            )
        }
        changes[ObjectIdentifier(type)] = { value in
            guard var value = value as? Value else { return value }
            change(&value)
            return value
        }
    }

    /// Leaves out the values of fields, keys and labels of these names, and of those that contain them.
    public mutating func redactFields(named names: String...) { self.names.hide(names) }

    /// Shows the values of fields, keys and labels of exactly these names, which would be left out otherwise.
    public mutating func showFields(named names: String...) { self.names.show(names) }

    /// Returns how the values of a type are changed; nil where they are not.
    func change(of type: Any.Type) -> ((Any) -> Any)? { changes.isEmpty ? nil : changes[ObjectIdentifier(type)] }
}
