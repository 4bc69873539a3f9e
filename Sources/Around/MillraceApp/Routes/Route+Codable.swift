private enum RouteKey: String, CodingKey { case tabs, selected, presented }

extension Route: Encodable where Screen: Encodable {
    /// Writes the tabs with their stacks, the root of the selected one, and the presented branches.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: RouteKey.self)
        try container.encode(tabs, forKey: .tabs)
        try container.encode(selected, forKey: .selected)
        if !presented.isEmpty { try container.encode(presented, forKey: .presented) }
    }
}

extension Route: Decodable where Screen: Decodable {
    /// Reads an encoded value.
    ///
    /// - Throws: `DecodingError`, also if there is no tab, if two tabs have the same root, or if the selected tab is
    ///   not among the tabs.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: RouteKey.self)
        let tabs = try container.decode([Branch].self, forKey: .tabs)
        guard !tabs.isEmpty, Set(tabs.map(\.root)).count == tabs.count else {
            throw DecodingError.dataCorruptedError(forKey: .tabs, in: container, debugDescription: "not a set of tabs")
        }
        let selected = try container.decode(Screen.self, forKey: .selected)
        guard let selection = tabs.firstIndex(where: { $0.root == selected }) else {
            throw DecodingError.dataCorruptedError(forKey: .selected, in: container, debugDescription: "no such tab")
        }
        let presented = try container.decodeIfPresent([Branch].self, forKey: .presented)
        self.init(tabs: tabs, selection: selection, presented: presented ?? [])
    }
}
