import Foundation
import MillraceSpecs

@testable import CalDAV

final class DAVPathSpec: Spec {
    func testSpec() {
        describe("a path") {
            it("is one, however a server writes it") {
                let wanted = DAVPath(["dav", "ada@x", "a b", "ü/1.ics"])
                let hrefs = [
                    "/dav/ada@x/a%20b/%C3%BC%2F1.ics", "/dav/ada%40x/a b/ü%2f1.ics/",
                    "https://x:8/dav//ada@x/a%20b/ü%2F1.ics?q",
                    "\n ü%2F1.ics ",
                ]
                for href in hrefs {
                    expect(DAVPath(href: href, in: DAVPath(["dav", "ada@x", "a b"]))).to(
                        equal(wanted),
                        description: href
                    )
                }
                expect(wanted.text).to(equal("/dav/ada%40x/a%20b/%C3%BC%2F1.ics"))
                expect(DAVPath([]).collectionText).to(equal("/"))
            }

            it("is none where it leads elsewhere") {
                for href in ["/a/../b", "/a/%2E%2e/b", "./b", "/a%0Ab"] { expect(DAVPath(href: href)).to(beNil()) }
            }

            it("is kept as text") {
                let path = DAVPath(["a b", "ü/%2F"])
                let data = try JSONEncoder().encode([path])
                expect(try JSONDecoder().decode([DAVPath].self, from: data)).to(equal([path]))
            }
        }

        describe("a version") {
            it("is one, weak or strong, with and without quotation marks") {
                for text in [#""a1""#, #"W/"a1""#, "a1", "\n\"a1\" "] { expect(ETag(text)?.text).to(equal(#""a1""#)) }
                expect(ETag("")).to(beNil())
                expect(ETag(#""""#)).to(beNil())
                expect(ETag(#"a"b"#)).to(beNil())
            }
        }
    }
}
