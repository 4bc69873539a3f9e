import MillraceBase

/// Values whose fields a user edits: those of a form, or settings.
///
/// Each field is one line, with its name in recordings, and if wanted its label and its rule:
///
/// ```swift
/// struct Booking: Editable, Codable {
///     var guest = "", nights = 1, email = ""
///
///     static let fields: [Field<Booking>] = [
///         Field("guest", \.guest, "Guest") { $0.guest.isEmpty ? "a name is needed" : nil },
///         Field("nights", \.nights, "Nights") { $0.nights < 1 ? "one night at least" : nil },
///         Field("email", \.email, "E-mail", prompt: "you@example.org"),
///     ]
/// }
/// ```
///
/// A ``Draft`` holds such values while they are edited. Properties without a field are not edited by the user: a handler
/// puts into them the facts that rules need, such as the day, or the names that are taken.
public protocol Editable: Equatable, Sendable {
    /// The fields, in the order in which they are shown. Make it a `static let`, so that the list is made once.
    ///
    /// Precondition: no two have the same name.
    static var fields: [Field<Self>] { get }
}

extension Editable {
    /// The field of a key path. O(n) for n fields.
    static func field(_ path: PartialKeyPath<Self>) -> Field<Self> {
        guard let field = fields.first(where: { $0.path == path }) else {
            stop(
                """
                Field: \(Self.self).fields has none for \(path). To fix: add one, Field("name", \\.path). A field within \
                another value needs its whole path.
                """
            )
        }
        return field
    }

    /// The field of a name; nil if there is none. O(n) for n fields.
    static func field(named name: String) -> Field<Self>? { fields.first { $0.name == name } }

    /// Stops the program if two fields have the same name, or are the same.
    static func requireDistinctFields() {
        for (index, field) in fields.enumerated() {
            guard let other = fields[..<index].first(where: { $0.name == field.name || $0.path == field.path }) else {
                continue
            }
            stop(
                """
                Store.edits: \(Self.self).fields has \(field.path) as "\(field.name)" and \(other.path) as \
                "\(other.name)". To fix: give each field a name of its own, once.
                """
            )
        }
    }
}
