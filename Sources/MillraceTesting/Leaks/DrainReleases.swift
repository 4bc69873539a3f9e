import MillraceSignals

/// Unhooks now what was released outside of the caller's actor, and every observation whose owner is gone.
///
/// An app has no need of it: the graph's home does the same soon. A spec calls it to look at what is left without
/// waiting; virtual time does not turn it.
///
/// ```swift
/// title.observe(for: screen) { screen, title in screen.show(title) }
/// screen = nil
/// drainReleases()
/// ```
///
/// - Parameter isolation: The isolation of the calling code. Nothing is done where that belongs to no actor.
/// - Complexity: O(n) for what waits, and for all observations of the actor's graphs that end with their owners.
public func drainReleases(isolation: (any Actor)? = #isolation) { unhookReleased(isolation: isolation) }
