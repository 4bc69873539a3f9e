import MillraceSpecs

extension Fixture {
    /// Ten thousand empty examples: what running one costs, and nothing else.
    static let countless = Fixture("countless") {
        for group in 0..<100 {
            describe("group \(group)") {
                for example in 0..<100 { it("is example \(example)") {} }
            }
        }
    }

    static let countlessLater = Fixture("countlessLater") {
        for group in 0..<100 {
            describe("group \(group)") {
                for example in 0..<100 { it("is example \(example)") { await Task.yield() } }
            }
        }
    }
}
