import MillraceFlux
import MillraceSignals
import MillraceSpecs

/// How deep the parts of Flux may be on a stack of 512 KiB, as threads have beside the main one.
final class F5DepthSpec: Spec {
    indirect enum Path {
        case end
        case step(Int, Path)
    }

    struct Folder {
        var name = ""
        var folders: [Folder] = []
    }

    func testSpec() {
        describe("F5: depth on a small stack") {
            it("of stores that come after each other is free") {
                let count = onSmallStack {
                    let dispatcher = Dispatcher()
                    let stores = (0..<20_000).map { _ in Store(0, on: dispatcher) }
                    let head = Store(0, on: dispatcher)
                    head.on(Add.self, after: [stores[stores.count - 1]]) { _, _ in }
                    for number in stores.indices {
                        stores[number].on(Add.self, after: number == 0 ? [] : [stores[number - 1]]) { state, _ in
                            state = number == 0 ? 1 : stores[number - 1].state.value + 1
                        }
                    }
                    dispatcher.dispatch(Add())
                    return stores[stores.count - 1].state.value
                }
                expect(count) == 20_000
            }

            it("of callbacks that wait for each other is that of 250, since they call each other") {
                let depth = 250
                let calls = onSmallStack {
                    let dispatcher = Dispatcher()
                    var registrations: [Registration] = []
                    var calls = 0
                    for number in 0..<depth {
                        registrations.append(
                            dispatcher.register { _ in
                                if number + 1 < depth { dispatcher.waitFor(registrations[number + 1]) }
                                calls += 1
                            }
                        )
                    }
                    dispatcher.dispatch(Add())
                    return calls
                }
                expect(calls) == depth
            }

            it("of values in values is free for a digest") {
                let depth = 3_000
                let digests = onSmallStack {
                    var (path, other) = (Path.end, Path.end)
                    for number in 0..<depth {
                        path = .step(number, path)
                        other = .step(number == 0 ? -1 : number, other)
                    }
                    return [StateDigest(of: path), StateDigest(of: path), StateDigest(of: other)]
                }
                expect(digests[0]) == digests[1]
                expect(digests[0]) != digests[2]
            }

            it("of arrays in arrays is that of 200 for a digest") {
                let depth = 200
                let digest = onSmallStack {
                    var folder = Folder(name: "leaf")
                    for number in 0..<depth { folder = Folder(name: "\(number)", folders: [folder]) }
                    return StateDigest(of: folder)
                }
                expect(digest.description.count) == 16
            }
        }
    }
}
