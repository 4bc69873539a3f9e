@testable import MillraceData

extension Tree {
    /// What is wrong with the tree, if anything: its order, its counts, or how full its nodes are.
    func problem() -> String? {
        guard let root else { return count == 0 ? nil : "count \(count) without a root" }
        if root.count != count { return "count \(count), but \(root.count) entries" }
        if !root.isLeaf, root.children.count < 2 { return "a root with one child" }
        return problem(in: root, isRoot: true, from: nil, to: nil)
    }

    private func problem(in node: Node, isRoot: Bool, from low: Key?, to high: Key?) -> String? {
        if node.occupancy > sizes.most(height: node.height) { return "a node that holds too much" }
        if !isRoot, node.occupancy < sizes.least(height: node.height) { return "a node that holds too little" }
        if node.isLeaf {
            let keys = node.entries.map(\.key)
            if zip(keys, keys.dropFirst()).contains(where: { $0 >= $1 }) { return "keys out of order: \(keys)" }
            if let low, let first = keys.first, first < low { return "\(first) below its bound \(low)" }
            if let high, let last = keys.last, last >= high { return "\(last) not below \(high)" }
            return nil
        }
        if node.bounds.count != node.children.count { return "children without bounds" }
        for (index, (child, bound)) in zip(node.children, node.bounds).enumerated() {
            if child.height != node.height - 1 { return "leaves of different depth" }
            if child.count != bound.count { return "count \(bound.count), but \(child.count) entries" }
            let next = index + 1 < node.children.count ? node.bounds[index + 1].key : high
            if let problem = problem(in: child, isRoot: false, from: bound.key, to: next) { return problem }
        }
        return nil
    }
}

extension Table {
    /// What is wrong with the table, if anything.
    func problem() -> String? {
        if let problem = elements.tree.problem() ?? index.problem() { return problem }
        if elements.tree.isFlat { return index.count == 0 ? nil : "an index of one leaf" }
        if index.count != count { return "\(index.count) in the index of \(count)" }
        for entry in elements.tree where !index.contains(HashedLabel(entry.value.id.hashValue, entry.key)) {
            return "\(entry.value.id) is not in the index"
        }
        return nil
    }
}
