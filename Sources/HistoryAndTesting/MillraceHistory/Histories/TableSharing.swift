import MillraceData

extension Rows: VersionSharing {
    package func bytesNotShared(with other: Any?, behind: (_ value: Any, _ counterpart: Any?) -> Int) -> Int {
        tree.bytesNotShared(with: (other as? Rows)?.tree ?? Tree(sizes: tree.sizes)) { behind($0, $1) }
    }
}

extension Table: VersionSharing {
    package func bytesNotShared(with other: Any?, behind: (_ value: Any, _ counterpart: Any?) -> Int) -> Int {
        let other = other as? Table
        let ofIndex = index.bytesNotShared(with: other?.index ?? Tree(sizes: index.sizes)) { _, _ in 0 }
        return elements.bytesNotShared(with: other?.elements, behind: behind) + ofIndex
    }
}
