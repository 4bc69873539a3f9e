import Foundation
import Millrace

/// Adds an item.
public struct AddItem: Action, Hashable, Codable {
    /// The item, with its identity.
    public let item: ToDoItem
}

/// Why something cannot be done, in one line.
public struct ToDoProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public let description: String

    static let noTitle = ToDoProblem(description: "there is no title")
}

/// The use case "add": something new is to be done.
///
/// - Parameters:
///   - id: An identity that no item has.
///   - date: When it is added.
public func add(
    _ title: String,
    notes: String = "",
    due: Due? = nil,
    id: UUID,
    at date: Date
) throws(ToDoProblem) -> AddItem {
    let item = ToDoItem(
        id: id.uuidString.lowercased(),
        title: try asTitle(title),
        notes: notes,
        due: due,
        created: date
    )
    return AddItem(item: item)
}

/// A title as it is kept: one line, without blanks around it. Throws if nothing is left.
func asTitle(_ text: String) throws(ToDoProblem) -> String {
    let title = text.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingCharacters(in: .whitespaces)
    guard !title.isEmpty else { throw .noTitle }
    return title
}
