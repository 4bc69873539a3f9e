import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

final class ExtentsSpec: Spec {
    func testSpec() {
        describe("extents") {
            it("tell where a row begins, and which row an offset is in") {
                let extents = Extents([3, 0, 2, 5])
                expect((0...4).map { extents.offset(of: $0) }).to(equal([0, 3, 3, 5, 10]))
                expect((-1...10).map { extents.position(at: $0) })
                    .to(equal([nil, 0, 0, 0, 2, 2, 3, 3, 3, 3, 3, nil]))
                expect(extents.total).to(equal(10))
                expect(Extents().position(at: 0)).to(beNil())
            }

            it("count what is negative as nothing") {
                var extents = Extents([-1, 2])
                extents.insert(-5, at: 1)
                extents[2] = -2
                expect((0..<3).map { extents[$0] }).to(equal([0, 0, 0]))
                expect(extents.total).to(equal(0))
            }

            it("count what is beyond all rows as the greatest extent, so that no sum is too large") {
                var extents = Extents([.max, 1])
                extents.insert(contentsOf: [.max, .max], at: 1)
                extents[3] = .max
                extents.remove(at: 0)
                let greatest = Int(Int32.max)
                expect((0..<3).map { extents[$0] }).to(equal([greatest, greatest, greatest]))
                expect(extents.total).to(equal(3 * greatest))
                expect(extents.position(at: greatest)).to(equal(1))
            }

            it("are those of an array, whatever is inserted, removed and set, and copies stay as they are") {
                runPrograms(4) { random in
                    var list = (0..<Int.random(in: 0...1_500, using: &random)).map { $0 % 7 }
                    var extents = Extents(list)
                    for step in 0..<600 {
                        let (copy, former) = (extents, list)
                        change(&extents, &list, isGrowing: step < 300, &random)
                        if step.isMultiple(of: 100), let problem = problem(of: extents, as: list) { return problem }
                        if step.isMultiple(of: 100), let problem = problem(of: copy, as: former) {
                            return "of the copy: \(problem)"
                        }
                    }
                    while !list.isEmpty {
                        list.removeLast()
                        extents.remove(at: list.count)
                    }
                    return problem(of: extents, as: list)
                }
            }

            it("follow the changes of a live view") {
                var random = SeededGenerator(.current)
                let table = Variable(Table((0..<300).map { Item($0, rank: $0 % 5) }))
                let limit = Variable(4)
                let view = table.live().filter(limit.map { limit in { $0.rank <= limit } })
                var extents = Extents()
                let observation = view.observeChanges { extents.follow($0) { $0.rank } }
                for number in 300..<380 {
                    batch {
                        table.update { table in
                            table[Int.random(in: 0..<table.count, using: &random)].rank += 1
                            table.remove(at: Int.random(in: 0..<table.count, using: &random))
                            table.insert(Item(number, rank: 2), at: Int.random(in: 0..<table.count, using: &random))
                            let id = table[Int.random(in: 0..<table.count, using: &random)].id
                            table.move(id, to: Int.random(in: 0..<table.count, using: &random))
                        }
                        if number.isMultiple(of: 10) { limit.value = Int.random(in: 1...5, using: &random) }
                    }
                    if let problem = problem(of: extents, as: view.value.map(\.rank)) {
                        return fail("seed \(Seed.current), \(number): \(problem)")
                    }
                }
                observation.cancel()
            }
        }
    }
}

private func change(
    _ extents: inout Extents,
    _ list: inout [Int],
    isGrowing: Bool,
    _ random: inout SeededGenerator
) {
    let extent = Int.random(in: 0...9, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where !list.isEmpty:
        let position = list.indices.randomElement(using: &random) ?? 0
        list[position] = extent
        extents[position] = extent
    case 1 where !list.isEmpty, 2 where !isGrowing && !list.isEmpty:
        let position = list.indices.randomElement(using: &random) ?? 0
        list.remove(at: position)
        extents.remove(at: position)
    default:
        let position = Int.random(in: 0...list.count, using: &random)
        guard Int.random(in: 0..<20, using: &random) == 0 else {
            list.insert(extent, at: position)
            return extents.insert(extent, at: position)
        }
        let several = (0..<Int.random(in: 0...200, using: &random)).map { _ in Int.random(in: 0...9, using: &random) }
        list.insert(contentsOf: several, at: position)
        extents.insert(contentsOf: several, at: position)
    }
}

/// How extents differ from a list of them; nil if they do not.
private func problem(of extents: Extents, as list: [Int]) -> String? {
    if extents.count != list.count || extents.total != list.reduce(0, +) {
        return "\(extents.count) with a sum of \(extents.total) instead of \(list.count) with \(list.reduce(0, +))"
    }
    var offset = 0
    for (position, extent) in list.enumerated() {
        if extents.offset(of: position) != offset { return "\(position) begins at \(extents.offset(of: position))" }
        if extents[position] != extent { return "\(position) has \(extents[position]) instead of \(extent)" }
        for inside in offset..<(offset + extent) where extents.position(at: inside) != position {
            return "\(inside) is in \(String(describing: extents.position(at: inside))) instead of \(position)"
        }
        offset += extent
    }
    return extents.offset(of: list.count) == offset ? nil : "the end is at \(extents.offset(of: list.count))"
}
