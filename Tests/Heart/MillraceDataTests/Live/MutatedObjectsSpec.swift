import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Objects that are elements, and change where no view sees it. A view need not be right then, but it is never torn,
/// and those that notice it are built again.
final class MutatedObjectsSpec: Spec {
    func testSpec() {
        describe("a view of objects, one of which was changed in place") {
            @TestState var scene = Objects()

            it("is sorted right when that one is removed") {
                let view = scene.table.live().sorted(by: \.rank)
                keep(view.observeChanges { _ in })
                scene.removeChanged()
                expect(view.value.map(\.id)).to(equal([2, 3, 4, 5]))
            }

            it("is sorted right when that one is replaced by an equal one") {
                let view = scene.table.live().sorted(by: \.rank)
                keep(view.observeChanges { _ in })
                scene.replaceChanged()
                expect(view.value.map(\.id)).to(equal([2, 3, 4, 5, 1]))
            }

            it("is grouped right when that one is removed") {
                let view = scene.table.live().grouped { $0.rank / 2 }
                keep(view.observeChanges { _ in })
                scene.removeChanged()
                expect(view.value.map { $0.rows.map(\.id) }).to(equal([[2, 3], [4, 5]]))
            }

            it("is counted right when that one is removed") {
                let view = scene.table.live().counted { $0.rank / 2 }
                keep(view.observeChanges { _ in })
                scene.removeChanged()
                expect(view.value.map(\.count)).to(equal([2, 2]))
            }

            it("has all others of what satisfies a condition, and a debug build does not complain") {
                let view = scene.table.live().filter { $0.rank < 5 }
                keep(view.observeChanges { _ in })
                scene.removeChanged()
                expect(view.value.map(\.id)).to(equal([2, 3, 4]))
            }

            it("keeps the first ones of all others, and their greatest value") {
                let distinct = scene.table.live().distinct(by: \.rank)
                keep(distinct.observeChanges { _ in })
                let greatest = scene.table.live().max(of: \.rank)
                keep(greatest.observe { _ in })
                scene.removeChanged(rank: 5)
                expect(distinct.value.map(\.id)).to(contain(2, 3, 4, 5))
                expect(greatest.value).to(equal(5))
            }
        }
    }
}

/// Five objects, of which the first is changed in place.
private final class Objects {
    final class Object: Identifiable {
        let id: Int
        var rank: Int

        init(_ id: Int, rank: Int) { (self.id, self.rank) = (id, rank) }
    }

    let table = Variable(Table((1...5).map { Object($0, rank: $0) }))

    private func change(rank: Int) {
        let object = table.value[0]
        object.rank = rank
    }

    func removeChanged(rank: Int = 9) {
        change(rank: rank)
        table.update { $0[id: 1] = nil }
    }

    func replaceChanged() {
        change(rank: 9)
        table.update { $0[id: 1] = Object(1, rank: 9) }
    }
}
