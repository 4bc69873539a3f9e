/// A picture.
struct ImageRow: Hashable, Sendable {
    /// What is to be seen; nil where its author does not say.
    let description: String?
    let size: Attachment.Size?
    let isAnimated: Bool
}
