/// The numbers of bytes of a request and of its answer that have been transferred so far.
public struct TransferProgress: Hashable, Sendable {
    /// The number of bytes of the request's body that have been sent.
    public var sent = 0
    /// The size of the request's body, in bytes.
    public var sentTotal = 0
    /// The number of bytes of the answer's body that have been received, after decompression.
    public var received = 0
    /// The size of the answer's body, in bytes. Nil if the server does not send it, or compresses the body.
    public var receivedTotal: Int?

    /// Creates a progress with nothing transferred.
    package init() {}

    /// The fraction of the upload that is done, from 0 to 1. 1 if there is nothing to send.
    public var uploaded: Double { sentTotal > 0 ? min(1, Double(sent) / Double(sentTotal)) : 1 }

    /// The fraction of the download that is done, from 0 to 1. Nil if the size is not known.
    public var downloaded: Double? {
        receivedTotal.map { $0 > 0 ? min(1, Double(received) / Double($0)) : 1 }
    }
}
