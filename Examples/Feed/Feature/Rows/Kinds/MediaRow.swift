/// A video or a sound.
struct MediaRow: Hashable, Sendable {
    let isVideo: Bool
    let description: String?
    /// In seconds.
    let duration: Int?
}
