import MillraceSignals
import MillraceSpecs
import Observation

/// Observation has a protocol called `Observable` too. In a file that imports both, ours is meant, and theirs can be
/// used through its macro.
@Observable
private final class Settings {
    var isGridShown = false
}

final class ObservationNamesSpec: Spec {
    private let title: Observable<String> = Variable("plan")

    func testSpec() {
        describe("a file that imports Observation and MillraceSignals") {
            it("means ours by Observable, and can use the macro of the same name") {
                let settings = Settings()
                let variable = Variable(false)
                let subscription = (variable as Observable<Bool>).observe { settings.isGridShown = $0 }
                variable.value = true
                subscription.cancel()
                expect(settings.isGridShown).to(beTrue())
                expect(self.title.value).to(equal("plan"))
            }
        }
    }
}
