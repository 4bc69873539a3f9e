/// Something attached of which nobody here knows how to show it.
struct UnknownRow: Hashable, Sendable {
    let kind: String
    let description: String?
    let url: String?
}
