/// Rules for the parts of some HTML that are not shown.
///
/// ```swift
/// var rules = HTMLRules()
/// rules.hiddenElements.insert("mx-reply")
/// let text = RichText(html: message, rules: rules)
/// ```
public struct HTMLRules: Hashable, Sendable {
    /// The names of elements that are left out, with all that is in them, up to the first end of such an element; in lower
    /// case. By default scripts and styles.
    public var hiddenElements = Self.scripts
    /// The classes of elements that are left out, with all that is in them. By default `invisible`, which stands around
    /// the hidden parts of a long address.
    public var hiddenClasses = Self.invisible
    /// The classes of elements behind whose text stands an ellipsis. By default `ellipsis`, around a cut address.
    public var cutClasses = Self.ellipsis

    /// Creates the usual rules: those of posts in the fediverse.
    public init() {}

    // Made once, since a text is made with them thousands of times.
    private static let scripts: Set = ["script", "style"]
    private static let invisible: Set = ["invisible"]
    private static let ellipsis: Set = ["ellipsis"]
}
