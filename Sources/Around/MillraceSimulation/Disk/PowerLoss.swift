/// The part of what is not on the medium that a power failure takes.
public enum PowerLoss: CaseIterable, Hashable, Sendable {
    /// Nothing: all that was written is there.
    case nothing
    /// Everything: what was not synchronized is not there.
    case everything
    /// All behind some write. Of that one there may be zeros.
    case end
    /// Any writes and names, in any order; in the place of some bytes there are zeros.
    case anything
}
