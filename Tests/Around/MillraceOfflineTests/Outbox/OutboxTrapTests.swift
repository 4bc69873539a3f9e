#if os(macOS) || os(Linux)
import MillraceOffline
import TestSupport
import Testing

/// An edit that is to become one of another subject says what happened and how to mend it.
struct OutboxTrapTests {
    @Test func an_edit_that_is_folded_into_one_of_another_subject() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var outbox = Outbox<NoteEdit>(device: "phone")
            outbox.add(.write(1, "a"))
            outbox.add(.write(1, "b")) { _, _ in .write(2, "ab") }
        }
        expect(
            result,
            says:
                "Outbox.add(_:version:folding:): an edit of 1 was given to become one of 2. To fix: return an edit of the same subject"
        )
    }
}
#endif
