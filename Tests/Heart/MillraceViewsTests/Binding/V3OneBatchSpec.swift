import MillraceData
import MillraceSignals
import MillraceSpecs
import MillraceViews
import TestSupport

private final class Recorder: ListRenderer {
    private(set) var models: [ListModel<ListRow>] = []
    private(set) var changes: [SectionChanges] = []

    func render(_ model: ListModel<ListRow>, changes: SectionChanges) {
        models.append(model)
        self.changes.append(changes)
    }
}

final class V3OneBatchSpec: Spec {
    func testSpec() {
        describe("V3 a renderer that is bound to an observable table") {
            var titles: Variable<[String]>!
            var isNumbered: Variable<Bool>!
            var recorder: Recorder!
            let subscriptions = SubscriptionBag()

            func table(_ titles: [String], _ isNumbered: Bool) -> ListModel<ListRow> {
                let rows = titles.enumerated().map { index, title in
                    ListRow(title, isNumbered ? "\(index + 1). \(title)" : title)
                }
                return ListModel(sections: [ListSection("all", rows: rows)])
            }

            afterEach { subscriptions.cancelAll() }

            beforeEach {
                titles = Variable(["sand", "lime"])
                isNumbered = Variable(false)
                recorder = Recorder()
                combine(titles, isNumbered).map(table).bind(to: recorder).store(in: subscriptions)
            }

            it("is shown the present table at once") {
                expect(recorder.models).to(equal([table(["sand", "lime"], false)]))
            }

            it("gets one batch a turn, whatever changed in it") {
                batch {
                    titles.value = ["lime", "sand", "water"]
                    isNumbered.value = true
                }
                expect(recorder.models).to(haveCount(2))
                expect(recorder.models.last).to(equal(table(["lime", "sand", "water"], true)))
            }

            it("is told what changed, and nothing else") {
                let before = table(["sand", "lime"], false)
                titles.value = ["sand", "gravel", "lime"]
                let after = table(["sand", "gravel", "lime"], false)
                expect(recorder.changes.last).to(equal(after.changes(from: before)))
            }

            it("gets nothing where the table is unchanged") {
                titles.value = ["sand", "lime"]
                isNumbered.value = false
                expect(recorder.models).to(haveCount(1))
            }

            it("gets nothing more when the subscription is gone, and is released with it") {
                weak let former = recorder
                subscriptions.cancelAll()
                titles.value = []
                expect(recorder.models).to(haveCount(1))
                recorder = nil
                expect(former).to(beNil())
            }
        }
    }
}
