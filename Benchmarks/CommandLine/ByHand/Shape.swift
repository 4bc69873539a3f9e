/// A rectangular graph: rows of nodes, each of which adds up some of the row before. Some of them are dynamic: they read
/// what they add up according to the first number of it.
///
/// The shapes, and what a dynamic node does, are those by which libraries of signals are compared in other languages
/// (js-reactivity-benchmark), so that the figures can be held beside theirs.
struct Shape {
    let width: Int

    /// The number of rows, that of the sources included.
    let rows: Int

    /// How many nodes of the row before a node reads.
    let inputs: Int

    /// How many nodes of a hundred are dynamic.
    let dynamic: UInt64

    /// How many nodes of the last row are observed.
    let observed: Int

    /// Which nodes are dynamic, row by row from the second on.
    var areDynamic: [[Bool]] {
        var random = Random(state: 7)
        return (1..<rows).map { _ in (0..<width).map { _ in random.next() % 100 < dynamic } }
    }

    /// Makes the rows, and returns the part of the last one that is observed.
    func nodes<Node>(above sources: [Node], _ make: (_ inputs: [Node], _ isDynamic: Bool) -> Node) -> [Node] {
        let last = areDynamic.reduce(sources) { row, areDynamic in
            areDynamic.enumerated().map { index, isDynamic in
                make((0..<inputs).map { row[(index + $0) % width] }, isDynamic)
            }
        }
        return Array(last.prefix(observed))
    }
}

/// Adds up numbers that are read one by one.
@inline(__always)
func total(of count: Int, _ read: (Int) -> Int) -> Int {
    var sum = 0
    for index in 0..<count { sum &+= read(index) }
    return sum
}

/// Adds up numbers that are read one by one; where the first is odd one of the others is left out, which it chooses.
@inline(__always)
func dynamicTotal(of count: Int, _ read: (Int) -> Int) -> Int {
    var sum = read(0)
    let leftOut = leftOut(of: count, first: sum)
    for index in 1..<count where index != leftOut { sum &+= read(index) }
    return sum
}

/// The one that is left out; zero for none.
@inline(__always)
func leftOut(of count: Int, first: Int) -> Int {
    first & 1 == 0 ? 0 : 1 + Int(UInt(bitPattern: first) % UInt(count - 1))
}

/// The same graph by hand: numbers in one block, and marks from one row to the next.
final class ShapeByHand {
    private let shape: Shape
    private let values: UnsafeMutablePointer<Int>
    private let isMarked: UnsafeMutablePointer<Bool>

    /// What each node leaves out; -1 for one that is not dynamic.
    private let leavesOut: UnsafeMutablePointer<Int>
    private let sink: (Int) -> Void

    init(_ shape: Shape, sink: @escaping (Int) -> Void) {
        (self.shape, self.sink) = (shape, sink)
        let count = shape.width * shape.rows
        values = .allocate(capacity: count)
        values.initialize(repeating: 0, count: count)
        isMarked = .allocate(capacity: count)
        isMarked.initialize(repeating: false, count: count)
        leavesOut = .allocate(capacity: count)
        leavesOut.initialize(repeating: -1, count: count)
        for (row, areDynamic) in shape.areDynamic.enumerated() {
            for (index, isDynamic) in areDynamic.enumerated() where isDynamic {
                leavesOut[(row + 1) * shape.width + index] = 0
            }
        }
        for source in 0..<shape.width { set(source, to: source + 1) }
    }

    deinit {
        values.deallocate()
        isMarked.deallocate()
        leavesOut.deallocate()
    }

    func set(_ source: Int, to value: Int) {
        if values[source] == value { return }
        values[source] = value
        markReaders(of: source, above: 0)
        for row in 1..<shape.rows {
            let start = row * shape.width
            for index in 0..<shape.width where isMarked[start + index] {
                isMarked[start + index] = false
                compute(index, in: row)
            }
        }
    }

    @inline(__always)
    private func compute(_ index: Int, in row: Int) {
        let (node, below) = (row * shape.width + index, (row - 1) * shape.width)
        let read = { (input: Int) -> Int in
            let place = index + input
            return self.values[below + (place < self.shape.width ? place : place - self.shape.width)]
        }
        let value: Int
        if leavesOut[node] < 0 {
            value = total(of: shape.inputs, read)
        } else {
            value = dynamicTotal(of: shape.inputs, read)
            leavesOut[node] = leftOut(of: shape.inputs, first: read(0))
        }
        if values[node] == value { return }
        values[node] = value
        if row + 1 < shape.rows { markReaders(of: index, above: row) } else if index < shape.observed { sink(value) }
    }

    @inline(__always)
    private func markReaders(of index: Int, above row: Int) {
        let start = (row + 1) * shape.width
        for input in 0..<shape.inputs {
            let place = index - input
            let reader = start + (place < 0 ? place + shape.width : place)
            if leavesOut[reader] != input || input == 0 { isMarked[reader] = true }
        }
    }
}
