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

    /// How many corners are looked at: the time grows with the square of their number.
    private static let mostCorners = 500

    /// Whether the sides of an area cross or touch away from its corners, or are too many to tell.
    static func isCrossing(_ corners: [Point]) -> Bool {
        var corners = corners
        if corners.count > 1, corners.first == corners.last { corners.removeLast() }
        guard corners.count <= mostCorners else { return true }
        let sides = Array(zip(corners, corners.dropFirst() + corners.prefix(1)))
        for (place, side) in sides.enumerated() {
            // Neighbours share a corner.
            for other in sides.indices where other > place + 1 && !(place == 0 && other == sides.count - 1) {
                if isCrossing(side, sides[other]) { return true }
            }
        }
        return false
    }

    private static func isCrossing(_ first: (Point, Point), _ second: (Point, Point)) -> Bool {
        turn(first.0, first.1, second.0) * turn(first.0, first.1, second.1) < 0
            && turn(second.0, second.1, first.0) * turn(second.0, second.1, first.1) < 0
    }

    /// Positive where the way through three points turns left.
    private static func turn(_ a: Point, _ b: Point, _ c: Point) -> Double {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }
}
