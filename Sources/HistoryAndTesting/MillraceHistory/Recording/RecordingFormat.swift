/// The format of recordings.
enum RecordingFormat {
    /// The version that is written, and the only one that is read.
    static let version = 2
}
