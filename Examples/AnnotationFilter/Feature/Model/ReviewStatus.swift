/// What reviewers decided about an annotation, in the words of PDF's `Review` state model.
public struct ReviewStatus: RawRepresentable, Hashable, Codable, Sendable {
    /// The state's name, for example `Accepted`. A name that the model does not know is kept as written.
    public let rawValue: String

    /// Reads a state's name. The model's own names are recognised in any case.
    public init(rawValue: String) {
        let known = Self.model.first { $0.caseInsensitiveEquals(rawValue) }
        self.rawValue = known ?? rawValue
    }

    /// The annotation is right.
    public static let accepted = ReviewStatus(rawValue: "Accepted")
    /// The annotation is wrong.
    public static let rejected = ReviewStatus(rawValue: "Rejected")
    /// The annotation no longer matters.
    public static let cancelled = ReviewStatus(rawValue: "Cancelled")
    /// What the annotation asks for has been done.
    public static let completed = ReviewStatus(rawValue: "Completed")

    /// The states of the model, in the order in which a work is done.
    static let model = ["Accepted", "Rejected", "Cancelled", "Completed"]
}
