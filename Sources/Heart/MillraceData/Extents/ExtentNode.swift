/// A node of ``Extents``: a leaf of extents, or branches with the number and the sum of the extents below each.
///
/// It is a value, and its arrays are shared by copies: a change copies the shared nodes on its path.
struct ExtentNode: Sendable {
    struct Branch: Sendable {
        var count: Int
        var sum: Int
        var node: ExtentNode

        init(_ node: ExtentNode) {
            self.node = node
            (count, sum) = node.measure()
        }
    }

    static var mostExtents: Int { 64 }
    static var mostBranches: Int { 16 }

    private(set) var extents: [Int] = []
    private(set) var branches: [Branch] = []

    init(extents: [Int] = []) { self.extents = extents }

    init(branches: [Branch]) { self.branches = branches }

    /// Builds a tree whose nodes are filled to three quarters. O(n).
    static func tree(of extents: [Int]) -> ExtentNode {
        tree(above: parts(extents, mostExtents).map { ExtentNode(extents: Array($0)) })
    }

    /// Builds the nodes above some that have the same height. O(n).
    static func tree(above nodes: [ExtentNode]) -> ExtentNode {
        var level = nodes
        while level.count > 1 {
            level = parts(level, mostBranches).map { ExtentNode(branches: $0.map(Branch.init)) }
        }
        return level[0]
    }

    /// Parts of the same size, each of which fills three quarters of a node; at least one.
    private static func parts<Part>(_ all: [Part], _ most: Int) -> [ArraySlice<Part>] {
        let size = most * 3 / 4
        let number = Swift.max(1, (all.count + size - 1) / size)
        return (0..<number).map { all[($0 * all.count / number)..<(($0 + 1) * all.count / number)] }
    }

    private var isLeaf: Bool { branches.isEmpty }
    private var occupancy: Int { isLeaf ? extents.count : branches.count }
    private var most: Int { isLeaf ? Self.mostExtents : Self.mostBranches }

    /// The only node below this one, if there is one.
    var onlyChild: ExtentNode? { branches.count == 1 ? branches[0].node : nil }

    /// The number and the sum of the extents. O(1) for the size of a node.
    func measure() -> (count: Int, sum: Int) {
        if isLeaf { return (extents.count, extents.reduce(0, +)) }
        return branches.reduce((0, 0)) { ($0.0 + $1.count, $0.1 + $1.sum) }
    }

    // MARK: Reading

    /// The sum of the extents before a position.
    func offset(of position: Int) -> Int {
        var (rest, sum) = (position, 0)
        if isLeaf {
            for index in 0..<rest { sum += extents[index] }
            return sum
        }
        for index in branches.indices {
            if rest < branches[index].count { return sum + branches[index].node.offset(of: rest) }
            rest -= branches[index].count
            sum += branches[index].sum
        }
        return sum
    }

    /// The position whose extent holds an offset that is less than the sum.
    func position(at offset: Int) -> Int {
        var (rest, position) = (offset, 0)
        if isLeaf {
            while position < extents.count - 1, rest >= extents[position] {
                rest -= extents[position]
                position += 1
            }
            return position
        }
        var index = 0
        while index < branches.count - 1, rest >= branches[index].sum {
            rest -= branches[index].sum
            position += branches[index].count
            index += 1
        }
        return position + branches[index].node.position(at: rest)
    }

    // MARK: Changing

    /// Makes a position's extent another one, and returns by how much it is greater.
    mutating func set(_ extent: Int, at position: Int) -> Int {
        if isLeaf {
            let growth = extent - extents[position]
            extents[position] = extent
            return growth
        }
        let (index, rest) = branch(of: position)
        let growth = branches[index].node.set(extent, at: rest)
        branches[index].sum += growth
        return growth
    }

    /// Inserts extents. Returns the nodes that are to stand behind this one, if there was no room for all.
    mutating func insert(_ new: ArraySlice<Int>, at position: Int) -> [ExtentNode] {
        if isLeaf {
            extents.insert(contentsOf: new, at: position)
        } else {
            let (index, rest) = branch(of: position)
            let others = branches[index].node.insert(new, at: rest)
            if others.isEmpty {
                branches[index].count += new.count
                branches[index].sum += new.reduce(0, +)
            } else {
                branches[index] = Branch(branches[index].node)
                branches.insert(contentsOf: others.map(Branch.init), at: index + 1)
            }
        }
        return occupancy > most ? split() : []
    }

    /// Removes the extent at a position, and returns it.
    mutating func remove(at position: Int) -> Int {
        if isLeaf { return extents.remove(at: position) }
        let (index, rest) = branch(of: position)
        let extent = branches[index].node.remove(at: rest)
        branches[index].count -= 1
        branches[index].sum -= extent
        let node = branches[index].node
        if node.occupancy < node.most / 3, branches.count > 1 { join(Swift.max(0, index - 1)) }
        return extent
    }

    /// The branch that a position is in, or where something is inserted there, and the position in it.
    private func branch(of position: Int) -> (index: Int, rest: Int) {
        var (index, rest) = (0, position)
        while index < branches.count - 1, rest >= branches[index].count {
            rest -= branches[index].count
            index += 1
        }
        return (index, rest)
    }

    /// Keeps a part of the node's entries, and returns nodes with the others.
    private mutating func split() -> [ExtentNode] {
        if isLeaf {
            let parts = Self.parts(extents, most)
            extents = Array(parts[0])
            return parts.dropFirst().map { ExtentNode(extents: Array($0)) }
        }
        let parts = Self.parts(branches, most)
        branches = Array(parts[0])
        return parts.dropFirst().map { ExtentNode(branches: Array($0)) }
    }

    /// Makes one node of two neighbours, or two that hold as much as each other.
    private mutating func join(_ index: Int) {
        var both = branches[index].node
        let right = branches.remove(at: index + 1).node
        both.extents += right.extents
        both.branches += right.branches
        let others = both.occupancy > both.most ? both.split() : []
        branches[index] = Branch(both)
        branches.insert(contentsOf: others.map(Branch.init), at: index + 1)
    }
}
