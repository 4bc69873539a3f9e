#if os(macOS) || os(Linux)
import Foundation
import MillraceHistory
import TestSupport
import Testing

private struct Unordered {
    private enum Mode { case some, other }
    private var mode = Mode.other
    var names = Set((0..<100).map { "name \($0)" })
    var table = Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, Set(0..<$0)) })

    init() {}

    static var description: String { StateDigest(of: Unordered()).description }
}

/// What a digest says in a process of its own.
@Suite struct StateDigestTests {
    @Test func isTheSameInAnotherProcessWhichHashesOtherwise() async throws {
        let result = try #require(
            await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                print("hash \("Millrace".hashValue), digest \(Unordered.description)")
                exit(0)
            }
        )
        let text = String(decoding: result.standardOutputContent, as: UTF8.self)
        #expect(text.contains("digest \(Unordered.description)"), "\(text)")
        #expect(!text.contains("hash \("Millrace".hashValue),"), "both processes hash alike, so this shows nothing")
    }

    private final class Machine {}

    @Test func anObjectIsAProgrammersError() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = StateDigest(of: ["a": Machine()])
        }
        expect(result, says: "StateDigest.init: met Machine")
    }

    @Test func aClosureIsAProgrammersError() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = StateDigest(of: [{ (number: Int) in number }])
        }
        expect(result, says: "StateDigest.init: met (Int) -> Int")
    }

    @Test func aDifferenceOfNoLinesIsAProgrammersError() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = describeDifference(1, 2, limit: 0)
        }
        expect(result, says: "describeDifference: the limit is 0 lines")
    }
}
#endif
