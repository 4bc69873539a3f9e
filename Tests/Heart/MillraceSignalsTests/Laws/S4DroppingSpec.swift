import MillraceSignals
import MillraceSpecs
import TestSupport

final class S4DroppingSpec: Spec {
    /// Something a user holds, and can let go of.
    private final class Handle {
        var object: AnyObject?

        init(_ object: AnyObject) { self.object = object }
    }

    /// A graph as its user sees it: handles, and something to do with what is left of it.
    private struct Shape: Sendable {
        let name: String
        let build: @Sendable (Scene) -> [Handle]
    }

    private static func use(_ handles: [Handle]) {
        for handle in handles {
            switch handle.object {
            case let emitter as Emitter<Int>: emitter.send(.random(in: 0..<9))
            case let variable as Variable<Int>: variable.value += 1
            case let observable as Observable<Int>: _ = observable.value
            default: break
            }
        }
    }

    private static let shapes: [Shape] = [
        Shape(name: "a chain of signals") { scene in
            let emitter = Emitter<Int>()
            let middle = emitter.map(scene.watching { $0 + 1 }).scan(scene.instance()) { state, _ in state }
            let last = middle.map(scene.watching { $0.number })
            return [Handle(emitter), Handle(middle), Handle(last), Handle(last.observe(scene.watching { _ in }))]
        },
        Shape(name: "a merge of two emitters, one of them limited") { scene in
            let (first, second) = (Emitter<Int>(), Emitter<Int>())
            let merged = merge(first.prefix(3).map(scene.watching { $0 }), second, first)
            let subscriptions = [merged.observe(scene.watching { _ in }), merged.observe(scene.watching { _ in })]
            return [Handle(first), Handle(second), Handle(merged)] + subscriptions.map(Handle.init)
        },
        Shape(name: "a diamond") { scene in
            let variable = Variable(1)
            let (left, right) = (variable.map(scene.watching { $0 + 1 }), variable.select(scene.watching { $0 / 2 }))
            let bottom = combine(left, right).map(scene.watching { $0 + $1 })
            return [
                Handle(variable), Handle(left), Handle(bottom), Handle(bottom.observe(scene.watching { _ in })),
                Handle(left.observe(scene.watching { _ in })),
            ]
        },
        Shape(name: "a switch between two variables") { scene in
            let (first, second, source) = (Variable(1), Variable(2), Variable(0))
            let result = source.flatMapLatest(
                scene.watching { source in (source.isMultiple(of: 2) ? first : second).map(scene.watching { $0 }) }
            )
            return [
                Handle(first), Handle(second), Handle(source), Handle(result),
                Handle(result.observe(scene.watching { _ in })),
            ]
        },
        Shape(name: "what reads one of two by a third, and is read") { scene in
            let (first, second, source) = (Variable(1), Variable(2), Variable(0))
            let mapped = second.map(scene.watching { $0 })
            let result: Observable<Int> = Observable(
                scene.watching { read in read(source).isMultiple(of: 2) ? read(first) : read(mapped) }
            )
            let below: Observable<Int> = .select(scene.watching { read in read(result) + read(source) })
            return [
                Handle(first), Handle(second), Handle(source), Handle(result),
                Handle(below.observe(scene.watching { _ in })),
            ]
        },
        Shape(name: "a held signal and the changes of what derives from it") { scene in
            let emitter = Emitter<Int>()
            let held = emitter.map(scene.watching { $0 }).hold(0)
            let derived = held.map(scene.watching { $0 * 2 })
            let again = derived.changes.map(scene.watching { $0 }).hold(0)
            return [
                Handle(emitter), Handle(held), Handle(derived), Handle(again),
                Handle(again.observe(scene.watching { _ in })),
            ]
        },
        Shape(name: "observers of owners") { scene in
            let (emitter, variable) = (Emitter<Int>(), Variable(0))
            let (first, second) = (scene.instance(), scene.instance())
            let watch = scene.watching { (_: Int) in }
            emitter.map(scene.watching { $0 }).observe(for: first) { _, value in watch(value) }
            variable.map(scene.watching { $0 }).observe(for: second) { _, value in watch(value) }
            return [Handle(emitter), Handle(variable), Handle(first), Handle(second)]
        },
    ]

    func testSpec() {
        describe("S4 dropping a graph leaves nothing alive") {
            for shape in Self.shapes {
                /// Builds the graph and drops its handles, in every order.
                func dropping(_ drop: (_ handles: [Handle], _ order: [Int]) -> Void) {
                    var count = 0
                    expect { scene in count = shape.build(scene).count }.to(leakNothing(), description: "all at once")
                    for order in permutations(of: count) {
                        expect { scene in drop(shape.build(scene), order) }
                            .to(leakNothing(), description: "in the order \(order)")
                    }
                }

                it("\(shape.name): in every order, unused in between") {
                    dropping { handles, order in
                        for index in order { handles[index].object = nil }
                    }
                }

                it("\(shape.name): in every order, used before and in between") {
                    dropping { handles, order in
                        for index in order {
                            Self.use(handles)
                            handles[index].object = nil
                        }
                    }
                }

                it("\(shape.name): from within a batch, which has set what there is to set") {
                    dropping { handles, order in
                        batch {
                            for index in order {
                                Self.use(handles)
                                handles[index].object = nil
                            }
                        }
                    }
                }
            }
        }
    }
}
