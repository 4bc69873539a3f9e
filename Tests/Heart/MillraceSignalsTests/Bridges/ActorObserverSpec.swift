import MillraceSignals
import MillraceSpecs

final class ActorObserverSpec: Spec {
    private actor Feed {
        private let updates = Emitter<Int>()
        private let title = Variable("a")
        private(set) var seen: [String] = []

        func start() {
            updates.observe(for: self) { feed, update in feed.show("\(update)") }
            title.observe(for: self) { feed, title in feed.show(title) }
        }

        private func show(_ text: String) { seen.append(text) }

        func play() {
            updates.send(1)
            title.value = "b"
            updates.send(2)
        }

        var source: AsyncStream<Int> { updates.values }
    }

    func testSpec() {
        describe("an actor that observes for itself") {
            it("is called in its isolation, with the present value and with every change") {
                let feed = Feed()
                await feed.start()
                await feed.play()
                await expect { await feed.seen }.to(equal(["a", "1", "b", "2"]))
            }

            it("is not kept by what it observes") {
                var feed: Feed? = Feed()
                await feed?.start()
                let source = await feed?.source
                weak let observed = feed
                feed = nil
                expect(observed).to(beNil())
                // What belonged to it went with it.
                var iterator = source?.makeAsyncIterator()
                await expect { await iterator?.next() }.to(beNil())
            }
        }
    }
}
