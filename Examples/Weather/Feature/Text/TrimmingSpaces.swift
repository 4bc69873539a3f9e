extension String {
    /// The text without the spaces and breaks around it.
    var trimmingSpaces: String {
        let isSpace: (Character) -> Bool = \.isWhitespace
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}
