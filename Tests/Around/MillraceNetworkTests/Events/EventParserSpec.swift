import Foundation
import MillraceSpecs

@testable import MillraceNetwork

final class EventParserSpec: Spec {
    func testSpec() {
        func events(_ text: String) -> [ServerSentEvent] {
            var parser = EventParser()
            return parser.add(Data(text.utf8))
        }

        describe("an event stream") {
            it("is read as the examples of the HTML standard are") {
                expect(events("data: YHOO\ndata: +2\ndata: 10\n\n")) == [ServerSentEvent("YHOO\n+2\n10")]
                expect(
                    events(
                        ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n"
                    )
                ) == [
                    ServerSentEvent("first event", id: "1"), ServerSentEvent("second event"),
                    ServerSentEvent(" third event"),
                ]
                expect(events("data\n\ndata\ndata\n\ndata:")) == [ServerSentEvent(""), ServerSentEvent("\n")]
                expect(events("data:test\n\ndata: test\n\n")) == [ServerSentEvent("test"), ServerSentEvent("test")]
                expect(events("event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\n")) == [
                    ServerSentEvent("73857293", name: "add"), ServerSentEvent("2153", name: "remove"),
                ]
            }

            it("has lines that end in three ways, and one mark at its beginning") {
                let all = [ServerSentEvent("a\nb", name: "n", id: "7")]
                for end in ["\n", "\r", "\r\n"] {
                    let lines = ["\u{FEFF}event: n", "id: 7", "data: a", "data: b", "", ""]
                    expect(events(lines.joined(separator: end))) == all
                }
                expect(events("\u{FEFF}\u{FEFF}data: a\n\n")) == []
                expect(events("data: \u{FEFF}a\n\n")) == [ServerSentEvent("\u{FEFF}a")]
            }

            it("has an event only where there is data, and forgets the name of one without") {
                expect(events("event: a\n\ndata: b\n\n")) == [ServerSentEvent("b")]
                expect(events("data: never ended\n")) == []
            }

            it("takes an id from the end of its event on, also without data, and none with a zero") {
                var parser = EventParser(after: "1")
                expect(parser.add(Data("id: 2\ndata: a\n".utf8))) == []
                expect(parser.lastID) == "1"
                expect(parser.add(Data("\nid: 3\n\n".utf8))) == [ServerSentEvent("a", id: "2")]
                expect(parser.lastID) == "3"
                expect(parser.add(Data("id: 4\u{0}\ndata: b\n\n".utf8))) == [ServerSentEvent("b", id: "3")]
                expect(parser.add(Data("id\ndata: c\n\n".utf8))) == [ServerSentEvent("c")]
                expect(parser.lastID) == ""
            }

            it("takes a time to wait from digits alone") {
                var parser = EventParser()
                for text in ["-5", "5s", "", " ", "1.5", "٣", "99999999999999999999999"] {
                    _ = parser.add(Data("retry: \(text)\n".utf8))
                    expect(parser.retry).to(beNil())
                }
                _ = parser.add(Data("retry: 1500\n".utf8))
                expect(parser.retry) == 1500
            }

            it("knows no other fields, and none with other letters") {
                expect(events("Data: a\n data: b\nfoo: c\ndata : d\n:data: e\n\n")) == []
            }

            it("holds what has not ended, for the limit") {
                var parser = EventParser()
                _ = parser.add(Data("data: 12345\ndata: 123".utf8))
                expect(parser.size) == 6 + 9
            }

            it("gives the same events however it is cut") {
                let seed = Seed.current
                var random = SeededGenerator(seed)
                let words = [
                    "data: ", "data", "event:", "id: ", "retry: 3", ":", " ", "\n", "\n", "\r", "\r\n", "\n\n", "x",
                    "é",
                    "\ndata: a\n", "\nid: 1\n", "\nevent: b\r\n", "\rretry: 4\r", "\u{FEFF}", "\u{0}", "👩‍🚀", "�",
                ]
                for round in 0..<300 {
                    var bytes = Data()
                    for _ in 0..<Int.random(in: 0...60, using: &random) {
                        bytes += Data(words.randomElement(using: &random)!.utf8)
                        if Int.random(in: 0..<40, using: &random) == 0 {
                            bytes.append(UInt8.random(in: 0...255, using: &random))
                        }
                    }
                    var whole = EventParser()
                    let all = whole.add(bytes)
                    var (cut, found, rest) = (EventParser(), [ServerSentEvent](), bytes)
                    while !rest.isEmpty {
                        let count = Int.random(in: 1...min(7, rest.count), using: &random)
                        found += cut.add(Data(rest.prefix(count)))
                        rest = Data(rest.dropFirst(count))
                    }
                    let description = "seed \(seed), \(round): \(Array(bytes))"
                    expect(found).to(equal(all), description: description)
                    expect(cut.lastID).to(equal(whole.lastID), description: description)
                    expect(cut.retry ?? -1).to(equal(whole.retry ?? -1), description: description)
                    // What was read is written and read again.
                    var again = EventParser()
                    let written = all.map { event in
                        let data = event.data.split(separator: "\n", omittingEmptySubsequences: false)
                        return "event: \(event.name)\nid: \(event.id)\n" + data.map { "data: \($0)\n" }.joined() + "\n"
                    }
                    expect(again.add(Data(written.joined().utf8))).to(equal(all), description: description)
                }
            }
        }
    }
}
