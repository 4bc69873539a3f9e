/// A row of a list.
public struct ListRow: Equatable, Sendable, Identifiable {
    /// The mark that a row shows at its end.
    public enum Accessory: Equatable, Sendable {
        /// Nothing.
        case none
        /// A mark that the row leads to something else.
        case disclosure
        /// The number of things that the row represents.
        case count(Int)
        /// A short text, such as a state.
        case badge(String)
    }

    /// The identity that makes this row the same one in the next view model, wherever it is and whatever it shows
    /// there.
    ///
    /// Identities should be unique in a list. If they repeat, see `ListModel.changes(from:)`.
    public var id: String

    /// The main text.
    public var title: String

    /// A second, less prominent text.
    public var detail: String?

    /// The mark that the row shows at its end.
    public var accessory: Accessory

    /// Whether the row is chosen, like an active filter. Renderers show a check mark.
    public var isSelected: Bool

    /// Whether the row can be acted upon. Renderers dim a row that cannot.
    public var isEnabled: Bool

    /// How deep the row is nested below others, like a reply below its question.
    public var indentation: Int

    /// The colour of the thing that the row represents, shown as a small patch.
    public var swatch: RGBColor?

    /// Creates a row. By default it is enabled, not selected, and has no optional parts.
    @export(implementation)
    public init(
        _ id: String,
        _ title: String,
        detail: String? = nil,
        accessory: Accessory = .none,
        isSelected: Bool = false,
        isEnabled: Bool = true,
        indentation: Int = 0,
        swatch: RGBColor? = nil
    ) {
        self.id = id
        self.title = title
        self.detail = detail
        self.accessory = accessory
        self.isSelected = isSelected
        self.isEnabled = isEnabled
        self.indentation = indentation
        self.swatch = swatch
    }
}
