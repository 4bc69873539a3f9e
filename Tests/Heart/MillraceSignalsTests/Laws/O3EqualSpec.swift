import MillraceSignals
import MillraceSpecs

final class O3EqualSpec: Spec {
    func testSpec() {
        describe("O3 setting a variable") {
            it("notifies, also when the new value equals the old") {
                let variable = Variable(1)
                let seen = Recording(of: variable)
                variable.value = 1
                expect(seen.values).to(equal([1, 1]))
            }

            it("refreshes a state of reference types by assigning it to itself") {
                final class Document { var title = "old" }
                let variable = Variable(Document())
                let title = variable.map(\.title)
                let seen = Recording(of: title)
                let document = variable.value
                document.title = "new"
                variable.value = document
                expect(seen.values).to(equal(["old", "new"]))
            }

            it("goes through map and combine, which pass everything on") {
                let variable = Variable(1)
                let seen = [Recording(of: variable.map { _ in 0 }), Recording(of: combine([variable]).map { _ in 0 })]
                variable.value = 1
                variable.value = 2
                expect(seen.map(\.values)).to(equal([[0, 0, 0], [0, 0, 0]]))
            }

            it("is stopped by select and by removeDuplicates where the outcome is equal") {
                let variable = Variable(1)
                let seen = [
                    Recording(of: variable.select { $0 / 10 }), Recording(of: variable.select(\.self)),
                    Recording(of: variable.removeDuplicates()),
                    Recording(of: variable.removeDuplicates { $0 % 2 == $1 % 2 }),
                ]
                for value in [1, 3, 10, 10, 12] { variable.value = value }
                expect(seen.map(\.values)).to(equal([[0, 1], [1, 3, 10, 12], [1, 3, 10, 12], [1, 10]]))
            }

            it("is stopped by removeDuplicates of what combine gives") {
                let (number, text) = (Variable(1), Variable("a"))
                let seen = Recording(of: combine(number, text).removeDuplicates().map { "\($0)\($1)" })
                number.value = 1
                text.value = "a"
                batch {
                    number.value = 2
                    text.value = "b"
                }
                text.value = "b"
                expect(seen.values).to(equal(["1a", "2b"]))
            }

            it("notifies by an update in place too, also of nothing, also where it throws") {
                struct Refused: Error {}
                let variable = Variable([1])
                let seen = Recording(of: variable)
                variable.update { $0.append(2) }
                variable.update { _ in }
                expect {
                    try variable.update { value throws(Refused) in
                        value.append(3)
                        throw Refused()
                    }
                }.to(throwError(Refused.self))
                expect(seen.values).to(equal([[1], [1, 2], [1, 2], [1, 2, 3]]))
            }

            it("returns from an update what its closure does, and copies nothing") {
                let variable = Variable(Array(0..<1000))
                let before = variable.value.withUnsafeBufferPointer { $0.baseAddress }
                let after = variable.update { values in
                    values[0] = 7
                    return values.withUnsafeBufferPointer { $0.baseAddress }
                }
                expect(after == before).to(beTrue())
                expect(variable.value[0]).to(equal(7))
            }
        }
    }
}
