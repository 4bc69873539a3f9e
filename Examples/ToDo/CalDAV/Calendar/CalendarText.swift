/// Texts in the values of properties (RFC 5545, 3.3.11).
enum CalendarText {
    /// The value that stands for a text. A comma that is not escaped would lose the rest of the text at some servers.
    ///
    /// - Throws: ``CalendarProblem/character(_:)`` for a control character that is neither a tab nor a line break.
    static func escaped(_ text: String) throws(CalendarProblem) -> String {
        var value = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            switch scalar {
            case "\n" where isAfterReturn: break
            case "\n", "\r": value.append(contentsOf: "\\n".unicodeScalars)
            case "\\", ";", ",":
                value.append("\\")
                value.append(scalar)
            default:
                if scalar.isCalendarControl { throw .character(scalar.value) }
                value.append(scalar)
            }
        }
        return String(value)
    }

    /// The text of a value. A sign that should be escaped and is not stands for itself.
    static func unescaped(_ value: String) -> String {
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in value.unicodeScalars {
            if isEscaped {
                if !"\\;,nN".unicodeScalars.contains(scalar) { text.append("\\") }
                text.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                text.append(scalar)
            }
        }
        if isEscaped { text.append("\\") }
        return String(text)
    }
}
