import MillraceSpecs

extension Fixture {
    static let focused = Fixture("focused") {
        it("is left out") { say("left out") }
        fit("is focused") { say("focused") }  // mark: fit
        fit("is focused and asynchronous") {
            await Task.yield()
            say("asynchronous")
        }
        fdescribe("a focused group") {  // mark: fdescribe
            it("is in focus") { say("in a group") }
            xit("is pending") { say("pending") }
            fit("is focused twice") { say("twice") }
            context("with a group in it") {
                it("is in focus") { say("deep in a group") }
            }
        }
        context("a group") {
            it("is left out") { say("left out") }
            fcontext("that is focused") {  // mark: fcontext
                it("is in focus") { say("in a context") }
            }
        }
    }

    static let pendingFocus = Fixture("pendingFocus") {
        it("is left out") { say("left out") }
        xdescribe("a pending group") {
            fit("is focused") { say("focused") }
        }
    }
}
