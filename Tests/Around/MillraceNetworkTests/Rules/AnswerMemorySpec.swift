import Foundation
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class AnswerMemorySpec: Spec {
    func testSpec() {
        /// A server of one resource, whose tag is its text.
        func desk(_ text: Locked<String>, memory: Int = 10_000, headers: [HTTPHeader] = []) -> Desk {
            Desk {
                $0.answerMemory = memory
            } answer: { _, request, _ in
                let tag = "\"\(text.withLock { $0 })\""
                let all = headers + [HTTPHeader("ETag", tag)]
                if request.headers["If-None-Match"] == tag { return Response(304, headers: all) }
                return Response(200, headers: all, text: text.withLock { $0 })
            }
        }

        describe("an answer with an ETag") {
            it("is asked for with it, and is the answer if the server says that it has not changed") {
                let text = Locked("one")
                let desk = desk(text)
                expect(desk.outcome(of: GetText())) == .success("one")
                expect(desk.outcome(of: GetText())) == .success("one")
                text.withLock { $0 = "two" }
                expect(desk.outcome(of: GetText())) == .success("two")
                expect(desk.outcome(of: GetText())) == .success("two")
                expect(desk.arrivals.map { $0.request.headers["If-None-Match"] }) == [
                    nil, "\"one\"", "\"one\"", "\"two\"",
                ]
                expect(desk.log.filter { $0.contains("304") }.count) == 2
            }

            it("is another for another address, and for other headers") {
                let desk = desk(Locked("one"))
                for request in [
                    GetText(), GetText(query: [QueryItem("a", "b")]),
                    GetText(headers: [HTTPHeader("Accept-Language", "de")]),
                ] {
                    expect(desk.outcome(of: request)) == .success("one")
                    expect(desk.arrivals.last?.request.headers["If-None-Match"]).to(beNil())
                }
            }

            it("is another for whoever logs in next, and the same where only the token was renewed") {
                let login = Authentication(Secret("Ada")) { _ in Secret("Ada, renewed") }
                let desk = Desk(authentication: login) { _, request, number in
                    if number == 2 { return Response(401) }
                    let name = request.headers["Authorization"]?.split(separator: " ", maxSplits: 1).last ?? "nobody"
                    let all = [HTTPHeader("ETag", "\"1\"")]
                    if request.headers["If-None-Match"] != nil { return Response(304, headers: all) }
                    return Response(200, headers: all, text: "the mail of \(name)")
                }
                expect(desk.outcome(of: GetText())) == .success("the mail of Ada")
                expect(desk.outcome(of: GetText())) == .success("the mail of Ada")
                login.token = Secret("Bob")
                expect(desk.outcome(of: GetText())) == .success("the mail of Bob")
                expect(desk.arrivals.map { $0.request.headers["If-None-Match"] != nil }) == [false, true, true, false]
            }

            it("is another for another secret header") {
                let desk = Desk { _, request, _ in
                    let all = [HTTPHeader("ETag", "\"1\"")]
                    if request.headers["If-None-Match"] != nil { return Response(304, headers: all) }
                    return Response(200, headers: all, text: request.headers["Cookie"] ?? "")
                }
                for name in ["Ada", "Bob", "Ada"] {
                    expect(desk.outcome(of: GetText(headers: [HTTPHeader("Cookie", name)]))) == .success(name)
                }
                expect(desk.arrivals.last?.request.headers["If-None-Match"]) == "\"1\""
            }

            it("is not remembered where the server forbids it, where there is no room, or of another method") {
                for desk in [
                    desk(Locked("one"), headers: [HTTPHeader("Cache-Control", "private, No-Store")]),
                    desk(Locked("one"), memory: 502), desk(Locked("one"), memory: 0),
                ] {
                    for _ in 0..<2 { expect(desk.outcome(of: GetText())) == .success("one") }
                    expect(desk.arrivals.last?.request.headers["If-None-Match"]).to(beNil())
                }
                let put = desk(Locked("one"))
                for _ in 0..<2 { expect(put.outcome(of: GetText(method: .put))) == .success("one") }
                expect(put.arrivals.last?.request.headers["If-None-Match"]).to(beNil())
            }

            it("leaves when others need the room, the one that was not used for the longest time first") {
                let desk = desk(Locked("one"), memory: 1006)
                for path in ["/a", "/b", "/a", "/c", "/a", "/b"] { _ = desk.outcome(of: GetText(path: path)) }
                let isKnown = desk.arrivals.map { $0.request.headers["If-None-Match"] != nil }
                expect(isKnown) == [false, false, true, false, true, false]
            }

            it("is left to a request that asks with a tag of its own") {
                let desk = desk(Locked("one"))
                expect(desk.outcome(of: GetText())) == .success("one")
                let own = GetText(headers: [HTTPHeader("If-None-Match", "\"one\"")])
                expect(desk.outcome(of: own)?.failure?.reason) == .status(BadStatus(304))
            }
        }
    }
}
