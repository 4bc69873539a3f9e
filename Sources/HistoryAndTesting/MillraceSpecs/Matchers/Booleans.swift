/// Matches `true`. Nil fails `to` and `toNot`.
public func beTrue() -> Matcher<Bool> {
    Matcher("be true") { $0 }
}

/// Matches `false`. Nil fails `to` and `toNot`.
public func beFalse() -> Matcher<Bool> {
    Matcher("be false") { !$0 }
}

/// Matches `true`. Nil does not match, so it satisfies `toNot`.
public func beTruthy() -> Matcher<Bool> {
    judgingOptional("be truthy") { $0 == true }
}

/// Matches `false` and nil.
public func beFalsy() -> Matcher<Bool> {
    judgingOptional("be falsy") { $0 != true }
}
