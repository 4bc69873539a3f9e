/// One row of a table.
public struct TableRow: Equatable, Sendable, Identifiable {
    /// What stands at the end of a row.
    public enum Accessory: Equatable, Sendable {
        /// Nothing.
        case none
        /// A mark that the row leads to something.
        case disclosure
        /// How many things the row stands for.
        case count(Int)
        /// A short text, such as a state.
        case badge(String)
    }

    /// What makes this row the same one in the next view model, wherever it stands and whatever it says there.
    ///
    /// Identities should be unique in a table. Where they repeat, see ``TableDifference``.
    public var id: String

    /// The row's main text.
    public var title: String

    /// A second, quieter text.
    public var detail: String?

    /// What stands at the end of the row.
    public var accessory: Accessory

    /// Whether the row is chosen, as an active filter is. Renderers show a check mark.
    public var isSelected: Bool

    /// Whether the row can be acted upon. Renderers dim a row that cannot.
    public var isEnabled: Bool

    /// How deep the row stands below others: a reply is one deeper than what it answers.
    public var indentation: Int

    /// The colour of the thing that the row stands for, shown as a small patch.
    public var swatch: RGBColor?

    /// Makes a row; what is left out is absent, not selected and enabled.
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
