extension String {
    /// The singular of a name in English: `recentComments` becomes `recentComment`. A word that is no plural stays as
    /// it is.
    var singular: String {
        let start = indices.dropFirst().last { self[$0].isUppercase || !self[index(before: $0)].isLetter } ?? startIndex
        let word = self[start...]
        let single = Self.singular(ofWord: word.lowercased())
        return single == word.lowercased() ? self : "\(self[..<start])\(word.prefix(1))\(single.dropFirst())"
    }

    private static func singular(ofWord word: String) -> String {
        if let single = irregular[word] { return single }
        if ["ss", "us", "is"].contains(where: word.hasSuffix) || word.count < 4 { return word }
        if word.hasSuffix("ies"), word.count > 4 { return String(word.dropLast(3)) + "y" }
        // "statuses" and "bonuses", but "houses", "causes" and "uses".
        let isLatin = word.hasSuffix("uses") && !word.hasSuffix("ouses") && !word.hasSuffix("auses") && word.count > 5
        let isHissed = ["sses", "xes", "ches", "shes", "zzes"].contains(where: word.hasSuffix)
        if isLatin || isHissed { return String(word.dropLast(2)) }
        return word.hasSuffix("s") ? String(word.dropLast()) : word
    }

    private static let irregular = [
        "children": "child", "cookies": "cookie", "criteria": "criterion", "feet": "foot", "indices": "index",
        "matrices": "matrix", "men": "man", "mice": "mouse", "movies": "movie", "news": "news", "people": "person",
        "series": "series", "species": "species", "vertices": "vertex", "women": "woman",
    ]
}
