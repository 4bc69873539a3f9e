import Foundation
import MillraceApp
import MillraceSpecs
import TestSupport

let room = DeepLink(Screen.room) { "room" / String.self }
let event = DeepLink(Screen.event) {
    "room" / String.self
    "event" / Int.self
}
let search = DeepLink(Screen.search) {
    "search"
    DeepLinkQuery("q", String.self)
    DeepLinkQuery("page", default: 1)
    DeepLinkQuery("kind", String?.self)
    DeepLinkFragment(String?.self)
}

let links = DeepLinks<AppRoute>(at: "https://mill.example", "https://www.mill.example:8080/app", "mill:") {
    DeepLink(AppRoute(.rooms))
    AppRoute(.settings) / "settings"
    AppRoute(.rooms) / event
    AppRoute(.rooms) / room
    AppRoute(.rooms) / room / room
    AppRoute(.rooms) / search
    (AppRoute(.rooms) / room).presenting(DeepLink(.compose, "compose"))
    (AppRoute(.rooms) / room).presenting(DeepLink(.compose, "compose")) / DeepLink(.picker, "picker")
}

/// Law A4: parse(print(route)) == route for every link; an unknown link is an answer.
final class A4LinksSpec: Spec {
    /// Texts with all that addresses give a meaning to, and all that they cannot hold.
    private static let characters = Array("aZ9/?#&=+%. ~-_:@;,!'()*[]\\|^`\"<>{}é日🦦\u{301}\u{0}\n\r\u{200D}\u{FEFF}")

    private func text(_ random: inout SeededGenerator, atLeast least: Int = 0) -> String {
        if Int.random(in: 0..<10, using: &random) == 0 {
            return [".", "..", "%2F", "%", "a/b", "\u{FEFF}", "\u{FEFF}a"].randomElement(using: &random)!
        }
        return String(
            (0..<Int.random(in: least...6, using: &random)).map { _ in Self.characters.randomElement(using: &random)! }
        )
    }

    private func route(_ random: inout SeededGenerator) -> AppRoute {
        func text(atLeast least: Int = 0) -> String { self.text(&random, atLeast: least) }
        var route = AppRoute(.rooms)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: break
        case 1: route = AppRoute(.settings)
        case 2: route.push(.room(text(atLeast: 1)))
        case 3: route.push(.event(room: text(atLeast: 1), number: .random(in: .min ... .max, using: &random)))
        case 4:
            route.push(.room(text(atLeast: 1)))
            route.push(.room(text(atLeast: 1)))
        case 5:
            let kind = Bool.random(using: &random) ? text() : nil
            let at = Bool.random(using: &random) ? text() : nil
            route.push(.search(text: text(), page: .random(in: 0...3, using: &random), kind: kind, at: at))
        case 6:
            route.push(.room(text(atLeast: 1)))
            route.present(.compose)
        default:
            route.push(.room(text(atLeast: 1)))
            route.present(.compose)
            route.push(.picker)
        }
        return route
    }

    func testSpec() {
        describe("A4: an address") {
            it("that was made of a route gives the route, with any text, scheme and host") {
                runPrograms(1_000) { random in
                    let route = self.route(&random)
                    let base =
                        [nil, "https://mill.example", "https://www.mill.example:8080/app", "mill:"]
                        .randomElement(using: &random) ?? nil
                    guard let url = links.url(of: route, at: base) else { return "\(route) has no address" }
                    // As it arrives from another program.
                    guard let sent = URL(string: url.absoluteString) else { return "\(url) is no address" }
                    let target = links.target(of: sent)
                    return target == .success(route) ? nil : "\(url) of \(route) gives \(target)"
                }
            }

            it("never ends the program, whatever it is") {
                runPrograms(1_000) { random in
                    let text = "mill:" + self.text(&random) + self.text(&random) + self.text(&random)
                    guard let url = URL(string: text) else { return nil }
                    guard case .success(let route) = links.target(of: url) else { return nil }
                    guard let again = links.url(of: route) else { return "\(route), of \(url), has no address" }
                    return links.target(of: again) == .success(route) ? nil : "\(url) gives another route than \(again)"
                }
            }

            it("is an answer if it is unknown, with the reason of what came furthest") {
                func reason(_ text: String) -> String? {
                    guard let url = URL(string: text), case .failure(let unknown) = links.target(of: url) else {
                        return nil
                    }
                    expect(unknown.url) == url
                    return unknown.reason
                }
                expect(reason("https://mill.example/nothing")).to(contain("no link begins with \"nothing\""))
                expect(reason("https://mill.example/room/a/event/x")).to(contain("\"x\" is no Int"))
                expect(reason("https://mill.example/room/a/event/3/more")).to(
                    contain("no link has \"more\" behind \"room/a/event/3\"")
                )
                expect(reason("https://mill.example/search")).to(contain("the query's q: a String is missing"))
                expect(reason("https://mill.example/search?q=a&page=x")).to(contain("page: \"x\" is no Int"))
                expect(reason("https://mill.example/room/%FF")).to(contain("%FF is not encoded UTF-8"))
                expect(reason("https://other.example/room/a")).to(contain("it begins with none of"))
                expect(reason("http://mill.example/room/a")).to(contain("it begins with none of"))
                expect(reason("https://www.mill.example:8080/apple")).to(contain("it begins with none of"))
            }
        }
    }
}
