import Foundation
import MillraceSpecs
import TestSupport

@testable import CalDAV

final class DAVElementSpec: Spec {
    func testSpec() {
        func read(_ text: String) throws -> DAVElement { try DAVElement(reading: Data(text.utf8)) }
        let open = #"<?xml version="1.0" encoding="utf-8"?>"#

        describe("an answer in XML") {
            it("has names by their namespaces, whatever the prefixes") {
                let texts = [
                    #"<d:prop xmlns:d="DAV:"><c:calendar xmlns:c="urn:ietf:params:xml:ns:caldav"/>x</d:prop>"#,
                    #"<prop xmlns="DAV:"><calendar xmlns="urn:ietf:params:xml:ns:caldav"></calendar>x</prop>"#,
                    open + #"<a:prop xmlns:a="DAV:" xmlns:b="urn:ietf:params:xml:ns:caldav"><b:calendar/>x</a:prop>"#,
                ]
                for text in texts {
                    let element = try read(text)
                    expect(element.name).to(equal(.prop))
                    expect(element[.calendar]).toNot(beNil())
                    expect(element.trimmed).to(equal("x"))
                }
            }

            it("has texts with entities, carriage returns and unparsed parts as they are meant") {
                let element = try read(
                    #"<a x="1&quot;">A&amp;B&#13;&#10;<![CDATA[<!DOCTYPE> ]] <b>]]><!-- <!DOCTYPE --></a>"#
                )
                expect(element.text).to(equal("A&B\r\n<!DOCTYPE> ]] <b>"))
                expect(element.attributes).to(equal(["x": "1\""]))
            }

            it("gives back what was escaped") {
                let text = "a <&> \"'\r\n]]> ü"
                expect(try read("<a>\(text.xmlEscaped)</a>").text).to(equal(text))
                expect("\u{0}\u{1B}a".xmlEscaped).to(equal("a"))
            }
        }

        describe("an answer that is not read") {
            it("is one with a document type, an instruction, another encoding, or too deep") {
                let deep = String(repeating: "<a>", count: 100_000)
                let texts: [(String, XMLProblem)] = [
                    (#"<!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>"#, .documentType),
                    (open + #"<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>"#, .documentType),
                    (#"<a><!ENTITY b ""></a>"#, .documentType), ("<a/><?b?>", .instruction),
                    ("<?b?><a/>", .instruction), (#"<a/><?xml version="1.0"?>"#, .instruction),
                    (#"<?xml version="1.0" encoding="utf-16"?><a/>"#, .encoding), ("<a>\u{0}</a>", .encoding),
                    ("{}", .noXML), ("", .noXML), (deep, .tooDeep), ("<a><b></a>", .malformed(76)),
                    ("<a>", .malformed(nil)),
                ]
                for (text, problem) in texts {
                    expect(try read(text)).to(
                        throwError { (error: XMLProblem) in
                            if case .malformed = problem {
                                expect(error).to(matchPattern { if case .malformed = $0 { true } else { false } })
                            } else {
                                expect(error).to(equal(problem))
                            }
                        },
                        description: String(text.prefix(60))
                    )
                }
            }

            it("is one that is damaged anywhere") {
                let answer =
                    open
                    + #"<d:multistatus xmlns:d="DAV:"><d:response><d:href>/a</d:href></d:response></d:multistatus>"#
                runPrograms(100) { random in
                    var bytes = Array(answer.utf8)
                    for _ in 0..<Int.random(in: 1...6, using: &random) {
                        let place = Int.random(in: 0..<bytes.count, using: &random)
                        if Bool.random(using: &random) {
                            bytes[place] = UInt8.random(in: 0...255, using: &random)
                        } else {
                            bytes.insert(contentsOf: Array("<?<!&#x0;".utf8.shuffled(using: &random)), at: place)
                        }
                    }
                    _ = try? Multistatus(reading: Data(bytes), at: DAVPath([]))
                    return nil
                }
            }
        }
    }
}
