#if os(macOS) || os(Linux)
import MillraceApp
import MillraceSignals
import MillraceSpecs
import TestSupport
import Testing

/// The programmer's errors of services and routes: each ends the process with a message that says what happened and how
/// to mend it.
@Suite struct AppTrapTests {
    final class Hen: Service {
        static var needs: [any Service.Type] { [Egg.self] }
    }
    final class Egg: Service {
        static var needs: [any Service.Type] { [Nest.self] }
    }
    final class Nest: Service {
        static var needs: [any Service.Type] { [Hen.self] }
    }
    final class Farm: Service {
        static var needs: [any Service.Type] { [Hen.self] }
    }
    final class Field: Service {}
    final class Thief: Service {
        nonisolated(nonsending) func start(with services: StartedServices) async throws {
            _ = try services.get(Field.self)
        }
    }

    @Test func aCycleIsNamed() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Application(on: TestScheduler(), [Farm(), Hen(), Egg(), Nest()])
        }
        expect(result, says: "need each other in a cycle: Hen needs Egg needs Nest needs Hen. To fix:")
    }

    @Test func aServiceThatIsMissingIsNamed() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Application(on: TestScheduler(), [Farm()])
        }
        expect(result, says: "Farm needs Hen, which is not there. To fix:")
    }

    @Test func twoServicesOfOneTypeAreReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Application(on: TestScheduler(), [Field(), Field()])
        }
        expect(result, says: "there are two services Field. To fix:")
    }

    @Test func aNeedThatWasNotDeclaredIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            let application = Application(on: scheduler, [Field(), Thief()])
            scheduler.start { await application.launch() }
            scheduler.run()
        }
        expect(result, says: "Thief has asked for Field, which it has not declared to need. To fix:")
    }

    @Test func twoTabsWithOneRootAreReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Route(tabs: "a", "b", "a")
        }
        expect(result, says: "two tabs begin with the same screen. To fix:")
    }

    @Test func aBaseWithoutASchemeIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DeepLinks<String>(at: "mill.example") { DeepLink("home") }
        }
        expect(result, says: "\"mill.example\" has no scheme. To fix:")
    }
}
#endif
