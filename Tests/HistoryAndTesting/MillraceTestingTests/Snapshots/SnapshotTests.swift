import Foundation
import MillraceBase
import MillraceTesting
import Testing

/// Snapshots in tests of Swift Testing, which import nothing of XCTest.
struct SnapshotTests {
    private struct Room {
        var name: String
        var topic: String?
        var seats = [1, 2]
    }

    /// Its file is beside this one.
    @Test func aValueIsTakenApart() {
        expectSnapshot(of: Room(name: "mill"))
    }

    @Test("A sentence names the file") func named() {
        let place = CallSite("/tests/Rooms.swift", 1)
        #expect(path(of: "", named: "First", at: place) == "SnapshotTests/a-sentence-names-the-file.first.txt")
    }

    @Test func aFileIsNamedAfterTheFunction() {
        #expect(path(of: "") == "SnapshotTests/a-file-is-named-after-the-function.txt")
        #expect(path(of: "", named: "2") == "SnapshotTests/a-file-is-named-after-the-function.2.txt")
    }

    @Test func twoTextsCannotShareAFileAndOneMayBeRepeated() {
        #expect(path(of: "one", named: "shared") != nil)
        #expect(path(of: "one", named: "shared") != nil)
        #expect(path(of: "two", named: "shared") == nil)
    }

    @Test func aTextIsRecordedWhereThereIsNoneAndMatchesFromThenOn() throws {
        try withFolder { folder in
            var settings = SnapshotSettings([:])
            settings.folder = folder
            let snapshot = try testSnapshot(of: "one\ntwo", named: nil, at: here, "", settings: settings).get()
            compare("one\ntwo", with: snapshot, at: here)
            let file = "\(folder)/SnapshotTests/a-text-is-recorded-where-there-is-none-and-matches-from-then-on.txt"
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "one\ntwo\n")
            compare("one\ntwo", with: snapshot, at: here)
            withKnownIssue {
                compare("one\nfour", with: snapshot, named: "rooms", at: CallSite("Rooms.swift", 7))
            } matching: { issue in
                let text = issue.comments.first?.rawValue ?? ""
                return text.hasPrefix(
                    "expected to match the snapshot \"rooms\", got what differs (- recorded, + got):\n"
                        + "  one\n- two\n+ four\n("
                ) && text.hasSuffix("; where the new one is right: MILLRACE_RECORD=1)")
                    && issue.sourceLocation?.line == 7
            }
        }
    }

    @Test(arguments: ["CI", "MILLRACE_FORBID_RECORDING"])
    func aMissingTextIsAnIssueWhereRecordingIsForbidden(variable: String) throws {
        try withFolder { folder in
            var settings = SnapshotSettings([variable: "1", "MILLRACE_RECORD": "1"])
            settings.folder = folder
            let snapshot = try testSnapshot(of: "one", named: variable, at: here, "", settings: settings).get()
            withKnownIssue {
                compare("one", with: snapshot, at: here)
            } matching: {
                $0.comments.first?.rawValue.hasPrefix(
                    "expected to match the snapshot, which is not there, and recording is forbidden"
                ) == true
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    private let here = CallSite(#filePath, #line)

    /// The end of the path of a snapshot's file; nil if there is none.
    private func path(of text: String, named name: String? = nil, at place: CallSite? = nil) -> String? {
        let snapshot = testSnapshot(of: text, named: name, at: place ?? here, "")
        return (try? snapshot.get())?.file.pathComponents.suffix(2).joined(separator: "/")
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }
}

@Test func aTestOfNoSuiteHasTheNameOfItsFile() throws {
    let snapshot = try testSnapshot(of: "", named: nil, at: CallSite("/t/Rooms.swift", 1), "").get()
    #expect(snapshot.file.path == "/t/__Snapshots__/Rooms/a-test-of-no-suite-has-the-name-of-its-file.txt")
}
