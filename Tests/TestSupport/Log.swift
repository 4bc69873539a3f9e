/// What happened, in order.
package final class Log {
    package private(set) var lines: [String] = []

    package init() {}

    package func callAsFunction(_ line: String) { lines.append(line) }

    package func clear() { lines = [] }
}
