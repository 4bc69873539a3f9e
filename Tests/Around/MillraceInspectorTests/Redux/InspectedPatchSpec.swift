import MillraceSpecs

@testable import MillraceInspector

final class InspectedPatchSpec: Spec {
    private func value(_ json: String) throws -> InspectedValue? { InspectedValue(try JSONTree(Array(json.utf8))) }

    private func applied(_ operation: String, to state: String) throws -> InspectedValue? {
        guard var value = try value(state), let operation = InspectedOperation(try JSONTree(Array(operation.utf8)))
        else { return nil }
        try value.apply(operation)
        return value
    }

    func testSpec() {
        describe("an operation") {
            let rows =
                ##"{"t":"S","f":[["rows",{"l":[["1",10],["2",20]]}],["set",{"s":[1,2]}],["map",{"d":[["a",1]]}],["list",[1,2]],["phase",{"c":"on","a":[["",1]]}]]}"##

            it("changes a state at its place") {
                let cases: [(operation: String, old: String, new: String)] = [
                    (##"["=",["rows",["#","2"]],20,21]"##, ##"["2",20]"##, ##"["2",21]"##),
                    (##"["+",["rows",["#","3"]],30,1]"##, ##"["1",10],"##, ##"["1",10],["3",30],"##),
                    (##"["-",["rows",["#","1"]],10,0]"##, ##"["1",10],"##, ""),
                    (##"["+",["set",["e"]],3]"##, "[1,2]}]", "[1,2,3]}]"),
                    (##"["-",["set",["e"]],1]"##, ##"{"s":[1,2]}"##, ##"{"s":[2]}"##),
                    (##"["+",["map",["k","b"]],2]"##, ##"["a",1]"##, ##"["a",1],["b",2]"##),
                    (##"["-",["map",["k","a"]],1]"##, ##"["a",1]"##, ""),
                    (##"["+",["list",0],0,0]"##, ##""list",[1,2]"##, ##""list",[0,1,2]"##),
                    (##"["-",["list",1],2,1]"##, ##""list",[1,2]"##, ##""list",[1]"##),
                    (##"["=",["list",1],2,5]"##, ##""list",[1,2]"##, ##""list",[1,5]"##),
                    (##"["=",["phase",".0"],1,7]"##, ##"[["",1]]"##, ##"[["",7]]"##),
                ]
                for (operation, old, new) in cases {
                    let wanted = try self.value(rows.replacing(old, with: new, maxReplacements: 1))
                    expect(try self.applied(operation, to: rows)).to(equal(wanted), description: operation)
                }
                expect(try self.applied(##"["=",[],1,2]"##, to: "1")) == .plain(.number("2"))
            }

            it("is refused where it does not fit") {
                for operation in [
                    ##"["=",["none"],1,2]"##, ##"["=",["rows",["#","9"]],1,2]"##, ##"["+",["rows",["#","1"]],1,0]"##,
                    ##"["+",["rows",["#","9"]],1,7]"##,
                    ##"["-",["rows",["#","1"]],10,1]"##, ##"["-",["set",["e"]],9]"##, ##"["+",["map",["k","a"]],1]"##,
                    ##"["-",["list",0],1,9]"##,
                    ##"["+",[],1,0]"##, ##"["=",["rows",0],1,2]"##, ##"["=",["phase",".9"],1,2]"##,
                ] {
                    expect { try self.applied(operation, to: rows) }.to(throwError(), description: operation)
                }
                for operation in [
                    "[]", ##"["?",[],1,2]"##, ##"["=",[],1]"##, ##"["=",[["?"]],1,2]"##, ##"["+",[],{"z":1},0]"##,
                ] {
                    expect(InspectedOperation(try JSONTree(Array(operation.utf8)))).to(beNil())
                }
            }
        }
    }
}
