/// Matches a closure that leaves nothing alive of what it has made: no signal, observable, store or dispatcher, and no
/// object that it has tracked.
///
/// ```swift
/// expect {
///     let query = Variable("").named("query")
///     query.map { $0.count }.observe { _ in }.cancel()
/// }.to(leakNothing())     // otherwise: expected to leak nothing, but still alive: Variable<String> "query"
/// ```
///
/// What is alive is looked at when the closure is over. What must outlive it, such as what the scene observes, is made
/// before it. What effects in flight keep is not gone either: the message names them, and their stores, so that they can
/// be told from a leak. What was released elsewhere and waits for being unhooked is unhooked first: see
/// ``drainReleases(isolation:)``. An asynchronous closure must run on the main actor, as it does in a `Spec` of the main
/// actor, and all that is made there meanwhile counts.
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
