/// How much of a request and of its answer has been transferred.
public struct TransferProgress: Hashable, Sendable {
    /// How many bytes of the request's body have been sent.
    public var sent = 0
    /// How many bytes the request's body has.
    public var sentTotal = 0
    /// How many bytes of the answer's body have arrived, unpacked.
    public var received = 0
    /// How many bytes the answer's body has. Nil where the server does not say so, or packs it.
    public var receivedTotal: Int?

    /// Nothing has been transferred.
    public init() {}

    /// The part of the upload that is done, from 0 to 1. 1 if there is nothing to send.
    public var uploaded: Double { sentTotal > 0 ? min(1, Double(sent) / Double(sentTotal)) : 1 }

    /// The part of the download that is done, from 0 to 1. Nil if the size is not known.
    public var downloaded: Double? {
        receivedTotal.map { $0 > 0 ? min(1, Double(received) / Double($0)) : 1 }
    }
}
