extension Attachment {
    /// What it is shown as.
    var row: PostRow.Kind {
        switch kind {
        case .known(.image): .image(ImageRow(description: description, size: size, isAnimated: false))
        case .known(.animation): .image(ImageRow(description: description, size: size, isAnimated: true))
        case .known(.video): .media(MediaRow(isVideo: true, description: description, duration: seconds))
        case .known(.audio): .media(MediaRow(isVideo: false, description: description, duration: seconds))
        case .other(let name): .unknown(UnknownRow(kind: name, description: description, url: url))
        }
    }

    private var seconds: Int? { duration.flatMap { Int(exactly: $0.rounded()) } }
}
