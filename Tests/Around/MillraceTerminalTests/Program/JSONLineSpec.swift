import Foundation
import MillraceSpecs
import MillraceTerminal

final class JSONLineSpec: Spec {
    func testSpec() {
        describe("a JSON object on one line") {
            it("has its keys in alphabetical order, also within a member") {
                let rooms: [JSONLine] = [["title": "Tea", "id": "!tea/1"], [:]]
                let line: JSONLine = ["rooms": rooms, "name": "Zoë \"Z\"", "b": true, "a": 17.0, "n": [1, 2]]
                expect(line.description).to(
                    equal(
                        #"{"a":17,"b":true,"n":[1,2],"name":"Zoë \"Z\"","rooms":[{"id":"!tea/1","title":"Tea"},{}]}"#
                    )
                )
            }

            it("leaves out what is nil, and numbers that JSON does not have") {
                let (name, rain, time): (String?, Double?, Date?) = (nil, nil, nil)
                let line: JSONLine = [
                    "name": name, "rain": rain, "time": time, "x": nil, "y": Double.infinity, "z": 0.1,
                ]
                expect(line.description).to(equal(#"{"z":0.1}"#))
            }

            it("can be given further members, and lose them") {
                var line: JSONLine = ["a": 1, "b": 2]
                line["c"] = 3
                line["a"] = nil
                expect(line["b"] as? Int).to(equal(2))
                expect(line.description).to(equal(#"{"b":2,"c":3}"#))
            }

            it("writes dates as in ISO 8601") {
                let line: JSONLine = ["time": Date(timeIntervalSince1970: 0)]
                expect(line.description).to(equal(#"{"time":"1970-01-01T00:00:00Z"}"#))
            }

            it("holds no line break of any kind") {
                let line: JSONLine = ["text": "a\nb\r\nc\u{85}d\u{2028}e\u{2029}\u{301}f"]
                expect(line.description).to(
                    equal(#"{"text":"a\nb\r\nc\u0085d\u2028e\u2029"# + "\u{301}f\"}")
                )
            }
        }
    }
}
