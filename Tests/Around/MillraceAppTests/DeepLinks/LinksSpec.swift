import Foundation
import MillraceApp
import MillraceSignals
import MillraceSpecs
import XCTest

final class LinksSpec: Spec {
    private enum Kind: String, DeepLinkText { case photo, sketch }

    private struct Pin: Hashable {
        var kind: Kind
        var id: UUID
        var zoom: Double
        var isFlat: Bool
    }

    private enum Twin: Hashable { case left(Int), right(Int) }

    private enum Place: Hashable {
        case pin(Pin)
        case at(x: Int, y: Int)
    }

    func testSpec() {
        func target(_ text: String) -> AppRoute? { URL(string: text).flatMap { try? links.target(of: $0).get() } }
        func address(_ route: AppRoute, at base: String? = nil) -> String? {
            links.url(of: route.shown, at: base)?.absoluteString
        }

        describe("links") {
            it("read what they write") {
                expect(target("https://mill.example/room/mill/event/3"))
                    == AppRoute(.rooms, .event(room: "mill", number: 3))
                expect(target("https://mill.example")) == AppRoute(.rooms)
                expect(target("https://mill.example/settings")) == AppRoute(.settings)
                expect(address(AppRoute(.rooms, .event(room: "mill", number: 3))))
                    == "https://mill.example/room/mill/event/3"
                expect(address(AppRoute(.settings))) == "https://mill.example/settings"
            }

            it("write what the user sees, whatever the other tabs hold") {
                var route = AppRoute(tabs: .rooms, .settings)
                route.push(.room("a"))
                route.select(.settings)
                expect(address(route)) == "https://mill.example/settings"
                route.push(.login)
                expect(address(route)).to(beNil())
            }

            it("take a query in any order, ignore what is not asked for, and leave out what is missing") {
                let found = AppRoute(.rooms, .search(text: "a b", page: 2, kind: "x", at: "top"))
                expect(target("https://mill.example/search?kind=x&utm=7&page=2&q=a%20b#top")) == found
                expect(address(found)) == "https://mill.example/search?q=a%20b&page=2&kind=x#top"
                let plain = AppRoute(.rooms, .search(text: "", page: 1, kind: nil, at: nil))
                expect(target("https://mill.example/search?q")) == plain
                expect(address(plain)) == "https://mill.example/search?q="
            }

            it("keep apart what the encoding keeps apart") {
                expect(target("https://mill.example/room/a%2Fb")) == AppRoute(.rooms, .room("a/b"))
                expect(target("https://mill.example/room/a+b")) == AppRoute(.rooms, .room("a+b"))
                expect(address(AppRoute(.rooms, .room("..")))) == "https://mill.example/room/%2E%2E"
                expect(address(AppRoute(.rooms, .room("a&b=c?")))) == "https://mill.example/room/a%26b%3Dc%3F"
            }

            it("ignore slashes too many, and so have no address for an empty component") {
                expect(target("https://mill.example//room/a/")) == AppRoute(.rooms, .room("a"))
                expect(address(AppRoute(.rooms, .room("")))).to(beNil())
            }

            it("have the slashes of their base after a scheme alone") {
                let links = DeepLinks<Screen>(at: "mill://", "mill:") { DeepLink(Screen.room) { "room" / String.self } }
                expect(links.url(of: .room("A"))?.absoluteString) == "mill:///room/A"
                expect(links.url(of: .room("A"), at: "mill:")?.absoluteString) == "mill:room/A"
            }

            it("have several hosts and schemes, in capital letters or small ones") {
                let route = AppRoute(.rooms, .room("A"))
                for text in [
                    "HTTPS://Mill.Example/room/A", "https://www.mill.example:8080/app/room/A", "mill://room/A",
                    "mill:///room/A", "mill:/room/A", "MILL:room/A",
                ] { expect(target(text)) == route }
                expect(target("https://www.mill.example/app/room/A")).to(beNil())
                expect(address(route, at: "mill:")) == "mill:room/A"
                expect(address(route, at: "https://www.mill.example:8080/app"))
                    == "https://www.mill.example:8080/app/room/A"
                expect(address(route, at: "https://unknown.example")).to(beNil())
            }

            it("keep a value that stands where other addresses have a host") {
                let links = DeepLinks<Screen>(at: "mill:") { DeepLink(Screen.room) { String.self } }
                for text in ["A", "ä", "a:b@c", "1"] {
                    let url = try XCTUnwrap(links.url(of: .room(text)))
                    expect(try links.target(of: url).get()) == .room(text)
                }
            }

            it("have no address for a screen of another kind with the same values") {
                let links = DeepLinks<Twin>(at: "mill:") { DeepLink(Twin.left) { "left" / Int.self } }
                expect(links.url(of: .left(3))).toNot(beNil())
                expect(links.url(of: .right(3))).to(beNil())
            }

            it("have no address for what an earlier declaration would take for something else") {
                let links = DeepLinks<AppRoute>(at: "mill:") {
                    AppRoute(.rooms) / room
                    AppRoute(.rooms) / DeepLink(.picker, "room/new")
                }
                expect(links.url(of: AppRoute(.rooms, .picker))).to(beNil())
                expect(links.url(of: AppRoute(.rooms, .room("new")))?.absoluteString) == "mill:room/new"
            }

            it("are of structs, of enumerations in enumerations, and of values of many types") {
                let pin = DeepLink(Pin.init) {
                    Kind.self
                    UUID.self
                    DeepLinkQuery("zoom", default: 1.0)
                    DeepLinkQuery("flat", Bool.self)
                }
                let links = DeepLinks<Place>(at: "map:", "https://map.example/v1") {
                    pin.map({ .pin($0) }, { if case .pin(let pin) = $0 { pin } else { nil } })
                    DeepLink(Place.at) {
                        "at" / Int.self
                        Int.self
                    }
                }
                for place in [
                    .pin(Pin(kind: .sketch, id: UUID(), zoom: 0.1, isFlat: true)),
                    .pin(Pin(kind: .photo, id: UUID(), zoom: 1, isFlat: false)), .at(x: -3, y: 0),
                ] as [Place] {
                    let url = try XCTUnwrap(links.url(of: place, at: "https://map.example/v1"))
                    expect(try links.target(of: url).get()) == place
                }
            }

            it("may be there under a condition") {
                func links(_ isBeta: Bool) -> DeepLinks<AppRoute> {
                    DeepLinks(at: "mill:") {
                        if isBeta { AppRoute(.rooms) / room }
                        if isBeta { AppRoute(.settings) / "beta" } else { AppRoute(.settings) / "settings" }
                    }
                }
                expect(links(true).url(of: AppRoute(.rooms, .room("a")))).toNot(beNil())
                expect(links(false).url(of: AppRoute(.rooms, .room("a")))).to(beNil())
                expect(links(false).url(of: AppRoute(.settings))?.absoluteString) == "mill:settings"
            }
        }
    }
}
