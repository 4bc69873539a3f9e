/// A place on a page, in points.
struct Point: Equatable {
    let x: Double
    let y: Double

    /// The points that `10,20;30,40` names; nil where something in it is none.
    static func list(_ text: String) -> [Point]? {
        var points: [Point] = []
        for pair in text.split(separator: ";") where pair.contains(where: { !$0.isWhitespace }) {
            let numbers = pair.split(separator: ",", omittingEmptySubsequences: false).map { number in
                Double(number.filter { !$0.isWhitespace })
            }
            guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite else { return nil }
            points.append(Point(x: x, y: y))
        }
        return points
    }
}
