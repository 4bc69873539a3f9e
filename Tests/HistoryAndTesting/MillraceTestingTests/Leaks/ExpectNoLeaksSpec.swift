import Millrace
import MillraceSpecs
import TestSupport

/// The asynchronous form, where the main actor is on the main thread.
final class ExpectNoLeaksSpec: Spec {
    @MainActor func testSpec() async {
        describe("expectNoLeaks, of an asynchronous closure") {
            it("passes where nothing is left") {
                let found = await messages {
                    await expectNoLeaks { scene in
                        await Task.yield()
                        scene.track(Emitter<Int>())
                    }
                }
                expect(found) == []
            }

            it("fails where something made in it is still alive") {
                var kept: Variable<Int>?
                let found = await messages {
                    await expectNoLeaks { _ in
                        await Task.yield()
                        kept = Variable(1)
                    }
                }
                expect(found) == ["expected to leak nothing, but still alive: Variable<Int>"]
                expect(kept?.value) == 1
            }

            it("passes an error on, and watches no longer") {
                let found = await messages {
                    do {
                        try await expectNoLeaks { _ in
                            await Task.yield()
                            throw StopTest("enough")
                        }
                        fail("no error came")
                    } catch {}
                    await expectNoLeaks { _ in await Task.yield() }
                }
                expect(found) == []
            }
        }
    }
}
