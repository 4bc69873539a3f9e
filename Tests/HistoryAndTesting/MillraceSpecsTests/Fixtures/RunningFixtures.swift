import Foundation
import MillraceSpecs

extension Fixture {
    static let many = Fixture("many") {
        for group in 0..<3 {
            describe("\(group)") {
                for example in 0..<5 { it("\(example)") { say("\(group)\(example)") } }
            }
        }
    }

    static let hanging = Fixture("hanging") {
        it("passes before") {}
        it("hangs") { while true { Thread.sleep(forTimeInterval: 60) } }  // mark: hanging
    }

    static let hangingLater = Fixture("hangingLater") {
        it("hangs") { for await _ in AsyncStream<Void>.makeStream().stream {} }
    }

    static let slow = Fixture("slow") {
        it("is slow") { Thread.sleep(forTimeInterval: 0.05) }
    }
}
