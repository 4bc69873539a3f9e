import MillraceNetwork

extension RequestError.Reason {
    /// The name of the case.
    var kind: String {
        self == .brokenAnswer ? "brokenAnswer" : Mirror(reflecting: self).children.first?.label ?? description
    }
}
