import MillraceSpecs

@testable import MillraceEntities

struct Post: Codable, Equatable {
    var title: String
    var likes: Int
}

/// A random program of changes, beside a list of what is told and what waits.
struct EditProgram {
    enum Operation {
        case add(Int)
        case rename(String)

        func apply(_ post: inout Post) {
            switch self {
            case .add(let number): post.likes += number
            case .rename(let title): post.title = title
            }
        }
    }

    /// What waits, and what was confirmed behind something that waits.
    struct Entry {
        let change: EntityChange
        let operation: Operation
        var told: Post?
    }

    var store = EntityTable()
    var told = Post(title: "0", likes: 0)
    var entries: [Entry] = []
    var waiting: [Int] { entries.indices.filter { entries[$0].told == nil } }

    init() throws { try store.tell(#"{"id": 7, "title": "0", "likes": 0}"#) }

    var seen: Post? { try? store.read(Post.self, pin7) }

    var expected: Post {
        var post = told
        for entry in entries {
            if let told = entry.told { post = told } else { entry.operation.apply(&post) }
        }
        return post
    }

    mutating func change(_ random: inout SeededGenerator) throws {
        let operation: Operation =
            Bool.random(using: &random)
            ? .add(Int.random(in: 1...9, using: &random)) : .rename("\(Int.random(in: 1...9, using: &random))")
        let change = try store.edit(Post.self, pin7) { operation.apply(&$0) }
        entries.append(Entry(change: change, operation: operation))
    }

    mutating func step(_ random: inout SeededGenerator) throws {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            // What the server tells now is newer than what it has confirmed.
            entries.removeAll { $0.told != nil }
            told = Post(title: "push", likes: Int.random(in: 0..<100, using: &random))
            try store.tell(#"{"id": 7, "title": "\#(told.title)", "likes": \#(told.likes)}"#)
        case 1: if !waiting.isEmpty { try settleOne(&random) }
        default: try change(&random)
        }
    }

    /// Confirms or refuses one change, with any answer.
    mutating func settleOne(_ random: inout SeededGenerator) throws {
        guard let index = waiting.randomElement(using: &random) else { return }
        let change = entries[index].change
        if Bool.random(using: &random) {
            entries.remove(at: index)
            store.refuse(change)
        } else {
            let answer = Post(title: "t", likes: Int.random(in: 0..<100, using: &random))
            entries[index].told = answer
            try store.confirm(
                change,
                with: #"{"id": 7, "title": "t", "likes": \#(answer.likes)}"#.utf8,
                as: .one("pin")
            )
        }
        fold()
    }

    /// What was told behind nothing that waits is what is known.
    private mutating func fold() {
        while let first = entries.first, let answer = first.told {
            told = answer
            entries.removeFirst()
        }
    }

    /// Confirms one change as a server that got them in their order: with what it has after it.
    mutating func confirmAsServer(_ random: inout SeededGenerator) throws {
        guard let index = waiting.randomElement(using: &random) else { return }
        var post = told
        for entry in entries[...index] {
            if let told = entry.told { post = told } else { entry.operation.apply(&post) }
        }
        entries[index].told = post
        try store.confirm(
            entries[index].change,
            with: #"{"id": 7, "title": "\#(post.title)", "likes": \#(post.likes)}"#.utf8,
            as: .one("pin")
        )
        fold()
    }
}
