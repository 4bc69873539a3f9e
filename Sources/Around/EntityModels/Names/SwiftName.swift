/// Names of Swift made of names of JSON.
enum SwiftName {
    /// A name as of a property: `created_at` becomes `createdAt`. A name that is one already stays as it is.
    static func property(_ text: String) -> String {
        if isProperty(text) { return text }
        let words = words(text)
        guard let first = words.first else { return "field" }
        return startable(([first.lowercased()] + words.dropFirst().map(capitalized)).joined(), "_")
    }

    /// A name as of a type: `created_at` becomes `CreatedAt`.
    static func type(_ text: String) -> String {
        let words = words(text)
        return words.isEmpty ? "Value" : startable(words.map(capitalized).joined(), "Type")
    }

    /// A property's name as it is written: in backticks where it is a reserved word.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Text as a literal.
    static func literal(_ text: String) -> String {
        let inner = text.unicodeScalars.map { scalar in
            let isSeen = ![.control, .format].contains(scalar.properties.generalCategory)
            return scalar == "'" ? "'" : scalar.escaped(asASCII: !isSeen)
        }
        return "\"\(inner.joined())\""
    }

    // MARK: - Words

    /// The words that a name consists of, by separators and by their capitals.
    static func words(_ text: String) -> [String] {
        let parts = text.split { !$0.isLetter && !$0.isASCIIDigit }.map(String.init)
        let words = parts.flatMap(humps)
        // A text in capitals alone has none that mean something.
        return words.allSatisfy { $0 == $0.uppercased() } ? words.map { $0.lowercased() } : words
    }

    private static func humps(_ part: String) -> [String] {
        let letters = Array(part)
        var (words, start) = ([String](), 0)
        for index in letters.indices.dropFirst() where letters[index].isUppercase {
            let isNext = index + 1 < letters.count && letters[index + 1].isLowercase
            guard !letters[index - 1].isUppercase || isNext else { continue }
            words.append(String(letters[start..<index]))
            start = index
        }
        return words + [String(letters[start...])]
    }

    private static let acronyms: Set<String> = [
        "api", "html", "http", "https", "id", "json", "uri", "url", "uuid", "xml",
    ]

    private static func capitalized(_ word: String) -> String {
        acronyms.contains(word.lowercased()) ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst()
    }

    /// A name that may stand at the beginning: no digit, no mark.
    private static func startable(_ name: String, _ prefix: String) -> String {
        name.first?.isLetter == true ? name : prefix + name
    }

    private static func isProperty(_ text: String) -> Bool {
        guard let first = text.first, first.isLetter, !first.isUppercase else { return false }
        return text.allSatisfy { $0.isLetter || $0.isASCIIDigit }
    }

    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Names of properties that would mean something else to Swift.
    static let takenProperties: Set<String> = ["hashValue", "self"]

    /// Names of types that the written code refers to.
    static let takenTypes: Set<String> = [
        "Any", "Array", "Bool", "Codable", "CodingKey", "CodingKeys", "Date", "Decimal", "Decodable", "Decoder",
        "Dictionary", "Double", "Encodable", "Encoder", "EntityField", "EntitySchema", "EntityType", "Hashable", "ID",
        "Identifiable", "Int", "JSONValue", "Never", "Optional", "Protocol", "RawRepresentable", "RawValue", "Result",
        "Self", "Sendable", "Set", "String", "Swift", "Type", "Void",
    ]

    /// Names of types that a type at the top would hide from the code around it.
    static let knownTypes = takenTypes.union([
        "Action", "Actor", "Bundle", "Calendar", "Character", "Clock", "Collection", "Data", "Dispatcher", "Duration",
        "Effect", "Entities", "Error", "Expression", "Float", "Host", "Locale", "Measurement", "Notification",
        "Observable", "Operation", "Pipe", "Port", "Predicate", "Process", "Progress", "Range", "Regex", "Scanner",
        "Sequence", "Signal", "Slice", "Span", "Store", "Stream", "Subscription", "Table", "Task", "Thread", "TimeZone",
        "Timer", "UInt", "URL", "URLRequest", "UUID", "Unit", "Variable",
    ])
}
