import Foundation
import Millrace
import MillraceHistory
import MillraceSpecs
import MillraceTesting
import TestSupport
import Testing

/// Explorations in several processes (laws X1 and X3).
@Suite struct ExploreProcessTests {
    @Test func theSameInAnotherProcess() async throws {
        let result = try PostFeature().explore()
        await #expect(processExitsWith: .exitCode(42)) {
            [counts = [result.moments, result.runs, result.steps] as [Int]] in
            let other = try PostFeature().explore()
            exit([other.moments, other.runs, other.steps] == counts ? 42 : 1)
        }
    }

    @Test func aStoryComesBackInAnotherProcess() async throws {
        var story: [String] = []
        _ = try messages { story = try PostFeature(fault: .merges).explore().story }
        #expect(story == PostFeature.Fault.merges.story)
        await #expect(processExitsWith: .exitCode(42)) { [story = story as [String]] in
            let found = try messages {
                try explore(following: story) { world in
                    let (server, dispatcher) = (StarServer(), Dispatcher(on: world.scheduler))
                    let post = PostFeature(fault: .merges).makeStore(world.outside, server, on: dispatcher)
                    world.may("tap", times: 3) { dispatcher.dispatch(ToggleStar()) }
                    world.atRest("what is shown is true") { post.state.value.isStarred == server.isStarred }
                    return Inspection(of: post)
                }
            }
            exit(found.count == 1 ? 42 : 1)
        }
    }

    /// Explores an app that traps when "b" comes after "a", in another process.
    private static func trap() throws {
        try explore(line: 1) { world in
            let notes = Notes(on: world.scheduler)
            world.may("a") { notes.add("a") }
            world.may("b") {
                if notes.text.contains("a") { fatalError("b after a") }
                notes.add("b")
            }
            return Inspection(of: notes.store)
        }
    }

    /// Removes the steps that a process has left.
    private static func removeSteps(_ line: Int) {
        let folder = FileManager.default.temporaryDirectory
        try? FileManager.default.removeItem(at: folder.appendingPathComponent("ExploreProcessTests-\(line).steps"))
    }

    @Test func aTrapIsToldByTheNextProcess() async throws {
        Self.removeSteps(1)
        let first = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Self.trap()
        }
        #expect(first.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?.contains("b after a") == true)
        let second = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Self.trap()
        }
        let told = String(decoding: second?.standardErrorContent ?? [], as: UTF8.self)
        #expect(told.contains("Its steps, which are taken again:\n  a\n  b\n"))
        Self.removeSteps(1)
    }

    @Test func moreConditionsForTheEndThanAreCounted() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try explore(line: 2) { world in
                for number in 0...8 { world.inTheEnd("\(number)") { true } }
                return nil
            }
        }
        Self.removeSteps(2)
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("World.inTheEnd: there are more than 8 conditions for the end. To fix:"))
    }
}
