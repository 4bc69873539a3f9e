import Foundation

@testable import MillraceHistory

/// JSON as a value, and what a reader of recordings does with trees and patches: written a second time, so that a spec
/// notices where the format changes.
indirect enum InspectedTree: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([InspectedTree])
    case object([String: InspectedTree])

    /// What is wrong with a patch, for a tree.
    struct Misfit: Error, CustomStringConvertible { var description: String }

    init(_ json: some Sequence<UInt8>) throws {
        var reader = JSONReader(Array(json))
        self = try reader.value()
        guard reader.isAtEnd else { throw Misfit(description: "something stands behind the tree") }
    }

    /// The tree of a value.
    init(of value: Any, by writer: TreeWriter) throws { try self.init(writer.tree(of: value)) }

    subscript(key: String) -> InspectedTree? {
        if case .object(let object) = self { object[key] } else { nil }
    }

    var items: [InspectedTree] { if case .list(let items) = self { items } else { [] } }
    var string: String? { if case .text(let text) = self { text } else { nil } }
    var int: Int? { if case .number(let number) = self { Int(exactly: number) } else { nil } }

    /// A text, the same for equal trees.
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .number(let number): "\(number)"
        case .text(let text): text.debugDescription
        case .list(let items): "[\(items.map(\.text).joined(separator: ","))]"
        case .object(let object):
            "{\(object.sorted { $0.key < $1.key }.map { "\($0.key.debugDescription):\($0.value.text)" }.joined(separator: ","))}"
        }
    }

    /// The same tree with entries and elements of sets in one order.
    var sorted: InspectedTree {
        switch self {
        case .list(let items): return .list(items.map(\.sorted))
        case .object(let object):
            var object = object.mapValues(\.sorted)
            for key in ["d", "s"] {
                if let items = object[key]?.items { object[key] = .list(items.sorted { $0.text < $1.text }) }
            }
            return .object(object)
        default: return self
        }
    }
}

/// Reads JSON as recorders write it, without white space: many times as fast as a decoder of any type.
private struct JSONReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index == bytes.count }
    private var next: UInt8 { index < bytes.count ? bytes[index] : 0 }

    private mutating func skip(_ text: String) throws {
        for byte in text.utf8 {
            guard next == byte else { throw InspectedTree.Misfit(description: "no \(text) at \(index)") }
            index += 1
        }
    }

    mutating func value() throws -> InspectedTree {
        switch next {
        case UInt8(ascii: "n"):
            try skip("null")
            return .null
        case UInt8(ascii: "t"):
            try skip("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try skip("false")
            return .bool(false)
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "["):
            var items: [InspectedTree] = []
            try several("[", "]") { items.append(try $0.value()) }
            return .list(items)
        case UInt8(ascii: "{"):
            var object: [String: InspectedTree] = [:]
            try several("{", "}") { reader in
                let key = try reader.text()
                try reader.skip(":")
                guard object.updateValue(try reader.value(), forKey: key) == nil else {
                    throw InspectedTree.Misfit(description: "\(key) twice")
                }
            }
            return .object(object)
        default: return .number(try number())
        }
    }

    private mutating func several(_ start: String, _ end: String, _ body: (inout JSONReader) throws -> Void) throws {
        try skip(start)
        while next != end.utf8.first {
            if bytes[index - 1] != start.utf8.first { try skip(",") }
            try body(&self)
        }
        try skip(end)
    }

    private mutating func number() throws -> Double {
        let start = index
        while "+-.eE0123456789".utf8.contains(next) { index += 1 }
        guard let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)) else {
            throw InspectedTree.Misfit(description: "no number at \(start)")
        }
        return number
    }

    private mutating func text() throws -> String {
        try skip("\"")
        var text: [UInt8] = []
        while next != UInt8(ascii: "\"") {
            guard next >= 0x20 else { throw InspectedTree.Misfit(description: "a control character at \(index)") }
            if next == UInt8(ascii: "\\") {
                index += 1
                if next == UInt8(ascii: "u") {
                    let digits = String(decoding: bytes[index + 1...index + 4], as: UTF8.self)
                    text.append(UInt8(digits, radix: 16) ?? 0)
                    index += 4
                } else {
                    text.append(next)
                }
            } else {
                text.append(next)
            }
            index += 1
        }
        index += 1
        return String(decoding: text, as: UTF8.self)
    }
}

// MARK: - Patches

extension InspectedTree {
    /// Applies a patch.
    mutating func apply(_ patch: InspectedTree) throws {
        for operation in patch.items { try run(operation, isUndone: false) }
    }

    /// Takes back a patch.
    mutating func undo(_ patch: InspectedTree) throws {
        for operation in patch.items.reversed() { try run(operation, isUndone: true) }
    }

    private mutating func run(_ operation: InspectedTree, isUndone: Bool) throws {
        let parts = operation.items
        guard let sign = parts.first?.string, parts.count >= 3 else { throw Misfit(description: "\(operation)") }
        let path = parts[1].items
        do {
            switch (sign, isUndone) {
            case ("=", _):
                let (former, next) = isUndone ? (parts[3], parts[2]) : (parts[2], parts[3])
                try change(at: path[...]) { tree in
                    guard tree.sorted == former.sorted else {
                        throw Misfit(description: "\(tree.text) is not \(former.text)")
                    }
                    tree = next
                }
            case ("+", false), ("-", true):
                try change(at: path.dropLast()) {
                    try $0.insert(parts[2], path.last, parts.count > 3 ? parts[3].int : nil)
                }
            case ("-", false), ("+", true):
                try change(at: path.dropLast()) {
                    try $0.remove(parts[2], path.last, parts.count > 3 ? parts[3].int : nil)
                }
            default: throw Misfit(description: "no operation")
            }
        } catch let misfit as Misfit {
            throw Misfit(description: "\(misfit), in \(operation.text)")
        }
    }

    /// Changes the part at a path.
    private mutating func change(
        at path: ArraySlice<InspectedTree>,
        _ body: (inout InspectedTree) throws -> Void
    ) throws {
        guard let step = path.first else { return try body(&self) }
        try changePart(step) { try $0.change(at: path.dropFirst(), body) }
    }

    private mutating func changePart(_ step: InspectedTree, _ body: (inout InspectedTree) throws -> Void) throws {
        switch (step, self) {
        case (.number(let index), .list(var items)) where items.indices.contains(Int(index)):
            try body(&items[Int(index)])
            self = .list(items)
        case (.text(let name), .object(var object)):
            let key = object["f"] != nil ? "f" : "a"
            guard case .list(var parts)? = object[key] else { throw Misfit(description: "\(step) is in no parts") }
            let index =
                parts.firstIndex { $0.items.first?.string == name && !name.isEmpty }
                ?? (name.hasPrefix(".") ? Int(name.dropFirst()) : nil)
            guard let index, parts.indices.contains(index) else { throw Misfit(description: "no \(name)") }
            try body(&parts[index][1])
            object[key] = .list(parts)
            self = .object(object)
        case (.list(let names), .object(var object)):
            let key = names.first?.string == "#" ? "l" : "d"
            guard case .list(var entries)? = object[key],
                let index = entries.firstIndex(where: { $0.items.first == names.last })
            else { throw Misfit(description: "no \(step)") }
            try body(&entries[index][1])
            object[key] = .list(entries)
            self = .object(object)
        default: throw Misfit(description: "no \(step)")
        }
    }

    private mutating func insert(_ new: InspectedTree, _ step: InspectedTree?, _ index: Int?) throws {
        try changeItems(step) { items, name in
            let item = name.map { InspectedTree.list([$0, new]) } ?? new
            if let name, items.contains(where: { $0.items.first == name }) {
                throw Misfit(description: "\(name) twice")
            }
            let place = index ?? items.count
            guard place <= items.count else { throw Misfit(description: "\(place) is behind the end") }
            items.insert(item, at: place)
        }
    }

    private mutating func remove(_ old: InspectedTree, _ step: InspectedTree?, _ index: Int?) throws {
        try changeItems(step) { items, name in
            let item = name.map { InspectedTree.list([$0, old]) } ?? old
            let found = index ?? items.firstIndex { $0.sorted == item.sorted }
            guard let found, items.indices.contains(found), items[found].sorted == item.sorted else {
                throw Misfit(description: "\(item.text) is not there")
            }
            items.remove(at: found)
        }
    }

    private mutating func changeItems(
        _ step: InspectedTree?,
        _ body: (inout [InspectedTree], InspectedTree?) throws -> Void
    ) throws {
        switch (step, self) {
        case (.number?, .list(var items)):
            try body(&items, nil)
            self = .list(items)
        case (.list(let names)?, .object(var object)):
            let key = ["#": "l", "k": "d", "e": "s"][names.first?.string ?? ""] ?? ""
            guard case .list(var items)? = object[key] else { throw Misfit(description: "no \(key)") }
            try body(&items, names.count > 1 ? names[1] : nil)
            object[key] = .list(items)
            self = .object(object)
        default: throw Misfit(description: "nothing to put in or take out")
        }
    }

    private subscript(index: Int) -> InspectedTree {
        get { items[index] }
        set {
            var items = items
            items[index] = newValue
            self = .list(items)
        }
    }
}
