import Foundation
import MillraceSignals
import MillraceSpecs

@testable import MillraceCache

/// Law E6: what is read from disk was written whole.
final class E6DamageSpec: Spec {
    func testSpec() {
        var folder = TemporaryFolder()
        var notes = Notes()
        beforeEach { (folder, notes) = (TemporaryFolder(), Notes()) }

        /// Writes values of 100 bytes under these keys. Each record has 149 bytes, after 32 of the chunk.
        func write(_ keys: String..., chunkSize: Int = 1 << 20) async throws {
            let cache = await folder.open(chunkSize: chunkSize)
            for key in keys { try await cache.insert(Data(repeating: UInt8(key.utf8.first!), count: 100), for: key) }
        }

        func keys(_ asked: String = "abcdef") async -> String {
            let cache = await folder.open(notes)
            var found = ""
            for key in asked.map(String.init) {
                guard let data = await cache.data(for: key) else { continue }
                expect(data) == Data(repeating: UInt8(key.utf8.first!), count: 100)
                found += key
            }
            return found
        }

        describe("E6: a damaged value") {
            it("is a miss that is reported, and nothing else is") {
                try await write("a", "b", "c")
                try folder.change(0) { $0[32 + 149 + 60] ^= 1 }
                await expect { await keys() } == "ac"
                expect(notes.all) == ["damagedRecord b"]
            }

            it("does not bring back what it had replaced") {
                let cache = await folder.open()
                try await cache.insert(Data(repeating: 97, count: 100), for: "a")
                try await cache.insert(Data(repeating: 0, count: 100), for: "a")
                try folder.change(0) { $0[32 + 149 + 60] ^= 1 }
                await expect { await folder.open(notes).data(for: "a") }.to(beNil())
            }
        }

        describe("E6: a damaged head") {
            it("is a miss that is reported; all others are there if it is one alone") {
                try await write("a", "b", "c", "d")
                try folder.change(0) { $0[32 + 149 + 13] ^= 1 }
                await expect { await keys() } == "acd"
                expect(notes.all) == ["damaged"]
            }

            it("does not bring back what it had replaced") {
                try await write("a", "b", "a", "c")
                try folder.change(0) { $0[32 + 2 * 149 + 5] ^= 1 }
                await expect { await keys() } == "bc"
            }

            it("does not bring back what it had removed") {
                let cache = await folder.open()
                for key in ["a", "b"] { try await cache.insert(Data(repeating: key.utf8.first!, count: 100), for: key) }
                try await cache.remove("a")
                try await cache.insert(Data(repeating: 99, count: 100), for: "c")
                try folder.change(0) { $0[32 + 2 * 149 + 5] ^= 1 }
                await expect { await keys() } == "bc"
            }

            it("does not bring back what it had replaced under the same text in other code points") {
                let cache = await folder.open()
                for key in ["\u{E9}", "e\u{301}", "c"] { try await cache.insert(Data(count: 100), for: key) }
                try folder.change(0) { $0[32 + 150 + 5] ^= 1 }
                let opened = await folder.open(notes)
                await expect { await opened.data(for: "\u{E9}") }.to(beNil())
                await expect { await opened.data(for: "c") } == Data(count: 100)
            }

            it("makes all that is older a miss, where several are lost") {
                try await write("a", "b", "c", "d")
                try folder.change(0) { for offset in [149, 2 * 149] { $0[32 + offset + 5] ^= 1 } }
                await expect { await keys() } == "d"
                expect(notes.all) == ["damaged"]
            }
        }

        describe("E6: a record that was not written whole") {
            it("is left out, wherever it ends") {
                try await write("a", "b")
                let whole = try Data(contentsOf: folder.chunks[0])
                for end in (32 + 149 + 1)..<whole.count {
                    try whole.prefix(end).write(to: folder.chunks[0])
                    await expect { await keys("ab") } == "a"
                    expect(notes.take()) == ["torn"]
                }
            }

            it("is not overwritten: the next one goes to another file") {
                try await write("a", "b")
                try folder.change(0) { $0.removeLast(10) }
                let torn = try Data(contentsOf: folder.chunks[0])
                try await write("c")
                expect(try Data(contentsOf: folder.chunks[0])) == torn
                await expect { await keys() } == "ac"
            }

            it("is none where not even the file's head was written, which then has another name") {
                try await write("a", chunkSize: 1)
                let unfinished = folder.url.appendingPathComponent(".1234.draft")
                try Data(count: 31).write(to: unfinished)
                await expect { await keys("ab") } == "a"
                expect(notes.take()).to(beEmpty())
                expect(FileManager.default.fileExists(atPath: unfinished.path)).to(beFalse())
                try await write("b", chunkSize: 1)
                await expect { await keys("ab") } == "ab"
            }
        }

        describe("E6: a file whose head is damaged, that was cut short, or that is missing") {
            /// "a" is replaced in one file and "b" removed in another, each record being in one of its own; then a file is
            /// lost in some way. Returns what is found at once, and by the next process.
            func found(afterLosing index: Int, _ lose: (URL) throws -> Void) async throws -> [String] {
                let cache = await folder.open(chunkSize: 100)
                // So that most is in use, and no file is written anew.
                try await cache.insert(Data(count: 2_000), for: "large")
                for value: UInt8 in [98, 97] { try await cache.insert(Data(repeating: value, count: 100), for: "a") }
                try await cache.insert(Data(repeating: 98, count: 100), for: "b")
                try await cache.remove("b")
                try await cache.insert(Data(repeating: 99, count: 100), for: "c")
                await cache.close()
                try lose(folder.chunks[index])
                let before = await keys("abc")
                let after = await keys("abc")
                try await folder.open().removeAll()
                return [before, after]
            }

            func change(_ body: @escaping (inout Data) -> Void) -> (URL) throws -> Void {
                return { url in
                    var data = try Data(contentsOf: url)
                    body(&data)
                    try data.write(to: url)
                }
            }

            it("does not bring back what was replaced or removed in it, now or later, and is reported") {
                for byte in [0, 3, 7, 16, 24] {
                    await expect { try await found(afterLosing: 2, change { $0[byte] ^= 4 }) } == ["c", "c"]
                    expect(notes.take()) == ["damaged"]
                    await expect { try await found(afterLosing: 4, change { $0[byte] ^= 4 }) } == ["c", "c"]
                    expect(notes.take()) == ["damaged"]
                }
                for end in [0, 5, 31] {
                    await expect { try await found(afterLosing: 4, change { $0 = $0.prefix(end) }) } == ["c", "c"]
                    expect(notes.take()) == ["damaged"]
                }
                await expect { try await found(afterLosing: 4) { try FileManager.default.removeItem(at: $0) } }
                    == ["c", "c"]
                expect(notes.take()) == ["missing"]
            }

            it("brings nothing back where it was the last") {
                await expect { try await found(afterLosing: 5, change { $0[0] ^= 1 }) } == ["", ""]
                expect(notes.take()) == ["damaged"]
                await expect { try await found(afterLosing: 5, change { $0 = $0.prefix(20) }) } == ["", ""]
                expect(notes.take()) == ["damaged"]
                await expect { try await found(afterLosing: 5) { try FileManager.default.removeItem(at: $0) } }
                    == ["", ""]
                expect(notes.take()) == ["missing"]
            }

            it("stays where nothing shows that it is ours, and what is older is a miss") {
                try await write("a", "b", "c", chunkSize: 1)
                try folder.change(1) { $0 = Data(repeating: 1, count: 50) }
                await expect { await keys() } == "c"
                expect(try Data(contentsOf: folder.chunks[1])) == Data(repeating: 1, count: 50)
                expect(notes.all) == ["damaged"]
            }

            it("is not missed where it was deleted since all in it is out of date") {
                let cache = await folder.open(chunkSize: 300)
                for number in 0..<50 { try await cache.insert(Data(count: 100), for: "\(number % 2)") }
                try await cache.removeAll()
                for key in ["a", "a", "b"] {
                    try await cache.insert(Data(repeating: key.utf8.first!, count: 100), for: key)
                }
                await expect { await keys("ab") } == "ab"
                expect(notes.all).to(beEmpty())
            }
        }

        describe("E6: a file that is a value") {
            it("is not taken for records of the file around it") {
                try await write("a", "b")
                let inner = try Data(contentsOf: folder.chunks[0])
                let cache = await folder.open()
                try await cache.removeAll()
                try await cache.insert(inner, for: "c")
                try await cache.insert(Data(repeating: 100, count: 100), for: "d")
                let chunk = folder.chunks.count - 1
                try folder.change(chunk) { $0[32 + 5] ^= 1 }
                await expect { await keys("abd") } == "d"
            }
        }

        describe("E6: another version") {
            it("is a miss that is reported, with all that is older, and stays as it is") {
                try await write("a", chunkSize: 1)
                try await write("b", chunkSize: 1)
                try await write("c", chunkSize: 1)
                try folder.change(1) { $0[8] = 2 }
                let other = try Data(contentsOf: folder.chunks[1])
                await expect { await keys() } == "c"
                expect(notes.all) == ["otherVersion 2"]
                try await write("d")
                try await folder.open().removeAll()
                expect(folder.chunks).to(haveCount(1))
                expect(try Data(contentsOf: folder.chunks[0])) == other
            }

            it("at the end is not written to") {
                try await write("a")
                try folder.change(0) { $0[8] = 2 }
                try await write("b")
                expect(folder.chunks).to(haveCount(2))
                await expect { await keys() } == "b"
            }
        }

        describe("E6: a file that is none of ours") {
            it("is reported and stays") {
                try await write("a")
                let names = ["5", "+5", "-1", "x", "\(Int.max)", "000000000005 (copy)"]
                let strangers = names.map { folder.url.appendingPathComponent("\($0).chunk") }
                for stranger in strangers { try Data(repeating: 1, count: 50).write(to: stranger) }
                await expect { await keys() } == "a"
                try await write("b")
                await expect { await keys() } == "ab"
                for stranger in strangers {
                    expect(try Data(contentsOf: stranger)) == Data(repeating: 1, count: 50)
                }
                expect(notes.all) == Array(repeating: "damaged", count: 2 * names.count)
            }
        }
    }
}
