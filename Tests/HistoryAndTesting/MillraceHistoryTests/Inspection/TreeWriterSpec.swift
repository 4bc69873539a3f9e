import Foundation
import MillraceData
import MillraceSecrets
import MillraceSpecs

@testable import MillraceHistory

/// How values are written.
final class TreeWriterSpec: Spec {
    private struct Point { var x = 1, y = 2 }
    private struct Row: Identifiable { var id: String, title = "" }
    private struct Key: Hashable { var raw: Int }
    private enum Color: Hashable { case red, other(name: String, Int) }
    private class Base { var a = 1 }
    private final class Derived: Base {
        var b = 2
        var other: Derived?
    }
    private indirect enum Chain { case end, link(Chain) }

    func testSpec() {
        func tree(_ value: Any) -> String {
            String(decoding: TreeWriter(InspectionRules()).tree(of: value), as: UTF8.self)
        }

        describe("the tree of a value") {
            it("is a number, a text or a truth, as JSON has them") {
                expect(tree(1)) == "1"
                expect(tree(-1.5)) == "-1.5"
                expect(tree(Float(0.1))) == "0.1"
                expect(tree(true)) == "true"
                expect(tree("a\"\\\n\u{0}é\u{2028}")) == #""a\"\\\u000a\u0000é"# + "\u{2028}\""
                expect(tree("abc".dropFirst())) == #""bc""#
                expect(tree(Character("é"))) == #""é""#
            }

            it("says by a text what a number of JSON cannot") {
                expect(tree(9_007_199_254_740_993)) == #"{"n":"9007199254740993"}"#
                expect(tree(9_007_199_254_740_992)) == "9007199254740992"
                expect(tree(UInt64.max)) == #"{"n":"18446744073709551615"}"#
                expect(tree(Double.nan)) == #"{"n":"nan"}"#
                expect(tree(-Double.infinity)) == #"{"n":"-inf"}"#
            }

            it("tells optionals of optionals apart") {
                expect(tree(Int?.none as Any)) == "null"
                expect(tree(Int?.some(1) as Any)) == "1"
                expect(tree(Int??.none as Any)) == "null"
                expect(tree(Int??.some(nil) as Any)) == #"{"o":null}"#
                expect(tree([Int]???.some(.some([1])) as Any)) == #"{"o":{"o":[1]}}"#
            }

            it("has the fields of structs, objects and tuples, those of a superclass first") {
                expect(tree(Point())) == #"{"t":"Point","f":[["x",1],["y",2]]}"#
                expect(tree((1, name: "a"))) == #"{"t":"","f":[["0",1],["name","a"]]}"#
                let object = Derived()
                object.other = object
                expect(tree(object)) == """
                    {"t":"Derived","f":[["a",1],["b",2],["other",{"x":"Derived, as above","t":"Derived"}]]}
                    """
                object.other = nil
            }

            it("has the case of an enum and its payload") {
                expect(tree(Color.red)) == #"{"c":"red"}"#
                expect(tree(Color.other(name: "a", 2))) == #"{"c":"other","a":[["name","a"],["",2]]}"#
                expect(tree(Result<Int, Never>.success(1))) == #"{"c":"success","a":[["",1]]}"#
            }

            it("names rows by their identities, where those are distinct") {
                expect(tree([Row(id: "a"), Row(id: "b")])).to(contain(#"{"l":[["a",{"t":"Row""#))
                expect(tree([Row(id: "a"), Row(id: "a")])).to(beginWith(#"[{"t":"Row""#))
                expect(tree(Table([Row(id: "a")]))).to(beginWith(#"{"l":[["a","#))
                expect(tree([1, 2])) == "[1,2]"
            }

            it("has entries and elements of sets in an order of their own") {
                expect(tree(["b": 1, "a": 2])) == #"{"d":[["a",2],["b",1]]}"#
                expect(tree([Key(raw: 2): 1])) == #"{"d":[["2",1]]}"#
                expect(tree([Color.red: 1])) == #"{"d":[["red",1]]}"#
                expect(tree([1: 1, "1": 2] as [AnyHashable: Int])).to(contain(#"["1","#, #"["1 (2)","#))
                expect(tree(Set([3, 1, 2]))) == #"{"s":[1,2,3]}"#
            }

            it("is a text for what is of the system") {
                expect(tree(Date(timeIntervalSince1970: 0))) == #"{"x":"1970-01-01T00:00:00.000Z","t":"Date"}"#
                expect(tree(URL(string: "http://a.example") as Any)) == #"{"x":"http://a.example","t":"URL"}"#
                expect(tree(0..<3)) == #"{"x":"0..<3","t":"Range<Int>"}"#
                expect(tree(Data([1, 2]))) == #"{"x":"2 bytes","t":"Data"}"#
                expect(tree({ () in })).to(contain(#""x":"() -> ()""#))
                expect(tree(CharacterSet.letters)) == #"{"x":"CharacterSet","t":"CharacterSet"}"#
                expect(tree(ContiguousArray([1]))) == "[1]"
            }

            it("ends at a depth, so that no value is too deep") {
                var chain = Chain.end
                for _ in 0..<100_000 { chain = .link(chain) }
                let text = tree(chain)
                expect(text.components(separatedBy: "link").count) == 65
                expect(text).to(contain(#"{"x":"…","t":"Chain"}"#))
                // Taken apart in a loop: releasing a long chain at once would need as many frames.
                while case .link(let next) = chain { chain = next }
            }
        }
    }
}
