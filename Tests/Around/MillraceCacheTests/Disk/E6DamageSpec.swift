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

        func write(_ keys: String...) async throws {
            let cache = await folder.open()
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

        describe("E6: a damaged record") {
            it("is a miss that is reported once, wherever the damage is, and nothing else is") {
                try await write("a", "b", "c")
                for offset in 0..<133 {
                    try await write("b")
                    try folder.change("b") { $0[offset] ^= 4 }
                    await expect { await keys("abc") } == "ac"
                    expect(notes.take()) == ["damaged b"]
                    await expect { await keys("abc") } == "ac"
                    expect(notes.take()).to(beEmpty())
                }
            }

            it("does not bring back what it had replaced") {
                try await write("a", "a")
                try folder.change("a") { $0[60] ^= 1 }
                await expect { await keys("a") } == ""
            }
        }

        describe("E6: a record that was not written whole") {
            it("is a miss, wherever it ends") {
                try await write("a", "b")
                let whole = try Data(contentsOf: folder.file(of: "b"))
                for end in 0..<whole.count {
                    try whole.prefix(end).write(to: folder.file(of: "b"))
                    await expect { await keys("ab") } == "a"
                    expect(notes.take()) == ["damaged b"]
                }
            }

            it("has another name until it is whole") {
                try await write("a")
                let unfinished = folder.url.appendingPathComponent(".1234.draft")
                try Data(count: 31).write(to: unfinished)
                await expect { await keys("ab") } == "a"
                expect(notes.all).to(beEmpty())
                expect(FileManager.default.fileExists(atPath: unfinished.path)).to(beFalse())
            }
        }

        describe("E6: a record that somebody has deleted") {
            it("is a miss") {
                try await write("a", "b")
                let cache = await folder.open(notes)
                await expect { await cache.data(for: "a") }.toNot(beNil())
                try FileManager.default.removeItem(at: folder.file(of: "a"))
                await expect { await cache.data(for: "a") }.to(beNil())
                await expect { await keys("ab") } == "b"
                expect(notes.all).to(beEmpty())
            }
        }

        describe("E6: a key of the same text in other code points") {
            it("is the same key") {
                let cache = await folder.open(notes)
                try await cache.insert(Data([1]), for: "\u{E9}")
                try await cache.insert(Data([2]), for: "e\u{301}")
                await expect { await cache.data(for: "\u{E9}") } == Data([2])
                expect(cache.count) == 1
            }
        }

        describe("E6: a key whose file is another's") {
            it("is a miss, as of two keys with one hash") {
                try await write("a")
                try FileManager.default.moveItem(at: folder.file(of: "a"), to: folder.file(of: "b"))
                await expect { await keys("ab") } == ""
                expect(notes.all).to(beEmpty())
            }
        }

        describe("E6: a file that is none of ours, or of another version") {
            it("stays, and is no record") {
                try await write("a")
                let ours = Record.fileName(of: "b")
                let names = [
                    "x", "5.record1", "\(ours.dropLast())2", "\(ours).old", "z" + ours.dropFirst(), "0" + ours,
                ]
                let strangers = names.map { folder.url.appendingPathComponent($0) }
                for stranger in strangers { try Data(repeating: 1, count: 50).write(to: stranger) }
                await expect { await keys() } == "a"
                try await folder.open(byteLimit: 10).removeAll()
                for stranger in strangers { expect(try Data(contentsOf: stranger)) == Data(repeating: 1, count: 50) }
                expect(notes.all).to(beEmpty())
            }
        }
    }
}
