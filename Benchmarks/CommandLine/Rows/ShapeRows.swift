import Millrace

/// Whole graphs, in which one source after the other is set: with `combine`, which follows all that a node may read, and
/// tracked, which follows what it has read.
enum ShapeRows {
    static var all: [Benchmark] {
        shapes.flatMap { name, shape in
            [
                row("\(name), combined", shape) { inputs, isDynamic in
                    let values = combine(inputs)
                    return isDynamic
                        ? values.select { values in dynamicTotal(of: values.count) { values[$0] } }
                        : values.select { values in total(of: values.count) { values[$0] } }
                },
                row("\(name), tracked", shape) { inputs, isDynamic in
                    isDynamic
                        ? .select { read in dynamicTotal(of: inputs.count) { read(inputs[$0]) } }
                        : .select { read in total(of: inputs.count) { read(inputs[$0]) } }
                },
            ]
        } + [unstable, twoReads, oneKey]
    }

    private static let shapes: [(String, Shape)] = [
        ("2-10x5, a fifth observed", Shape(width: 10, rows: 5, inputs: 2, dynamic: 0, observed: 2)),
        ("6-10x10, a quarter dynamic", Shape(width: 10, rows: 10, inputs: 6, dynamic: 25, observed: 2)),
        ("6-100x15, half dynamic", Shape(width: 100, rows: 15, inputs: 6, dynamic: 50, observed: 100)),
        ("4-1000x12, a twentieth dynamic", Shape(width: 1_000, rows: 12, inputs: 4, dynamic: 5, observed: 1_000)),
        ("25-1000x5", Shape(width: 1_000, rows: 5, inputs: 25, dynamic: 0, observed: 1_000)),
        ("3-5x500", Shape(width: 5, rows: 500, inputs: 3, dynamic: 0, observed: 5)),
    ]

    private static func row(
        _ name: String,
        _ shape: Shape,
        _ make: @escaping (_ inputs: [Observable<Int>], _ isDynamic: Bool) -> Observable<Int>
    ) -> Benchmark {
        Benchmark(name) { _ in
            let sum = Sum()
            let byHand = ShapeByHand(shape, sink: opaque { sum.add($0) })
            let sources = (0..<shape.width).map { Variable($0) }
            let ends = shape.nodes(above: sources, make)
            let subscriptions = ends.map { $0.observe { sum.add($0) } }
            let counts = (byHand: Place(0), ours: Place(0))
            return Scene(
                raw: {
                    for _ in 0..<$0 {
                        counts.byHand.value &+= 1
                        let source = counts.byHand.value % shape.width
                        byHand.set(source, to: counts.byHand.value &+ source)
                    }
                },
                ours: {
                    for _ in 0..<$0 {
                        counts.ours.value &+= 1
                        let source = counts.ours.value % shape.width
                        sources[source].value = counts.ours.value &+ source
                    }
                },
                kept: [subscriptions]
            )
        }
    }

    /// What is read changes with each turn. By hand: the one of two closures is called that is wanted, twenty times.
    static var unstable: Benchmark {
        Benchmark("another input at each turn, read twenty times", aims: [.allocations(0), .oneDelivery()]) { _ in
            let sum = Sum()
            let sink: (Int) -> Void = opaque { sum.add($0) }
            let double: (Int) -> Int = opaque { $0 &* 2 }
            let inverse: (Int) -> Int = opaque { 0 &- $0 }
            let head = Variable(0)
            let (doubled, inverted) = (head.map { $0 &* 2 }, head.map { 0 &- $0 })
            let current = Observable<Int> { read in
                total(of: 20) { _ in read(head) & 1 == 1 ? read(doubled) : read(inverted) }
            }
            let subscription = current.observe { sum.add($0) }
            return Scene(
                raw: {
                    for value in 0..<$0 {
                        let part = value & 1 == 1 ? double(value) : inverse(value)
                        sink(total(of: 20) { _ in part })
                    }
                },
                ours: { for value in 0..<$0 { head.value = value } },
                deliveries: { deliveries(of: current) { head.value = 1 } },
                kept: [subscription]
            )
        }
    }

    /// The raw lane is ours, too: the same expression with `combine`.
    static var twoReads: Benchmark {
        let aims: [Aim] = [.ratio(1.3), .allocations(0), .oneDelivery()]
        return Benchmark("two reads, tracked; raw is a combine with a transform", aims: aims) { _ in
            let sum = Sum()
            let (first, second) = (Variable(0), Variable(7))
            let (third, fourth) = (Variable(0), Variable(7))
            let combined = combine(first, second) { $0 &* $1 }
            let tracked = Observable<Int> { read in read(third) &* read(fourth) }
            let subscriptions = [combined.observe { sum.add($0) }, tracked.observe { sum.add($0) }]
            return Scene(
                raw: { for value in 0..<$0 { first.value = value } },
                ours: { for value in 0..<$0 { third.value = value } },
                deliveries: { deliveries(of: tracked) { third.value = 1 } },
                kept: [second, fourth, subscriptions]
            )
        }
    }

    /// One observable reads so many keys, of which one changes. By hand: all are added up again.
    static var oneKey: Benchmark {
        Benchmark("one of so many that are read changes", sizes: [10, 1_000, 10_000]) { size in
            let sum = Sum()
            let sink: (Int) -> Void = opaque { sum.add($0) }
            let place = Place(Array(0..<size))
            let variables = (0..<size).map { Variable($0) }
            let all = Observable<Int> { read in total(of: size) { read(variables[$0]) } }
            let subscription = all.observe { sum.add($0) }
            return Scene(
                events: size,
                raw: {
                    for value in 0..<$0 {
                        place.value[size / 2] = value
                        sink(total(of: size) { place.value[$0] })
                    }
                },
                ours: { for value in 0..<$0 { variables[size / 2].value = value } },
                deliveries: { deliveries(of: all) { variables[size / 2].value = -1 } },
                kept: [subscription]
            )
        }
    }
}
