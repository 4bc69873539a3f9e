/// Matches a closure that leaves nothing alive that it has made: no signal, observable, store or dispatcher, and no
/// object that it has tracked.
///
/// ```swift
/// expect {
///     let query = Variable("").named("query")
///     query.map { $0.count }.observe { _ in }.cancel()
/// }.to(leakNothing())     // otherwise: expected to leak nothing, but still alive: Variable<String> "query"
/// ```
///
/// The check happens when the closure returns; make anything that must outlive it, such as the sources that it
/// observes, before. Objects that an effect in flight keeps are alive too: the message names such effects and their
/// stores, so that they can be distinguished from a leak. Anything that was released elsewhere and waits to be removed
/// is removed first: see `drainReleases(isolation:)`. An asynchronous closure must run on the main actor, as in a
/// `Spec` of the main actor; everything that is made there meanwhile counts.
public func leakNothing() -> Matcher<Scene> {
    .judging("leak nothing") { actual in
        switch actual {
        case .success(let scene?) where scene.isWhole:
            return scene.leaks.map { Verdict(.noMatch, $0) } ?? Verdict(.match, "but nothing is still alive")
        case .success:
            return Verdict(.fail, "but it ran off the main thread. To fix: make it synchronous, or the Spec @MainActor")
        case .failure(let error):
            return Verdict(.fail, "it threw \(shown(error))")
        }
    }
}
