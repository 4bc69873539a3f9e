import Foundation

/// A post, and how the reader has it on a screen: what the rows are made of.
struct ShownPost: Identifiable, Hashable, Sendable {
    let post: Post
    /// Whether the reader has opened what is behind a warning.
    var isOpen = false
    /// How deep it stands in a thread.
    var level = 0

    var id: String { post.id }
}

/// What is the same for all rows of a screen.
struct RecipeSetting: Hashable, Sendable {
    /// The time zone of the reader.
    var zone = TimeZone.current
    /// Whether all is open, whatever it warns of.
    var isOpen = false

    /// A day and a time: "2026-11-28 10:04"; empty where it is not known.
    func time(_ date: Date?) -> String {
        guard let date else { return "" }
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: zone).year().month().day()
            .time(includingFractionalSeconds: false)
        return String(date.formatted(style).dropLast(3))
    }
}
