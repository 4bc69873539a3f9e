import MillraceCache
import MillraceSignals
import MillraceSpecs

private struct Refusal: Error {}

/// Values that are fetched, on virtual time: each fetch takes a second.
final class FetchingSpec: Spec {
    func testSpec() {
        var scheduler = TestScheduler()
        var notes = Notes()
        var cache = Cache<String, String>()

        beforeEach {
            scheduler = TestScheduler()
            notes = Notes()
            cache = Cache(ageLimit: .seconds(100), clock: scheduler)
        }

        /// Asks for a key. Notes the fetch, if it is this one's, and the answer.
        @discardableResult
        func ask(_ name: String, for key: String = "k", refusing: Bool = false) -> ScheduledWork {
            let (scheduler, notes, cache) = (scheduler, notes, cache)
            return scheduler.start {
                do {
                    let value = try await cache.value(for: key) {
                        notes.add("fetch for \(name)")
                        do {
                            try await scheduler.sleep(for: .seconds(1))
                        } catch {
                            notes.add("cancelled for \(name)")
                            throw error
                        }
                        if refusing { throw Refusal() }
                        return "value of \(name)"
                    }
                    notes.add("\(name): \(value)")
                } catch {
                    notes.add("\(name): \(type(of: error))")
                }
            }
        }

        describe("a fetch") {
            it("is made once for all who ask meanwhile, and not again") {
                ask("a")
                ask("b")
                scheduler.advance(by: .milliseconds(500))
                ask("c")
                scheduler.run()
                expect(notes.take().sorted()) == ["a: value of a", "b: value of a", "c: value of a", "fetch for a"]
                ask("d")
                scheduler.run()
                expect(notes.all) == ["d: value of a"]
                expect(cache["k"]) == "value of a"
            }

            it("is made for each key") {
                ask("a", for: "1")
                ask("b", for: "2")
                scheduler.run()
                expect(notes.all.sorted()) == ["a: value of a", "b: value of b", "fetch for a", "fetch for b"]
                expect(scheduler.now) == .seconds(1)
            }

            it("is made again when the value has expired") {
                ask("a")
                scheduler.run()
                scheduler.advance(by: .seconds(100))
                ask("b")
                scheduler.run()
                expect(notes.all) == ["fetch for a", "a: value of a", "fetch for b", "b: value of b"]
            }

            it("tells its error to all who wait, and does not keep it") {
                ask("a", refusing: true)
                ask("b")
                scheduler.run()
                expect(notes.take().sorted()) == ["a: Refusal", "b: Refusal", "fetch for a"]
                expect(cache["k"]).to(beNil())
                ask("c")
                scheduler.run()
                expect(notes.all) == ["fetch for c", "c: value of c"]
            }

            it("goes on when one who waits is cancelled, who hears of it at once") {
                let first = ask("a")
                ask("b")
                scheduler.advance(by: .milliseconds(500))
                first.cancel()
                scheduler.advance()
                expect(notes.take()) == ["fetch for a", "a: CancellationError"]
                scheduler.run()
                expect(notes.all) == ["b: value of a"]
                expect(cache["k"]) == "value of a"
            }

            it("is cancelled with the last one, and made anew for the next") {
                let works = [ask("a"), ask("b")]
                scheduler.advance(by: .milliseconds(500))
                works[1].cancel()
                scheduler.advance()
                expect(notes.take()) == ["fetch for a", "b: CancellationError"]
                works[0].cancel()
                ask("c")
                scheduler.run()
                expect(notes.all.sorted()) == [
                    "a: CancellationError", "c: value of c", "cancelled for a", "fetch for c",
                ]
                expect(cache["k"]) == "value of c"
            }

            it("of one that is cancelled before it begins is not made") {
                ask("a").cancel()
                scheduler.run()
                expect(notes.all.filter { $0.hasPrefix("fetch") }).to(beEmpty())
            }
        }

        describe("a value that a fetch brings too late") {
            it("answers those who wait, and is not kept: it was inserted meanwhile") {
                ask("a")
                scheduler.advance(by: .milliseconds(500))
                cache.insert("inserted", for: "k")
                ask("b")
                scheduler.run()
                expect(notes.all) == ["fetch for a", "b: inserted", "a: value of a"]
                expect(cache["k"]) == "inserted"
            }

            it("answers those who wait, and is not kept: it was removed meanwhile") {
                for remove in [{ cache.remove("k") }, { cache.removeAll() }] {
                    notes = Notes()
                    ask("a")
                    scheduler.advance(by: .milliseconds(500))
                    remove()
                    ask("b")
                    scheduler.run()
                    expect(notes.all) == ["fetch for a", "fetch for b", "a: value of a", "b: value of b"]
                    expect(cache["k"]) == "value of b"
                    cache.removeAll()
                }
            }
        }

        describe("a look-up without a fetch") {
            it("finds what is in memory, or what a fetch in progress brings") {
                let (notes, cache) = (notes, cache)
                scheduler.start { notes.add("nothing: \(await cache.value(for: "k") ?? "nil")") }
                ask("a")
                scheduler.advance(by: .milliseconds(500))
                scheduler.start { notes.add("waits: \(await cache.value(for: "k") ?? "nil")") }
                scheduler.run()
                scheduler.start { notes.add("finds: \(await cache.value(for: "k") ?? "nil")") }
                scheduler.run()
                expect(notes.all.sorted()) == [
                    "a: value of a", "fetch for a", "finds: value of a", "nothing: nil", "waits: value of a",
                ]
            }
        }

        describe("a cache that is let go") {
            it("ends when its fetches do") {
                weak let known = cache
                ask("a")
                scheduler.advance(by: .milliseconds(500))
                cache = Cache()
                expect(known).toNot(beNil())
                scheduler.run()
                expect(known).to(beNil())
            }
        }

        describe("where it runs") {
            it("is never the main actor") {
                let (notes, cache) = (notes, Cache<Int, Int>())
                await MainActor.run { _ = 0 }
                let value = try await Task { @MainActor in
                    try await cache.value(for: 1) {
                        notes.add(isOnMainThread() ? "main" : "elsewhere")
                        return 5
                    }
                }.value
                expect(value) == 5
                expect(notes.all) == ["elsewhere"]
            }
        }
    }
}
