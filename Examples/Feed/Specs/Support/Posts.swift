import Foundation
import MillraceEntities
import MillraceTerminal

@testable import FeedReader

/// A post of an answer, as it is read from a table of entities.
func read(_ json: String) throws -> Post {
    var table = EntityTable(schema: .mastodon)
    let id = try table.merge(json.utf8, as: .one(.post))[0]
    return try table.read(Post.self, id)
}

/// A post with an author, a time and a text, and the fields that are given.
func post(_ fields: String = "") throws -> Post {
    try read(
        """
        {"id": "7", "account": {"id": 3, "acct": "kim@pond.example", "display_name": "Kim Rivers"},
         "created_at": "2026-11-28T10:04:00.000Z", "content": "<p>Tea.</p>", "replies_count": 2, "reblogs_count": 12,
         "favourites_count": 45\(fields.isEmpty ? "" : ", ")\(fields)}
        """
    )
}

extension RecipeSetting {
    static let utc = RecipeSetting(zone: .gmt)
}

/// Rows on a screen of so many columns, which is as high as they are.
func canvas(_ rows: [PostRow], columns: Int) -> TerminalCanvas {
    let lines = rows.flatMap { $0.lines(columns: columns) }
    var canvas = TerminalCanvas(size: TerminalSize(columns: columns, rows: lines.count))
    for (row, line) in lines.enumerated() { canvas.draw(line, row: row, column: 0, width: columns) }
    return canvas
}
