import Foundation
import Millrace
import MillraceEntities

/// Entities, beside the same answers decoded into structs alone.
enum EntityRows {
    static var all: [Benchmark] { [parse, merge, again, project, watched, elsewhere, confirmed] }

    private static let schema = EntitySchema(
        EntityType("post", fields: ["author": .one("user")]),
        EntityType("user")
    )

    private struct User: Codable {
        var id: Int
        var name: String
    }

    private struct Post: Codable {
        var id: Int
        var title: String
        var text: String
        var likes: Int
        var isRead: Bool
        var score: Double
        var author: User
    }

    private static func answer(_ count: Int, likes: Int = 0) -> [UInt8] {
        let posts = (0..<count).map { id in
            """
            {"id": \(id), "title": "post number \(id)", "text": "some longer text of the post number \(id)", \
            "likes": \(likes), "isRead": false, "score": \(id).5, "author": {"id": \(id % 50), "name": "user \(id % 50)"}}
            """
        }
        return Array("[\(posts.joined(separator: ","))]".utf8)
    }

    /// One answer of so many posts is parsed and merged into an empty store; a post each time.
    private static var merge: Benchmark {
        Benchmark("an answer merged, a post of", sizes: [10, 100, 1_000]) { size in
            let bytes = answer(size)
            let data = Data(bytes)
            let sum = Sum()
            return Scene(
                events: size,
                raw: { times in
                    for _ in 0..<times {
                        sum.add((try? JSONDecoder().decode([Post].self, from: data))?.count ?? 0)
                    }
                },
                ours: { times in
                    for _ in 0..<times {
                        var store = EntityTable(schema: schema)
                        sum.add((try? store.merge(bytes, as: .many("post")))?.count ?? 0)
                    }
                }
            )
        }
    }

    /// The answer alone, parsed by Foundation and by the store's parser.
    private static var parse: Benchmark {
        Benchmark("an answer parsed, a post of", sizes: [10, 100, 1_000]) { size in
            let bytes = answer(size)
            let data = Data(bytes)
            let sum = Sum()
            return Scene(
                events: size,
                raw: { times in
                    for _ in 0..<times {
                        sum.add(((try? JSONSerialization.jsonObject(with: data)) as? [Any])?.count ?? 0)
                    }
                },
                ours: { times in
                    for _ in 0..<times {
                        if case .array(let posts)? = try? FieldValue(json: bytes) { sum.add(posts.count) }
                    }
                }
            )
        }
    }

    /// The same answer comes again, while the former version is held: nothing has changed.
    private static var again: Benchmark {
        Benchmark("an answer merged again, a post of", sizes: [10, 100, 1_000]) { size in
            let bytes = answer(size)
            let sum = Sum()
            var store = EntityTable(schema: schema)
            _ = try? store.merge(bytes, as: .many("post"))
            let held = store
            return Scene(
                events: size,
                raw: { times in
                    for _ in 0..<times {
                        sum.add((try? JSONDecoder().decode([Post].self, from: Data(bytes)))?.count ?? 0)
                    }
                },
                ours: { times in
                    for _ in 0..<times {
                        sum.add((try? store.merge(bytes, as: .many("post")))?.count ?? 0)
                    }
                },
                kept: [held]
            )
        }
    }

    /// A projection of eight fields of two entities.
    private static var project: Benchmark {
        Benchmark("a projection of eight fields") { _ in
            var store = EntityTable(schema: schema)
            _ = try? store.merge(answer(1_000), as: .many("post"))
            let data = Data(answer(1).dropFirst().dropLast())
            let sum = Sum()
            return Scene(
                raw: { times in
                    let decoder = JSONDecoder()
                    for _ in 0..<times { sum.add((try? decoder.decode(Post.self, from: data))?.likes ?? 0) }
                },
                ours: { times in
                    for time in 0..<times {
                        sum.add((try? store.read(Post.self, EntityID("post", time % 1_000)))?.likes ?? 0)
                    }
                }
            )
        }
    }

    /// A thousand posts are observed as a list, and an answer tells of one of them.
    private static var watched: Benchmark {
        Benchmark("one of the posts that are watched changes", sizes: [10, 100, 1_000]) { size in
            observed(size) { time in #"{"id": \#(time % size), "likes": \#(time)}"# }
        }
    }

    /// A thousand posts are observed, and an answer tells of another one.
    private static var elsewhere: Benchmark {
        Benchmark("another post changes than those watched", sizes: [10, 100, 1_000]) { size in
            observed(size) { time in #"{"id": \#(size), "likes": \#(time)}"# }
        }
    }

    private struct Likes: Codable { var likes: Int }

    /// A change is confirmed above which others of other posts wait, beside the same where none does. The table before it
    /// is held.
    private static var confirmed: Benchmark {
        Benchmark("a change confirmed, others that wait", sizes: [10, 1_000, 10_000]) { size in
            var alone = EntityTable(schema: schema)
            _ = try? alone.merge(answer(size + 1), as: .many("post"))
            let change = try? alone.edit(Likes.self, EntityID("post", size)) { $0.likes += 1 }
            var store = alone
            for id in 0..<size { _ = try? store.edit(Likes.self, EntityID("post", id)) { $0.likes += 1 } }
            let sum = Sum()
            func confirm(in table: EntityTable) {
                var next = table
                if let change { next.confirm(change) }
                sum.add(next.count)
            }
            return Scene(
                raw: { times in for _ in 0..<times { confirm(in: alone) } },
                ours: { [store] times in for _ in 0..<times { confirm(in: store) } }
            )
        }
    }

    private static func observed(_ size: Int, _ answerAt: (Int) -> String) -> Scene {
        let sum = Sum()
        let state = Variable(EntityTable(schema: schema))
        state.update { _ = try? $0.merge(answer(size + 1), as: .many("post")) }
        let alone = Variable(state.value)
        let entities = state.entities { $0 }
        let observation = entities.observable(Post.self, (0..<size).map { EntityID("post", $0) }).observe {
            sum.add($0.count)
        }
        let answers = (0..<1_000).map { Array(answerAt($0).utf8) }
        return Scene(
            raw: { times in
                for time in 0..<times {
                    alone.update { _ = try? $0.merge(answers[time % 1_000], as: .one("post")) }
                }
            },
            ours: { times in
                for time in 0..<times {
                    state.update { _ = try? $0.merge(answers[time % 1_000], as: .one("post")) }
                }
            },
            kept: [observation]
        )
    }

    /// An entity of ten fields.
    static var memory: Benchmark {
        Benchmark("an entity of ten fields", aims: [.bytes(412)], of: 1_000) {
            let fields = (0..<9).map { #""f\#($0)": \#($0)"# }.joined(separator: ",")
            let text = "[\((0..<1_000).map { "{\"id\": \($0), \(fields)}" }.joined(separator: ","))]"
            return {
                var store = EntityTable(schema: schema)
                _ = try? store.merge(text.utf8, as: .many("post"))
                return store
            }
        }
    }
}
