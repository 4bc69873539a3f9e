/// The extents of rows, such as their heights in lines or points, and where each row begins.
///
/// A list of rows of different heights needs to know which rows are in sight, and how long it is, without adding up all
/// heights. The extents stand beside the rows and follow their changes:
///
/// ```swift
/// var heights = Extents()
/// let observation = rows.observeChanges { change in
///     heights.follow(change) { row in row.lines.count }
///     let first = heights.position(at: scrollOffset) ?? 0
/// }
/// ```
///
/// An extent is between 0 and 2,147,483,647, whatever it is given as: so no sum passes what an `Int` holds.
///
/// It is a value: a copy is O(1), and a change copies the shared nodes on its path.
public struct Extents: Sendable {
    private var root: ExtentNode

    /// The number of extents.
    public private(set) var count: Int

    /// The sum of all extents.
    public private(set) var total: Int

    /// Creates an empty list of extents.
    public init() { self.init([]) }

    /// Creates a list of extents. O(n).
    ///
    /// - Parameter extents: Negative ones count as 0, and those above 2,147,483,647 as that.
    public init(_ extents: some Sequence<Int>) {
        root = .tree(of: extents.map(Extents.held))
        (count, total) = (0, 0)
        measure()
    }

    /// What stands for an extent. More of the greatest than a memory has room for have a sum below `Int.max`.
    private static func held(_ extent: Int) -> Int { min(max(0, extent), Int(Int32.max)) }

    private mutating func measure() {
        (count, total) = root.measure()
    }

    /// The sum of the extents before a position: where the row begins. O(log n).
    ///
    /// - Parameters:
    ///   - position: At most the number of extents, for which it is the sum of all.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    public func offset(of position: Int, file: StaticString = #fileID, line: UInt = #line) -> Int {
        requirePosition(position, in: count + 1, "Extents.offset(of:)", file, line)
        return root.offset(of: position)
    }

    /// The position of the row that an offset is in; nil if the offset is negative, or not less than the sum. A row
    /// without an extent is never found. O(log n).
    public func position(at offset: Int) -> Int? {
        0..<total ~= offset ? root.position(at: offset) : nil
    }

    /// The extent at a position, which must exist. O(log n).
    ///
    /// A negative one counts as 0, and one above 2,147,483,647 as that.
    public subscript(position: Int, file: StaticString = #fileID, line: UInt = #line) -> Int {
        get {
            requirePosition(position, in: count, "Extents.subscript", file, line)
            return root.offset(of: position + 1) - root.offset(of: position)
        }
        set {
            requirePosition(position, in: count, "Extents.subscript", file, line)
            total += root.set(Extents.held(newValue), at: position)
        }
    }

    /// Inserts an extent at a position. O(log n).
    ///
    /// - Parameters:
    ///   - extent: A negative one counts as 0, and one above 2,147,483,647 as that.
    ///   - position: A position, from zero.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    public mutating func insert(_ extent: Int, at position: Int, file: StaticString = #fileID, line: UInt = #line) {
        insert(contentsOf: [extent], at: position, file: file, line: line)
    }

    /// Inserts extents that follow each other at a position. O(k + log n) for k extents.
    ///
    /// - Parameters:
    ///   - extents: Negative ones count as 0, and those above 2,147,483,647 as that.
    ///   - position: A position, from zero.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    public mutating func insert(
        contentsOf extents: [Int],
        at position: Int,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        requirePosition(position, in: count + 1, "Extents.insert", file, line)
        let extents = extents.map(Extents.held)
        let others = root.insert(extents[...], at: position)
        if !others.isEmpty { root = .tree(above: [exchange(&root, with: ExtentNode())] + others) }
        count += extents.count
        total += extents.reduce(0, +)
    }

    /// Removes the extent at a position, which must exist. O(log n).
    public mutating func remove(at position: Int, file: StaticString = #fileID, line: UInt = #line) {
        requirePosition(position, in: count, "Extents.remove", file, line)
        total -= root.remove(at: position)
        count -= 1
        while let child = root.onlyChild { root = child }
    }
}

extension Extents: Equatable {
    /// Whether two lists have equal extents in the same order. O(n log n).
    public static func == (left: Extents, right: Extents) -> Bool {
        left.count == right.count && left.total == right.total && (0..<left.count).allSatisfy { left[$0] == right[$0] }
    }
}
