/// A paragraph of a post.
struct TextRow: Hashable, Sendable {
    let paragraph: Paragraph
    /// Whether a blank line sets it apart from the one above it.
    let isApart: Bool
}
