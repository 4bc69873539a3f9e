import Millrace
import MillraceHistory
import MillraceSpecs
import TestSupport

/// A screen that is tried in every order.
final class ExploreSpec: Spec {
    static func explorePost(_ feature: PostFeature, faults: Int = 2, taps: Int = 3) throws -> Exploration {
        try explore(faults: faults) { world in
            let server = StarServer()
            let dispatcher = Dispatcher(on: world.scheduler)
            let post = feature.makeStore(world.outside, server, on: dispatcher)
            world.may("tap", times: taps) { dispatcher.dispatch(ToggleStar()) }
            world.compare("server") { server.isStarred }
            world.always("a wish is shown") { post.state.value.wish.map { $0 == post.state.value.isStarred } ?? true }
            world.atRest("what is shown is what the server has") { post.state.value.isStarred } equals: {
                server.isStarred
            }
            return Inspection(of: post)
        }
    }

    func testSpec() {
        describe("a screen without a fault") {
            it("is tried completely") {
                let found = try Self.explorePost(PostFeature())
                expect(found.isComplete).to(beTrue())
                print(found, found.duration)
            }
        }
        describe("a fault") {
            for fault in PostFeature.Fault.allCases {
                it("is found: \(fault)") {
                    var result: Exploration?
                    let found = try messages { result = try Self.explorePost(PostFeature(fault: fault)) }
                    print(found.joined(separator: "\n"), result as Any)
                    expect(found).to(haveCount(1))
                }
            }
        }
    }
}
