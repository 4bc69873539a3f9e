#if os(macOS) || os(Linux)
import MillraceApp
import MillraceFlux
import MillraceSpecs
import TestSupport
import Testing

/// The programmer's errors of drafts: each ends the process with a message that says what happened and how to mend it.
@Suite struct DraftTrapTests {
    struct Twice: Editable {
        var first = "", second = ""
        static let fields: [MillraceApp.Field<Twice>] = [.init("name", \.first), .init("name", \.second)]
    }

    struct Partial: Editable {
        var first = "", second = ""
        static let fields: [MillraceApp.Field<Partial>] = [.init("first", \.first)]
    }

    @Test func twoFieldsOfOneNameAreReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Store(Draft(Twice()), on: Dispatcher()) { $0.edits(\.self) }
        }
        expect(result, says: #"as "name". To fix: give each field a name of its own"#)
    }

    @Test func aPropertyWithoutAFieldIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Draft(Partial()).second
        }
        expect(result, says: "Partial.fields has none for")
    }
}
#endif
