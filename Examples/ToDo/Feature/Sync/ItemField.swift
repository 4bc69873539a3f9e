import Foundation

/// A field of an item: what two devices may change without a conflict.
public enum ItemField: String, CaseIterable, Codable, Sendable {
    case title, notes, due, finished
}

extension ItemEdit {
    /// The field.
    public var field: ItemField {
        switch self {
        case .title: .title
        case .notes: .notes
        case .due: .due
        case .finished: .finished
        }
    }

    /// Whether both say the same as far as a calendar can, which has whole seconds.
    func isSame(as other: ItemEdit) -> Bool {
        switch (self, other) {
        case (.title(let one), .title(let other)): one == other
        case (.notes(let one), .notes(let other)): one.withPlainLineBreaks == other.withPlainLineBreaks
        case (.due(.moment(let one)), .due(.moment(let other))): one.second == other.second
        case (.due(let one), .due(let other)): one == other
        case (.finished(let one?), .finished(let other?)): one.second == other.second
        case (.finished(let one), .finished(let other)): one == other
        default: false
        }
    }

    /// Whether there is nothing to decide between both: an item that was finished twice is finished.
    func agrees(with other: ItemEdit) -> Bool {
        if case (.finished(.some), .finished(.some)) = (self, other) { return true }
        return isSame(as: other)
    }
}

extension ToDoItem {
    /// What a field is, as the edit that makes it so.
    subscript(field: ItemField) -> ItemEdit {
        switch field {
        case .title: .title(title)
        case .notes: .notes(notes)
        case .due: .due(due)
        case .finished: .finished(finished)
        }
    }

    /// Whether there is nothing to decide between both.
    func agrees(with other: ToDoItem) -> Bool {
        ItemField.allCases.allSatisfy { self[$0].agrees(with: other[$0]) }
    }
}

extension Date {
    /// The whole seconds since 1970.
    fileprivate var second: Double { timeIntervalSince1970.rounded(.down) }
}

extension String {
    fileprivate var withPlainLineBreaks: String {
        replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
    }
}
