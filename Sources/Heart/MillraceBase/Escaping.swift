/// Puts a backslash before each of some characters, and before each backslash, so that texts joined by such characters
/// can be separated again. O(n).
package func escaping(_ characters: String, in text: String) -> String {
    func isEscaped(_ character: Character) -> Bool { character == "\\" || characters.contains(character) }
    if !text.contains(where: isEscaped) { return text }
    return text.reduce(into: "") { escaped, next in
        if isEscaped(next) { escaped.append("\\") }
        escaped.append(next)
    }
}
