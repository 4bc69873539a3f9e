import MillraceSignals

/// Removes at once everything that was released outside the caller's actor, and every observation whose owner is gone.
///
/// An app does not need it, because the graph's home does the same soon. Call it in a test, to check without waiting
/// for the objects that are left. Advancing virtual time does not do this.
///
/// ```swift
/// title.observe(for: screen) { screen, title in screen.show(title) }
/// screen = nil
/// drainReleases()
/// ```
///
/// - Parameter isolation: The isolation of the calling code. Nothing happens if it belongs to no actor.
/// - Complexity: O(n) for everything pending, and for all observations of the actor's graphs that end with their
///   owners.
public func drainReleases(isolation: (any Actor)? = #isolation) { pruneReleased(isolation: isolation) }
