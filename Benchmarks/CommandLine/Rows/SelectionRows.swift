import Millrace

/// Many observers of one state, of whom each wants a part of it.
enum SelectionRows {
    static var all: [Benchmark] { [fields, elements, array] }

    /// By hand: closures that each read a field where it lies, compare it with the last one, and add.
    static var fields: Benchmark {
        let aims: [Aim] = [.ratio(2.2, at: 100), .growth(1.5, at: 1_000)]
        return Benchmark("observers of a field, one in ten changes", sizes: [10, 100, 1_000], aims: aims) { size in
            let sum = Sum()
            let place = Place(Panel())
            let change: (inout Panel, Turn) -> Void = opaque { $0.page = $1.page }
            let listeners = Sinks((0..<size / 10).flatMap { _ in watchers(of: place, sum) })
            let reducer = opaque(ReducerStore())
            reducer.listeners = (0..<size / 10).flatMap { _ in writtenWatchers(sum) }
            let dispatcher = Dispatcher()
            let store = makePanel(on: dispatcher)
            let subscriptions = (0..<size / 10).flatMap { _ in observers(of: store.state, sum) }
            return Scene(
                events: size,
                raw: {
                    for page in 0..<$0 {
                        change(&place.value, Turn(page: page))
                        listeners.call(page)
                    }
                },
                written: { for page in 0..<$0 { reducer.dispatch(Turn(page: page)) } },
                ours: { for page in 0..<$0 { dispatcher.dispatch(Turn(page: page)) } },
                deliveries: { deliveries(of: store.state.select { $0.page }) { dispatcher.dispatch(Turn(page: -1)) } },
                kept: [store, subscriptions]
            )
        }
    }

    private static func observers(of panel: Observable<Panel>, _ sum: Sum) -> [Subscription] {
        [
            panel.select { $0.title }.observe { sum.add($0.count) },
            panel.select { $0.query }.observe { sum.add($0.count) },
            panel.select { $0.status }.observe { sum.add($0.count) },
            panel.select { $0.page }.observe { sum.add($0) },
            panel.select { $0.pages }.observe { sum.add($0) },
            panel.select { $0.selection }.observe { sum.add($0 ?? 0) },
            panel.select { $0.zoom }.observe { sum.add(Int($0)) },
            panel.select { $0.isActive }.observe { sum.add($0 ? 1 : 0) },
            panel.select { $0.authors }.observe { sum.add($0.count) },
            panel.select { $0.visible }.observe { sum.add($0.count) },
        ]
    }

    /// Each has an element of its own, and one element changes. By hand: a closure that compares its element with the
    /// last one.
    static var elements: Benchmark {
        let aims: [Aim] = [.growth(1.5, at: 1_000), .oneDelivery(at: 10_000)]
        return Benchmark("observers with a select of their own", sizes: [10, 1_000, 10_000], aims: aims) { size in
            let sum = Sum()
            let middle = size / 2
            let place = Place(Array(0..<size))
            let lasts = (0..<size).map { Place($0) }
            let listeners = Sinks(
                lasts.enumerated().map { index, last in
                    Sink { _ in if last.takes(place.value[index]) { sum.add(last.value) } }
                }
            )
            let variable = Variable(Array(0..<size))
            let subscriptions = (0..<size).map { index in variable.select { $0[index] }.observe { sum.add($0) } }
            return Scene(
                events: size,
                raw: {
                    for _ in 0..<$0 {
                        place.value[middle] &+= 1
                        listeners.call(0)
                    }
                },
                ours: { for _ in 0..<$0 { variable.update { $0[middle] &+= 1 } } },
                deliveries: {
                    deliveries(of: variable.select { $0[middle] }) { variable.update { $0[middle] &+= 1 } }
                },
                kept: [subscriptions]
            )
        }
    }

    /// An observer of an array in a state, of which an element changes: who compares it with the last one holds that,
    /// so the change copies it whole. By hand: a closure that is told that it has changed, and compares nothing.
    static var array: Benchmark {
        Benchmark("an array selected from a state", sizes: [1_000, 10_000, 100_000]) { size in
            struct Plan {
                var title = "Level 2"
                var marks: [Int]
            }
            let sum = Sum()
            let place = Place(Array(0..<size))
            let sink: ([Int]) -> Void = opaque { sum.add($0[0]) }
            let last = Place(Array(0..<size))
            let told = opaque(Told(Array(0..<size)))
            told.listeners = [{ if last.takes($0) { sum.add(last.value[0]) } }]
            let dispatcher = Dispatcher()
            let store = Store(Plan(marks: Array(0..<size)), on: dispatcher) {
                $0.on(Turn.self) { $0.marks[$1.page % size] &+= 1 }
            }
            let subscription = store.state.select { $0.marks }.observe { sum.add($0[0]) }
            return Scene(
                raw: {
                    for page in 0..<$0 {
                        place.value[page % size] &+= 1
                        sink(place.value)
                    }
                },
                written: { for page in 0..<$0 { told.value[page % size] &+= 1 } },
                ours: { for page in 0..<$0 { dispatcher.dispatch(Turn(page: page)) } },
                deliveries: { deliveries(of: store.state.select { $0.marks }) { dispatcher.dispatch(Turn(page: 1)) } },
                kept: [store, subscription]
            )
        }
    }
}
