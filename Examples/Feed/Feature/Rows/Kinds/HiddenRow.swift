/// What is attached to a sensitive post, and shown only on demand.
struct HiddenRow: Hashable, Sendable {
    let count: Int
}
