/// Re-exports virtual time, marbles, store testers and leak tracking, so that a spec needs no further import.
///
/// Underscored: Swift has no public spelling of a re-export yet.
@_exported import MillraceTesting
