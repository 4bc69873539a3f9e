/// Why input cannot be turned into models: a message without the file.
struct ModelError: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
