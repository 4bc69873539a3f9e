import Foundation
import MillraceBase

/// Writes values as trees of JSON, without hidden parts: see `Documentation/Inspector.md` for the format.
///
/// Hidden parts are left out here, before any byte exists.
final class TreeWriter {
    /// The depth from which a value is not taken apart.
    static let maximumDepth = 64

    let rules: InspectionRules
    var text = JSONText()
    private(set) var secrets = KnownSecrets()
    private var facts: [ObjectIdentifier: TypeFacts] = [:]

    /// The objects that the value is part of.
    private var objects: [ObjectIdentifier] = []

    init(_ rules: InspectionRules, knowing secrets: KnownSecrets = KnownSecrets()) {
        self.rules = rules
        self.secrets = secrets
    }

    /// Returns a value as a tree.
    ///
    /// - Parameters:
    ///   - depth: How deep in a state it is.
    ///   - step: The step by which it is reached, whose name may say that it is a secret.
    func tree(of value: Any, depth: Int = 0, calledBy step: DifferenceStep? = nil) -> [UInt8] {
        let outer = exchange(&text, with: JSONText())
        if let step, hides(step) { write(hidden: value) } else { write(value, depth) }
        return exchange(&text, with: outer).bytes
    }

    /// Whether the name of a part says that it is a secret.
    func hides(_ step: DifferenceStep) -> Bool {
        switch step {
        case .field(let name): rules.names.contains(name)
        case .payload(let name, let label, _, _): rules.names.contains(label ?? name)
        case .key(let key): rules.names.contains(key as? String ?? keyText(key))
        case .index, .row, .line: false
        }
    }

    func facts(of type: Any.Type) -> TypeFacts {
        if let facts = facts[ObjectIdentifier(type)] { return facts }
        let made = TypeFacts(of: type, rules)
        facts[ObjectIdentifier(type)] = made
        return made
    }
}

// MARK: - Texts

extension TreeWriter {
    /// Returns a text without hidden parts.
    func shown(_ text: String) -> String {
        secrets.shown(rules.names.masked(text) ?? text)
    }

    /// Returns the text of an identity or of a key, which is the same in every process where that can be.
    func keyText(_ key: Any) -> String {
        if type(of: key) == AnyHashable.self, let key = key as? AnyHashable { return keyText(key.base) }
        switch key {
        case let key as any OptionalValue: return key.anyWrapped.map(keyText) ?? "nil"
        case let key as any SecretValue: return secrets.mark(of: key.secretText)
        case let key as any StringProtocol: return secrets.key(String(key))
        case is Character, is Bool, is any BinaryInteger, is any BinaryFloatingPoint: return "\(key)"
        case let key as UUID: return key.uuidString
        case let key as URL: return secrets.key(shown(key.absoluteString))
        case let key as ObjectIdentifier: return "\(key)"
        case let key as any RawRepresentable: return keyText(raw(key))
        default: break
        }
        let mirror = Mirror(reflecting: key)
        if mirror.displayStyle == .enum, mirror.children.isEmpty { return caseName(of: key) ?? "\(key)" }
        if mirror.displayStyle == .struct, mirror.children.count == 1, facts(of: type(of: key)).change == nil,
            let only = mirror.children.first, !hides(.field(fieldName(only.label) ?? ""))
        {
            return keyText(only.value)
        }
        return String(decoding: tree(of: key), as: UTF8.self)
    }

    private func raw(_ key: some RawRepresentable) -> Any { key.rawValue }
}

// MARK: - Values

extension TreeWriter {
    /// Writes a value, where nothing has said that it is a secret.
    func write(_ value: Any, _ depth: Int, isRedacted: Bool = false) {
        let facts = facts(of: type(of: value))
        if facts.kind == .optional { return write(optional: value, depth) }
        if let change = facts.change, !isRedacted {
            let redacted = change(value)
            secrets.learn(what: value, hasLostIn: redacted)
            return write(redacted, depth, isRedacted: true)
        }
        switch facts.kind {
        case .secret: write(hidden: value)
        case .text: text.append(string: shown("\(value)"))
        case .boolean: if value as? Bool == true { text.append("true") } else { text.append("false") }
        case .integer: write(integer: value)
        case .number: write(number: value)
        default: if depth < Self.maximumDepth { write(parts: value, facts, depth) } else { write("…", of: facts) }
        }
    }

    /// Writes that there is a hidden value. Whether it is nil is written, and a value that is only yes or no.
    private func write(hidden value: Any) {
        if let optional = value as? any OptionalValue {
            guard let wrapped = optional.anyWrapped else { return text.append("null") }
            return write(hidden: wrapped)
        }
        if let value = value as? Bool { return value ? text.append("true") : text.append("false") }
        secrets.learn(in: value)
        text.append("{\"r\":true}")
    }

    private func write(optional value: Any, _ depth: Int) {
        guard let optional = value as? any OptionalValue, let wrapped = optional.anyWrapped else {
            return text.append("null")
        }
        guard optional.isNested else { return write(wrapped, depth) }
        text.append("{\"o\":")
        write(wrapped, depth)
        text.append("}")
    }

    private func write(integer value: Any) {
        func open(_ number: some BinaryInteger) {
            guard let small = Int(exactly: number), small.magnitude <= 1 << 53 else {
                return write(number: "\(number)")
            }
            text.append(small)
        }
        if let number = value as? any BinaryInteger { open(number) }
    }

    private func write(number value: Any) {
        func open(_ number: some BinaryFloatingPoint) {
            if number.isFinite { text.append(number: "\(number)") } else { write(number: "\(number)") }
        }
        if let number = value as? any BinaryFloatingPoint { open(number) }
    }

    private func write(number: String) {
        text.append("{\"n\":")
        text.append(string: number)
        text.append("}")
    }

    /// Writes a value that is shown as a text only.
    private func write(_ shown: String, of facts: TypeFacts) {
        text.append("{\"x\":")
        text.append(string: shown)
        text.append(",\"t\":")
        text.append(string: facts.name)
        text.append("}")
    }
}

// MARK: - Parts

extension TreeWriter {
    private func write(parts value: Any, _ facts: TypeFacts, _ depth: Int) {
        switch facts.kind {
        case .container: (value as? any TreeContainer)?.write(to: self, depth: depth)
        case .wrapped: if let value = value as? AnyHashable { write(value.base, depth) }
        case .described: write(described: value, facts)
        case .named: write(named: value, facts, depth)
        default: write(mirrored: value, facts, depth)
        }
    }

    private func write(described value: Any, _ facts: TypeFacts) {
        switch value {
        case let date as Date:
            write(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)), of: facts)
        case let data as Data: write("\(data.count.grouped) bytes", of: facts)
        default: write(shown("\(value)"), of: facts)
        }
    }

    /// Writes a value of the system. Of an error it says which; the rest may hold anything.
    private func write(named value: Any, _ facts: TypeFacts, _ depth: Int) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .collection, .set: write(list: mirror.children.lazy.map(\.value), depth)
        case .dictionary: write(pairs: mirror.children, depth)
        default:
            guard let error = value as? any Error else { return write(facts.name, of: facts) }
            let known = error as NSError
            write("\(known.domain) \(known.code)", of: facts)
        }
    }

    /// Writes the pairs of a dictionary that is none of the standard library.
    private func write(pairs: Mirror.Children, _ depth: Int) {
        let entries = pairs.map { pair in
            let parts = Array(Mirror(reflecting: pair.value).children.map(\.value))
            return (key: parts.first.map(keyText) ?? "", value: parts.last ?? "")
        }
        write(entries: entries, areDistinct: false, depth)
    }

    private func write(mirrored value: Any, _ facts: TypeFacts, _ depth: Int) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .enum: write(caseOf: value, mirror, facts, depth)
        case .collection, .set: write(list: mirror.children.lazy.map(\.value), depth)
        case .tuple: write(tuple: mirror.children, depth)
        case .class: write(object: value as AnyObject, mirror, facts, depth)
        case nil where mirror.children.isEmpty: write(facts.name, of: facts)
        default: write(fields: mirror.children, facts, depth)
        }
    }

    private func write(caseOf value: Any, _ mirror: Mirror, _ facts: TypeFacts, _ depth: Int) {
        guard let name = caseName(of: value) ?? mirror.children.first?.label else {
            return write(facts.name, of: facts)
        }
        text.append("{\"c\":")
        text.append(string: name)
        if let child = mirror.children.first {
            text.append(",\"a\":[")
            for part in payload(of: child) {
                text.separate()
                text.append("[")
                text.append(string: part.label ?? "")
                text.append(",")
                if hides(part.step) { write(hidden: part.value) } else { write(part.value, depth + 1) }
                text.append("]")
            }
            text.append("]")
        }
        text.append("}")
    }

    private func write(tuple children: Mirror.Children, _ depth: Int) {
        text.append("{\"t\":\"\",\"f\":")
        write(parts: fields(of: children), depth)
        text.append("}")
    }

    private func write(object: AnyObject, _ mirror: Mirror, _ facts: TypeFacts, _ depth: Int) {
        let id = ObjectIdentifier(object)
        if objects.contains(id) { return write("\(facts.name), as above", of: facts) }
        objects.append(id)
        defer { objects.removeLast() }
        let classes = sequence(first: mirror) { $0.superclassMirror }.map(\.children).reversed()
        write(fields: Mirror.Children(Array(classes.joined())), facts, depth)
    }

    private func write(fields children: Mirror.Children, _ facts: TypeFacts, _ depth: Int) {
        text.append("{\"t\":")
        text.append(string: facts.name)
        text.append(",\"f\":")
        write(parts: fields(of: children), depth)
        text.append("}")
    }

    private func write(parts: [(name: String, value: Any)], _ depth: Int) {
        text.append("[")
        for (name, value) in parts {
            text.separate()
            text.append("[")
            text.append(string: name)
            text.append(",")
            if hides(.field(name)) { write(hidden: value) } else { write(value, depth + 1) }
            text.append("]")
        }
        text.append("]")
    }
}
