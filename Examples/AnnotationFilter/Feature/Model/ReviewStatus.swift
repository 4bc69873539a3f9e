/// What reviewers decided about an annotation, in the words of PDF's `Review` state model.
public struct ReviewStatus: RawRepresentable, Hashable, Codable, Sendable {
    /// The state's name, for example `Accepted`. A name that the model does not know is kept as written.
    public let rawValue: String

    /// Reads a state's name. The model's own names are recognised in any case.
    public init(rawValue: String) {
        let known = Self.model.first { $0.caseInsensitiveEquals(rawValue) }
        self.rawValue = known ?? rawValue
    }

    /// The states of the model, in the order in which a work is done: the annotation is right, it is wrong, it no longer
    /// matters, what it asks for has been done.
    static let model = ["Accepted", "Rejected", "Cancelled", "Completed"]
}
