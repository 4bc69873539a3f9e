/// Matches `true`. Nil fails both ways.
public func beTrue() -> Matcher<Bool> {
    Matcher("be true") { $0 }
}

/// Matches `false`. Nil fails both ways.
public func beFalse() -> Matcher<Bool> {
    Matcher("be false") { !$0 }
}
