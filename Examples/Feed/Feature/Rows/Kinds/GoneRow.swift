/// A post that is not there, and why.
struct GoneRow: Hashable, Sendable {
    let reason: String
}
