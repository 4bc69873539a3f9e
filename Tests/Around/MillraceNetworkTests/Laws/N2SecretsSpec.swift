import Foundation
import MillraceSignals
import MillraceSpecs

@testable import MillraceNetwork

/// Secrets that a server repeats, however it writes them.
final class N2SecretsSpec: Spec {
    func testSpec() {
        let secret = #"pä%41 s&w/"ö\r+d<1>"#
        let redaction = Redaction([Secret(secret)])

        /// The secret with each character escaped, by its code units.
        func escaped(_ escape: (UInt16) -> String) -> String { secret.utf16.map(escape).joined() }
        func hex(_ number: some BinaryInteger, _ digits: Int, uppercase: Bool = false) -> String {
            let text = String(number, radix: 16, uppercase: uppercase)
            return String(repeating: "0", count: digits - text.count) + text
        }
        func percent(_ text: String, uppercase: Bool = true, except kept: String = "") -> String {
            text.utf8.map { byte in
                kept.utf8.contains(byte)
                    ? String(Unicode.Scalar(byte)) : "%" + hex(byte, 2, uppercase: uppercase)
            }
            .joined()
        }
        func json(_ text: String, escapesSlashes: Bool = true) -> String {
            let encoder = JSONEncoder()
            if !escapesSlashes { encoder.outputFormatting = .withoutEscapingSlashes }
            let quoted = (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            return String(quoted.dropFirst().dropLast())
        }
        let html = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"]
        let spellings = [
            "as it is": secret,
            "JSON": json(secret), "JSON with plain slashes": json(secret, escapesSlashes: false),
            "JSON in ASCII": escaped { $0 < 128 ? json("\(Unicode.Scalar($0)!)") : "\\u" + hex($0, 4) },
            "JSON that escapes all": escaped { "\\u" + hex($0, 4, uppercase: true) },
            "JSON for HTML": json(secret).replacing("&", with: "\\u0026").replacing("<", with: "\\u003c"),
            "percent": percent(secret), "percent in small letters": percent(secret, uppercase: false),
            "a form": percent(secret, except: " psrwd1").replacing(" ", with: "+"),
            "percent in JSON": json(percent(secret)), "JSON in JSON": json(json(secret)),
            "JSON in a query": percent(json(secret)), "percent twice": percent(percent(secret)),
            "HTML": secret.map { html["\($0)"] ?? "\($0)" }.joined(),
            "HTML in numbers": secret.unicodeScalars.map { "&#\($0.value);" }.joined(),
            "HTML in hexadecimal numbers": secret.unicodeScalars.map { "&#x\(hex($0.value, 2));" }.joined(),
            "decomposed": secret.decomposedStringWithCanonicalMapping,
            "decomposed, percent": percent(secret.decomposedStringWithCanonicalMapping),
            "decomposed, JSON": json(secret.decomposedStringWithCanonicalMapping),
        ]

        describe("N2: a secret that a server repeats") {
            for (name, spelling) in spellings.sorted(by: { $0.key < $1.key }) {
                it("is found as \(name)") {
                    expect(redaction("a \(spelling)b")) == "a •••b"
                    expect(redaction("[\(spelling)\(spelling)]")) == "[••••••]"
                }

                it("is not found in part as \(name), where a part of the text is shown") {
                    let bytes = Array("12 \(spelling) 34".utf8)
                    for place in 4..<bytes.count - 3 {
                        let start = redaction.text(bytes, within: 0..<place)
                        expect(start).to(equal("12 •••"), description: "\(place)")
                        let end = redaction.text(bytes, within: place..<bytes.count)
                        expect(end).to(equal("••• 34"), description: "\(place)")
                    }
                }
            }

            it("of characters outside of the first plane is found too") {
                let redaction = Redaction([Secret("a😀b")])
                expect(redaction(#"x a\ud83d\uDE00b y"#)) == "x ••• y"
                expect(redaction("x a%F0%9f%98%80b y")) == "x ••• y"
                expect(redaction("x a&#128512;b y")) == "x ••• y"
            }

            it("leaves what is not one as it is, with all its escapes") {
                let texts = [
                    #"{"a":"p\u00e4%4","b":"%zz \ud800 \u12 &amp; &nope; &#9999999; + \\"}"#, "", "p", "ä", "100%",
                    "\\",
                    "&", "pä%41 s&w", "%", "\\u", "&#", "&#x",
                ]
                for text in texts { expect(redaction(text)) == text }
            }

            it("is sought in a text of nothing but beginnings of escapes in no long time") {
                for text in ["%", "\\", "&", "+", "%25", "\\u", "&#", "&a"] {
                    let text = String(repeating: text, count: 3_000)
                    expect(redaction(text)) == text
                }
            }

            it("is the longer one of two") {
                let redaction = Redaction([Secret("ab"), Secret("abcd"), Secret("cdef")])
                expect(redaction("abcdef ab%63d ab%63")) == "•••ef ••• •••%63"
            }

            it("leaves no part of itself, in random texts with random escapes") {
                var random = SeededGenerator(Seed.current)
                let parts = ["%", "\\", "&", "+", "u00", "41", "#", ";", "x", "ü", "\"", "/", " ", "a", "Z", "😀"]
                for _ in 0..<300 {
                    let secret = "S3c" + (0..<6).map { _ in parts.randomElement(using: &random) ?? "" }.joined() + "r3t"
                    let redaction = Redaction([Secret(secret)])
                    var text = secret
                    for _ in 0..<Int.random(in: 0...2, using: &random) {
                        text = Bool.random(using: &random) ? json(text) : percent(text, except: "S3cr3t")
                    }
                    let found = redaction("{\(text)}")
                    expect(found).to(equal("{•••}"), description: "\(secret) as \(text), seed \(Seed.current)")
                }
            }
        }

        describe("N2: a secret in a body of JSON") {
            struct SignIn: Request {
                typealias Answer = [String: Int]
                var path: String { "/login" }
                var method: HTTPMethod { .post }
                var body: RequestBody? {
                    get throws {
                        try .json(["user": "Ada", "password": "hunter&zö"], secrets: [Secret("hunter&zö")])
                    }
                }
            }
            /// What an echo of the body leaves in the error and in the log.
            func traces(_ status: Int, _ headers: [HTTPHeader] = []) -> (text: String, arrivals: Int) {
                let desk = Desk { _, request, _ in Response(status, headers: headers, body: request.body ?? Data()) }
                let error = desk.outcome(of: SignIn())?.failure
                return ("\(error.debugDescription) \(desk.log)", desk.arrivals.count)
            }

            it("is in no error and no log, also where the server repeats the body") {
                for status in [200, 400, 500] {
                    let text = traces(status).text
                    expect(text).to(contain("•••"))
                    expect(text).notTo(contain("hunter"))
                    expect(text).notTo(contain("zö"))
                }
            }

            it("goes to no other host") {
                let location = [HTTPHeader("Location", "https://example.com/")]
                expect(traces(307, location).arrivals) == 1
            }
        }

        describe("N2: a login in an address") {
            /// What is told of a request to an address, and of a redirection to another.
            func traces(_ address: String, redirectedTo location: String) -> String {
                let desk = Desk(address: address) { _, _, number in
                    Response(
                        number == 1 ? 307 : 404,
                        headers: [HTTPHeader("Location", location)],
                        text: "hunter%32 hunter2"
                    )
                }
                let error = desk.outcome(of: GetText())?.failure
                return "\(error.debugDescription) \(desk.log) \(desk.arrivals.map(\.request))"
            }

            it("is in no error and no log, whether it is the client's or comes with a redirection") {
                for text in [
                    traces("https://ada:hunter2@example.org/x", redirectedTo: "/y"),
                    traces("https://hunter2@example.org", redirectedTo: "y"),
                    traces("https://ada:hunter%32@example.org", redirectedTo: "https://ada:hunter2@example.com/"),
                    traces("https://example.org", redirectedTo: "https://ada:hunter2@example.com/z?a@b"),
                ] {
                    expect(text).notTo(contain("hunter"))
                    expect(text).notTo(contain("ada"))
                    expect(text).to(contain("•••@example"))
                }
            }
        }

        describe("N2: the excerpt of an answer that cannot be decoded") {
            it("has no part of a secret, wherever it is cut") {
                struct Count: Request {
                    typealias Answer = [String: [Int]]
                    var path: String { "/" }
                }
                let secret = "0123456789abcdefghij"
                for distance in 0..<120 {
                    let filler = String(repeating: "-", count: distance)
                    for json in [
                        #"{"a":[1],"\#(secret)\#(filler)":["x"]}"#, #"{"a":["x","\#(filler)\#(secret)"]}"#,
                    ] {
                        let desk = Desk {
                            $0.headers = [.secret("X-Key", Secret(secret))]
                        } answer: { _, _, _ in
                            Response(json: json)
                        }
                        let error = desk.outcome(of: Count())?.failure
                        guard case .undecodable(let problem) = error?.reason else { return fail("no problem") }
                        let parts = ["0123", "4567", "89ab", "cdef", "ghij", "01", "ij"]
                        expect(parts.allSatisfy { !problem.description.contains($0) })
                            .to(beTrue(), description: problem.description)
                    }
                }
            }
        }
    }
}
