import MillraceBase
import MillraceSpecs
@testable import MillraceTesting

/// Names of files that every file system takes.
final class SnapshotNamesSpec: Spec {
    func testSpec() {
        describe("the file of a test that Swift Testing does not run") {
            it("is named after its file and its function") {
                let place = CallSite("/t/RoomTests.swift", 1)
                let snapshot = try testSnapshot(of: "", named: "Top", at: place, "testARoom()").get()
                expect(snapshot.file.path) == "/t/__Snapshots__/RoomTests/test-a-room.top.txt"
            }
        }

        describe("the words of a function") {
            it("begin at capital letters, without what stands in parentheses") {
                expect(words(ofFunction: "aRoomIsShown(at:)")) == "a room is shown"
                expect(words(ofFunction: "`a room, twice`()")) == "a room, twice"
                expect(words(ofFunction: "showsAURLTwice()")) == "shows aurl twice"
                expect(words(ofFunction: "opensAFile()")) == "opens a file"
            }
        }

        describe("the name of a file") {
            it("is the sentence, in small letters and hyphens") {
                expect(fileName(for: "A table, with two rows, is drawn")) == "a-table-with-two-rows-is-drawn"
            }

            it("has nothing else, and a number where something was lost") {
                let names = ["a/b: \"c\"? <d>", "東京", "Zoë sees", "Zoé sees", "..", "", "a.b"].map(fileName)
                for name in names { expect(name).to(match("^[a-z0-9-]+$")) }
                expect(Set(names)).to(haveCount(7))
                expect(fileName(for: "Zoë sees")).to(beginWith("zo-sees-"))
            }

            it("is short enough") {
                let long = String(repeating: "long ", count: 100)
                expect(fileName(for: long).count) <= 110
                expect(fileName(for: long)).to(match("long-long-[0-9a-f]+$"))
                expect(fileName(for: String(repeating: "a", count: 300)).count) <= 110
                expect(fileName(for: long + "a")) != fileName(for: long + "b")
            }

            it("is no device of Windows") {
                expect(["con", "NUL", "com1"].map(fileStem)) == ["con-example", "nul-example", "com1-example"]
                expect(fileStem(for: "console")) == "console"
            }

            it("is the same in every process") {
                expect(fileName(for: "ä")) == "\(String(stableHash("ä") & 0xFFFF_FFFF, radix: 16))"
            }
        }
    }
}
