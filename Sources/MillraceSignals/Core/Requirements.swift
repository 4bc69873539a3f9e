// What operators require of the counts that they are given.

@usableFromInline
func requireCount(_ count: Int, _ method: StaticString) {
    guard count < 0 else { return }
    fatalError("\(method): a count of \(count) was asked for. To fix: pass zero or more.")
}

@usableFromInline
func requirePositive(_ count: Int, _ method: StaticString) {
    guard count < 1 else { return }
    fatalError("\(method): a count of \(count) was asked for. To fix: pass one or more.")
}
