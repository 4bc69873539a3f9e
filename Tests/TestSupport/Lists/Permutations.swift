/// Every order of `0..<count`.
package func permutations(of count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return permutations(of: count - 1).flatMap { order in
        (0...order.count).map { place in
            var longer = order
            longer.insert(count - 1, at: place)
            return longer
        }
    }
}

/// Every way to choose one of `choices` in each of `places`.
package func combinations<Choice>(of choices: [Choice], in places: Int) -> [[Choice]] {
    guard places > 0 else { return [[]] }
    return combinations(of: choices, in: places - 1).flatMap { chosen in choices.map { chosen + [$0] } }
}
