import MillraceBase

// Preconditions of operators on their numbers.

@usableFromInline
func requireCount(_ count: Int, _ method: StaticString, _ file: StaticString, _ line: UInt) {
    guard count < 0 else { return }
    stop("\(method): a count of \(count) was asked for. To fix: pass zero or more.", file: file, line: line)
}

@usableFromInline
func requirePositive(_ count: Int, _ method: StaticString, _ file: StaticString, _ line: UInt) {
    guard count < 1 else { return }
    stop("\(method): a count of \(count) was asked for. To fix: pass one or more.", file: file, line: line)
}
