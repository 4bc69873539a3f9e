import Foundation

/// A type whose description says more than its fields.
protocol DifferenceLeaf {}
extension Date: DifferenceLeaf {}
extension URL: DifferenceLeaf {}
extension UUID: DifferenceLeaf {}
extension Data: DifferenceLeaf {}
extension Decimal: DifferenceLeaf {}
extension Locale: DifferenceLeaf {}
extension TimeZone: DifferenceLeaf {}
extension Calendar: DifferenceLeaf {}
extension Duration: DifferenceLeaf {}

/// A value on one line of bounded length, the same in every process.
package func valueText(_ value: Any) -> String {
    var writer = ValueWriter()
    writer.write(value)
    return writer.text
}

/// Two texts that differ, each as a literal; of long ones only what surrounds the first difference.
func textChange(_ old: String, _ new: String) -> String {
    let common = zip(old.unicodeScalars, new.unicodeScalars).prefix { $0 == $1 }.count
    let start = max(0, common - 20)
    func excerpt(_ text: String) -> String {
        guard text.unicodeScalars.count > ValueWriter.limit else { return text.debugDescription }
        let rest = text.unicodeScalars.dropFirst(start)
        let part = rest.prefix(ValueWriter.limit - 20)
        let ending = part.endIndex == rest.endIndex ? "" : "…"
        return "\(start > 0 ? "…" : "")\(String(part).debugDescription)\(ending)"
    }
    return "\(excerpt(old)) → \(excerpt(new))"
}

/// The name of a field as it was written, from what a mirror calls it.
func fieldName(_ label: String?) -> String? {
    guard let label else { return nil }
    let prefix = label.hasPrefix("$__lazy_storage_$_") ? 18 : label.hasPrefix(".") ? 1 : 0
    return String(label.dropFirst(prefix))
}

/// Writes values until there is no room left.
struct ValueWriter {
    /// How many characters a value may take, more or less.
    static let limit = 120
    /// How large an unordered container may be to be written element by element, which takes to sort them.
    static let largestSorted = 100

    private(set) var text = ""
    private var isFull: Bool { text.utf8.count > Self.limit }

    mutating func write(_ value: Any) {
        if let string = value as? String { return write(string: string) }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            if let wrapped = mirror.children.first { write(wrapped.value) } else { text += "nil" }
        case .enum: write(case: value, mirror.children.first)
        case .tuple: write(fields: mirror.children)
        case .collection: write(list: mirror.children, "[", "]")
        case .set: write(unordered: mirror.children, "{", "}")
        case .dictionary where mirror.children.isEmpty: text += "[:]"
        case .dictionary: write(unordered: mirror.children, "[", "]")
        case .struct where !(value is any DifferenceLeaf) && !mirror.children.isEmpty:
            text += "\(type(of: value))"
            write(fields: mirror.children)
        default: text += "\(value)".prefix(Self.limit)
        }
    }

    private mutating func write(string: String) {
        let shown = string.prefix(Self.limit)
        text += String(shown).debugDescription
        if shown.endIndex < string.endIndex { text += "…" }
    }

    private mutating func write(case value: Any, _ payload: Mirror.Child?) {
        text += caseName(of: value).map { ".\($0)" } ?? "\(value)"
        guard let payload else { return }
        let mirror = Mirror(reflecting: payload.value)
        if mirror.displayStyle == .tuple { return write(fields: mirror.children) }
        text += "("
        write(payload.value)
        text += ")"
    }

    private mutating func write(fields: Mirror.Children) {
        write(list: fields, "(", ")") { writer, field in
            if let name = fieldName(field.label), Int(name) == nil { writer.text += "\(name): " }
            writer.write(field.value)
        }
    }

    private mutating func write(
        list: some Sequence<Mirror.Child>,
        _ opening: String,
        _ closing: String,
        _ writeElement: (inout ValueWriter, Mirror.Child) -> Void = { $0.write($1.value) }
    ) {
        text += opening
        var isFirst = true
        for element in list {
            if !isFirst { text += ", " }
            isFirst = false
            guard !isFull else {
                text += "…"
                break
            }
            writeElement(&self, element)
        }
        text += closing
    }

    private mutating func write(unordered elements: Mirror.Children, _ opening: String, _ closing: String) {
        guard elements.count <= Self.largestSorted else {
            text += "\(opening)\(elements.count.grouped) values\(closing)"
            return
        }
        let texts = elements.map { element in
            let entry = Mirror(reflecting: element.value).children.map { valueText($0.value) }
            return closing == "]" ? entry.joined(separator: ": ") : valueText(element.value)
        }
        write(list: texts.sorted().map { (nil, $0) }, opening, closing) { writer, element in
            writer.text += element.value as? String ?? ""
        }
    }
}

extension Int {
    /// The number with a comma at every third digit.
    var grouped: String {
        let digits = Array(String(magnitude))
        let groups = digits.indices.map { (digits.count - $0) % 3 == 0 && $0 > 0 ? ",\(digits[$0])" : "\(digits[$0])" }
        return (self < 0 ? "-" : "") + groups.joined()
    }
}
