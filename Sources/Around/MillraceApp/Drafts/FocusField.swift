import MillraceFlux

/// The action that moves the focus of a ``Draft``: to a field, to the next one, or away from all.
///
/// A field that the focus leaves is touched: its complaint is shown from then on.
public struct FocusField<Values: Editable>: Action, Hashable, Codable {
    /// Where the focus goes.
    public enum Target: Hashable, Codable, Sendable {
        /// To the field of this name.
        case field(String)
        /// To the next field; behind the last one comes the first.
        case next
        /// To the previous field; before the first one comes the last.
        case previous
        /// To none.
        case nothing
    }

    /// The name of the draft; empty for one without a name.
    public let draft: String

    /// Where the focus goes.
    public let target: Target

    /// Creates a move of the focus.
    ///
    /// - Parameters:
    ///   - target: Where it goes.
    ///   - draft: The name of the draft, where several have values of this type.
    public init(_ target: Target, in draft: String = "") { (self.target, self.draft) = (target, draft) }

    /// Creates a move of the focus to a field, as SwiftUI's `@FocusState` has it.
    ///
    /// - Parameters:
    ///   - name: The name of the field; nil for none.
    ///   - draft: The name of the draft, where several have values of this type.
    public init(named name: String?, in draft: String = "") {
        self.init(name.map { .field($0) } ?? .nothing, in: draft)
    }
}
