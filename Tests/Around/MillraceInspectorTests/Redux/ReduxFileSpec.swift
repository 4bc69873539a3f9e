import Foundation
import MillraceSpecs

@testable import MillraceInspector

/// The file for Redux DevTools, in the shape that its reducer takes.
final class ReduxFileSpec: Spec {
    private func file(_ lines: SealedLines, last: Int = 500) throws -> NSDictionary {
        let session = try InspectedSession(lines.data, keepingLast: last)
        var data = Data()
        try ReduxFile(session).write { data += $0 }
        return try JSONSerialization.jsonObject(with: data) as? NSDictionary ?? [:]
    }

    private func text(_ json: String) throws -> String {
        let value = try InspectedValue(JSONTree(Array(json.utf8)))
        return value.map(ReduxText.of) ?? "none"
    }

    func testSpec() {
        describe("the file for Redux DevTools") {
            var lines = SealedLines()
            beforeEach {
                lines = SealedLines(
                    #"{"inspection":2,"began":"2026-01-01T10:00:00Z","states":[["count",0],["name","Ada"]]}"#
                )
                lines.add(#"{"names":["Add","A.swift:3","count"]}"#)
                for number in 1...5 {
                    lines.add(
                        #"{"a":[1000,0,1],"c":{"t":"Add","f":[["by",1]]},"#
                            + #""p":[2,[["=",[],\#(number - 1),\#(number)]]]}"#
                    )
                }
            }

            it("has all that the reducer takes, and is not computed anew") {
                let file = try self.file(lines)
                expect(Set((file as? [String: Any] ?? [:]).keys)) == [
                    "monitorState", "nextActionId", "actionsById", "stagedActionIds", "skippedActionIds",
                    "committedState",
                    "currentStateIndex", "computedStates", "isLocked", "isPaused", "noRecompute",
                ]
                expect(file["noRecompute"] as? Bool) == true
                expect(file["stagedActionIds"] as? [Int]) == [0, 1, 2, 3, 4, 5]
                expect(file["nextActionId"] as? Int) == 6
                expect(file["currentStateIndex"] as? Int) == 5
            }

            it("has an action and a state for each turn") {
                let file = try self.file(lines)
                let states = file["computedStates"] as? [[String: NSDictionary]] ?? []
                expect(states.map { $0["state"]?["count"] as? Int }) == [0, 1, 2, 3, 4, 5]
                let actions = file["actionsById"] as? NSDictionary
                let action = actions?["2"] as? NSDictionary
                expect(action?["type"] as? String) == "PERFORM_ACTION"
                expect(action?["timestamp"] as? Int) == 1_767_261_600_002
                expect(action?["action"] as? NSDictionary)
                    == ["type": "Add", "payload": ["by": 1], "meta": ["origin": "A.swift:3"]] as NSDictionary
            }

            it("leaves out steps of the outside, and counts their time") {
                lines.add(#"{"step":"300 ms pass","t":300000}"#)
                lines.add(#"{"a":[1000,0,1],"p":[2,[["=",[],5,6]]]}"#)
                let file = try self.file(lines)
                expect(file["stagedActionIds"] as? [Int]) == [0, 1, 2, 3, 4, 5, 6]
                let action = (file["actionsById"] as? NSDictionary)?["6"] as? NSDictionary
                expect(action?["timestamp"] as? Int) == 1_767_261_600_306
            }

            it("has the last turns, and begins with the states before them") {
                let file = try self.file(lines, last: 2)
                expect(file["stagedActionIds"] as? [Int]) == [0, 1, 2]
                expect(file["committedState"] as? NSDictionary) == ["count": 3, "name": "Ada"] as NSDictionary
                let states = file["computedStates"] as? [[String: NSDictionary]] ?? []
                expect(states.map { $0["state"]?["count"] as? Int }) == [3, 4, 5]
            }

            it("writes values as plain JSON") {
                let cases: [(String, String)] = [
                    ("null", "null"), ("true", "true"), ("-1.5", "-1.5"),
                    (#"{"n":"9007199254740993"}"#, "\"9007199254740993\""),
                    (#"{"r":true}"#, "\"redacted\""), (#"{"x":"file:///a","t":"URL"}"#, "\"file:///a\""),
                    (#"{"t":"A","f":[["b",1],["c",[1,2]]]}"#, #"{"b":1,"c":[1,2]}"#), (#"{"c":"idle"}"#, "\"idle\""),
                    (#"{"c":"loaded","a":[["",5]]}"#, #"{"loaded":5}"#),
                    (#"{"c":"pair","a":[["",5],["x",6]]}"#, #"{"pair":{"0":5,"x":6}}"#),
                    (#"{"l":[["7",{"t":"R","f":[["id",7]]}]]}"#, #"[{"id":7}]"#),
                    (#"{"d":[["b",1],["a",2]]}"#, #"{"a":2,"b":1}"#),
                    (#"{"s":[1,2]}"#, "[1,2]"), (#"{"o":{"o":3}}"#, "3"),
                    (#""</script>\u2028\u0000\"""#, #""\u003c/script>\u2028\u0000\"""#),
                    // What would mean something else to the one who reads it is renamed.
                    (
                        #"{"d":[["$jsan","d5"],["_$jsan",1],["__proto__",2]]}"#,
                        #"{"_$jsan":"d5","_$jsan_":1,"___proto__":2}"#
                    ),
                ]
                for (json, wanted) in cases { expect(try self.text(json)).to(equal(wanted), description: json) }
                expect(try self.text(#"{"z":1}"#)) == "none"
            }
        }

        describe("a recording that is read for it") {
            it("is refused where a line has an unknown form") {
                let bad = [
                    #"{"a":[1,0]}"#, #"{"a":[1,7,-1]}"#, #"{"a":["1",0,-1]}"#, #"{"a":[1,0,-1],"p":[1]}"#,
                    #"{"a":[1,0,-1],"p":[9,[]]}"#, #"{"a":[1,0,-1],"p":[1,5]}"#,
                    #"{"a":[1,0,-1],"p":[1,[["?",[],1,2]]]}"#,
                ]
                for line in bad {
                    let lines = SealedLines(SealedLines.header, #"{"names":["A","list"]}"#, line)
                    expect { try InspectedSession(lines.data, keepingLast: 5) }.to(throwError(), description: line)
                }
            }

            it("is read up to what is damaged, and says where that is") {
                var lines = SealedLines(SealedLines.header)
                lines.add(#"{"names":["A"]}"#)
                lines.add(#"{"a":[1,0,-1]}"#)
                let cut = try InspectedSession(lines.data.dropLast(3), keepingLast: 5)
                expect(cut.turns.count) == 0
                expect(cut.trouble).to(beginWith("line 3 is damaged or cut"))
                var damaged = lines.data
                damaged[damaged.count - 4] ^= 1
                expect(try InspectedSession(damaged, keepingLast: 5).trouble).to(beginWith("line 3 "))
                expect(try InspectedSession(lines.data, keepingLast: 5).trouble).to(beNil())
                expect { try InspectedSession(Data(), keepingLast: 5) }.to(throwError())
                expect { try InspectedSession(SealedLines(#"{"inspection":3}"#).data, keepingLast: 5) }.to(throwError())
            }
        }
    }
}
