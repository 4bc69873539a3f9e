import MillraceNetwork
import MillraceSpecs
import TestSupport

final class LinkHeaderSpec: Spec {
    func testSpec() {
        func links(_ values: String...) -> [HTTPLink] { values.map { HTTPHeader("link", $0) }.links }

        describe("the links of an answer") {
            it("have an address, a query and what they lead to") {
                let headers = [
                    HTTPHeader("Date", "<no>"),
                    HTTPHeader(
                        "Link",
                        #"<https://a.example/posts?max_id=7&limit=40>; rel="next", </posts?min_id=9>; rel="prev""#
                    ),
                ]
                expect(headers.links.map(\.relations)) == [["next"], ["prev"]]
                expect(headers.link("next")?.query) == [QueryItem("max_id", "7"), QueryItem("limit", "40")]
                expect(headers.link("PREV")?.address) == "/posts?min_id=9"
                expect(headers.link("last")).to(beNil())
                expect([HTTPHeader]().links).to(beEmpty())
            }

            it("may have several relations, in any case, and stand in several headers") {
                let links = links("<a>;rel=\"Next LAST\"", "<b> ; REL = prev ; rel=next")
                expect(links.map(\.address)) == ["a", "b"]
                // The first relation counts.
                expect(links.map(\.relations)) == [["next", "last"], ["prev"]]
            }

            it("may have commas, semicolons and quotes in them") {
                let links = links(#"<a,b;c?x=1>; title="one, \"two\"; <z>; rel=up"; rel=next, <d>; rel=prev"#)
                expect(links.map(\.address)) == ["a,b;c?x=1", "d"]
                expect(links.map(\.relations)) == [["next"], ["prev"]]
            }

            it("are decoded in their query") {
                let query = links("<?q=Z%C3%BCrich+west&flag&=&x=%zz&a=b=c#x?y=1>; rel=next").first?.query
                expect(query?.map(\.name)) == ["q", "flag", "", "x", "a"]
                expect(query?.map(\.value)) == ["Zürich west", "", "", "%zz", "b=c"]
            }

            it("are only those that are about the answer, and that are whole") {
                expect(links(#"<a>; rel=next; anchor="/other", <b>; rel=next"#).map(\.address)) == ["b"]
                expect(links("nothing, <b>; rel=next").map(\.address)) == ["b"]
                expect(links("", ",,", "<a", ";;;", "=", "\"", "<a>; rel=\"next").map(\.relations)) == [["next"]]
            }

            it("are read from any text") {
                runPrograms(300) { random in
                    let text = (0..<Int.random(in: 0...30, using: &random))
                        .map { _ in "<>;,=\"\\ arel?&".randomElement(using: &random).map(String.init) ?? "" }
                        .joined()
                    let links = links(text + ",<z>;rel=next")
                    // What stands before may swallow it, in a quote or an address.
                    let isSwallowed = text.contains("\"") || text.contains("<")
                    return isSwallowed || links.last?.address == "z" ? nil : "lost in \(text): \(links)"
                }
            }
        }
    }
}
