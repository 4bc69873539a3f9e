/// Runs its body once, before the first example of the spec that runs, wherever in the spec it is written.
///
/// The suite is the spec, because `swift test --filter` and `--parallel` run specs on their own, and each must find its
/// preparations. A body that throws fails the spec, whose examples are then skipped.
public let beforeSuite = HookWord<Void>(name: "beforeSuite") { definition, hook in
    definition.changeSuite { $0.before.append(hook) }
}

/// Runs its body once, after the last example of the spec, if any ran, even if `beforeSuite` or another hook threw.
public let afterSuite = HookWord<Void>(name: "afterSuite") { definition, hook in
    definition.changeSuite { $0.after.append(hook) }
}
