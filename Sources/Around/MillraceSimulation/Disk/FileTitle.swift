/// How a file is called, where a draft's own name must not count: it is another one each time.
struct FileTitle {
    static let draft = ".draft"

    private let folder: Substring
    private let name: Substring

    init(_ path: String) {
        let slash = path.lastIndex(of: "/")
        folder = path[..<(slash ?? path.startIndex)]
        name = path[(slash.map(path.index(after:)) ?? path.startIndex)...]
    }

    private var isDraft: Bool { name.hasPrefix(".") && name.hasSuffix(Self.draft) }

    func isIn(_ folder: String) -> Bool { folder == self.folder || self.folder.isEmpty && folder == "/" }

    /// In words, without its folder.
    var text: String { isDraft ? "a draft" : String(name) }

    /// With its folder.
    var path: String { "\(folder)/\(isDraft ? Self.draft[...] : name)" }
}
