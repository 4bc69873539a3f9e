import MillraceEntities
import MillraceTerminal

/// A post of the sample as the timeline shows it: what the benchmarks measure.
package struct SampledPost: Identifiable, Hashable, Sendable {
    package struct RowID: Hashable, Sendable {
        let copy: Int
        let row: PostRow.ID
    }

    package let id: Int
    private var shown: ShownPost

    /// How deep it stands in a thread.
    package var level: Int {
        get { shown.level }
        set { shown.level = newValue }
    }

    /// So many posts. After those of the sample they are there again, with other identities.
    package static func posts(_ count: Int) -> [SampledPost] {
        let posts = sample
        return posts.isEmpty ? [] : (0..<count).map { SampledPost(id: $0, shown: posts[$0 % posts.count]) }
    }

    private static var sample: [ShownPost] {
        var entities = EntityTable(schema: .mastodon)
        let ids = (try? entities.merge(Sample.posts(), as: .many(.post))) ?? []
        return ids.compactMap { try? entities.read(Post.self, $0) }.map { ShownPost(post: $0) }
    }

    /// What it shows in a list of so many columns.
    package func rows(columns: Int) -> [TerminalRow<RowID>] {
        Recipes.timeline(shown, RecipeSetting()).map { row in
            TerminalRow(RowID(copy: id, row: row.id), row.lines(columns: columns))
        }
    }
}
