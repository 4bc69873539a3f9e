import Foundation
import MillraceApp
import MillraceFlux
import MillraceSignals
import MillraceSpecs

final class LinkOpenerSpec: Spec {
    func testSpec() {
        describe("an address that is opened") {
            @TestState var isSignedIn = Variable(false)
            @TestState var store = makeRouteStore(on: Dispatcher())
            @TestState var opener: DeepLinkOpener<AppRoute>?

            beforeEach {
                let signedIn = isSignedIn
                opener = DeepLinkOpener(links, on: store.dispatcher) { route in
                    route.selected == .rooms ? signedIn.observable : nil
                }
            }

            func open(_ text: String) -> DeepLinkOpener<AppRoute>.Answer? {
                URL(string: text).flatMap { opener?.open($0) }
            }
            let roomA = AppRoute(.rooms, .room("a"))

            it("is opened at once if it needs nothing") {
                expect(open("mill://settings")) == .opened(AppRoute(.settings))
                expect(store.state.value.top) == .settings
            }

            it("is opened at once if all is there") {
                isSignedIn.value = true
                expect(open("mill://room/a")) == .opened(roomA)
                expect(store.state.value.top) == .room("a")
            }

            it("waits for what it needs, and is then opened once") {
                expect(open("mill://room/a")) == .waits(roomA)
                expect(opener?.waiting.value) == roomA
                expect(store.state.value.top) == .rooms
                isSignedIn.value = true
                expect(store.state.value.top) == .room("a")
                expect(opener?.waiting.value).to(beNil())
                store.dispatcher.dispatch(Go.pop())
                isSignedIn.value = false
                isSignedIn.value = true
                expect(store.state.value.top) == .rooms
            }

            it("is opened by an action of one's own, made when it is opened") {
                var name = "early"
                let opener = DeepLinkOpener(links, on: store.dispatcher, needs: { _ in isSignedIn }) { _ in
                    Go.push(.room(name))
                }
                expect(URL(string: "mild://room/a").map { opener.open($0) }).toNot(beNil())
                expect(URL(string: "mill://room/a").map { opener.open($0) }) == .waits(roomA)
                name = "late"
                isSignedIn.value = true
                expect(store.state.value.top) == .room("late")
            }

            it("takes the place of one that waits") {
                _ = open("mill://room/a")
                _ = open("mill://room/b")
                isSignedIn.value = true
                expect(store.state.value[.tab(.rooms)]?.pushed) == [.room("b")]
            }

            it("is not opened if it was cancelled, or a newer one went elsewhere") {
                _ = open("mill://room/a")
                opener?.cancel()
                expect(opener?.waiting.value).to(beNil())
                _ = open("mill://room/b")
                _ = open("mill://settings")
                isSignedIn.value = true
                expect(store.state.value.top) == .settings
            }

            it("is an answer if it is unknown, and disturbs nothing that waits") {
                _ = open("mill://room/a")
                guard case .unknown(let unknown)? = open("mill://nowhere") else { return fail("it is known") }
                expect(unknown.reason).to(contain("nowhere"))
                isSignedIn.value = true
                expect(store.state.value.top) == .room("a")
            }
        }
    }
}
