import Foundation
import MillraceCache
import MillraceSpecs

@testable import MillraceEntities

/// Law E6 for entities: what was evicted goes to a disk, and comes back from it whole, or not at all.
final class E6EvictedToDiskSpec: Spec {
    func testSpec() {
        describe("E6: what was evicted") {
            it("has its texts again, also those that a decoder takes for numbers") {
                let decoder = JSONDecoder()
                decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                    positiveInfinity: "Infinity",
                    negativeInfinity: "-Infinity",
                    nan: "NaN"
                )
                var (store, next) = (EntityTable(), EntityTable())
                try store.tell(#"{"id": 7, "title": "NaN", "list": ["Infinity", {"-Infinity": "-Infinity"}]}"#)
                for entity in store.evict(downTo: 0, keeping: []) {
                    next.restore(try decoder.decode(EvictedEntity.self, from: try JSONEncoder().encode(entity)))
                }
                struct Texts: Decodable { let title: String, list: JSONValue }
                let texts = try next.read(Texts.self, pin7)
                expect(texts.title).to(equal("NaN"))
                expect("\(texts.list)").to(equal(#"["Infinity",{"-Infinity":"-Infinity"}]"#))
            }

            it("comes back from a disk in another run, below what was told meanwhile") {
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                    "millrace-\(UUID().uuidString)"
                )
                defer { try? FileManager.default.removeItem(at: folder) }

                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea", "likes": 3, "author": {"id": 3, "name": "Ada"}}"#)
                let first = DiskCache(folder: folder)
                for entity in store.evict(downTo: 0, keeping: []) {
                    try await first.insert(try JSONEncoder().encode(entity), for: entity.id.description)
                }
                await first.close()

                var next = EntityTable()
                try next.tell(#"{"id": 7, "title": "Cup"}"#)
                let second = DiskCache(folder: folder)
                for id in [pin7, user3] {
                    let data = await second.data(for: id.description)
                    if let data { next.restore(try JSONDecoder().decode(EvictedEntity.self, from: data)) }
                }
                let unknown = await second.data(for: "pin 8")
                await second.close()

                struct Whole: Decodable, Equatable {
                    let title: String
                    let likes: Int
                    let author: Author
                }
                expect(unknown).to(beNil())
                expect(try next.read(Whole.self, pin7)).to(
                    equal(Whole(title: "Cup", likes: 3, author: Author(id: 3, name: "Ada")))
                )
            }
        }
    }
}
