#if canImport(Security)
public import Foundation
import MillraceBase
import Security

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The certificates of which a server must show one, or one with the same key.
struct PinnedCertificates: Sendable {
    private let keys: Set<Data>

    init(_ certificates: [Data]) {
        let found = certificates.compactMap { SecCertificateCreateWithData(nil, $0 as CFData).flatMap(Self.key) }
        if found.isEmpty || found.count < certificates.count {
            stop(
                """
                URLSessionTransport.init: \(certificates.count - found.count) of the \(certificates.count) pinned \
                certificates cannot be read. To fix: pass the bytes of at least one .cer file (DER, not PEM).
                """
            )
        }
        keys = Set(found)
    }

    /// Whether the system trusts the server, and one of its certificates has a pinned key.
    func accept(_ trust: SecTrust) -> Bool {
        guard SecTrustEvaluateWithError(trust, nil) else { return false }
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
        return chain.contains { Self.key(of: $0).map(keys.contains) ?? false }
    }

    private static func key(of certificate: SecCertificate) -> Data? {
        guard let key = SecCertificateCopyKey(certificate) else { return nil }
        return SecKeyCopyExternalRepresentation(key, nil) as Data?
    }
}

extension URLSessionTransport {
    /// Creates a transport that connects only to servers which show one of these certificates, or one with the same key:
    /// their own, or that of an authority. To other servers there is ``RequestError/Reason/noConnection(host:)``.
    ///
    /// The system must trust the server as well. Only on Apple's platforms: elsewhere `URLSession` shows no
    /// certificates, and this initialiser is not there. Traps if there is none, or one cannot be read.
    ///
    /// - Parameters:
    ///   - certificates: The bytes of the certificates (DER, as in a .cer file). Add the next one before the present one
    ///     expires.
    ///   - change: Changes the configuration of a session before it is created.
    public convenience init(
        pinnedTo certificates: [Data],
        _ change: @escaping @Sendable (URLSessionConfiguration) -> Void = { _ in }
    ) {
        self.init(change, pins: PinnedCertificates(certificates))
    }
}

extension URLSessionExchange {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // There is a trust only where the challenge is about that.
        guard let pins, let trust = challenge.protectionSpace.serverTrust else {
            return completionHandler(.performDefaultHandling, nil)
        }
        if pins.accept(trust) { return completionHandler(.useCredential, URLCredential(trust: trust)) }
        // The next error would look as if somebody had cancelled the request.
        ending.end(.noConnection(host: url.host ?? ""))
        completionHandler(.cancelAuthenticationChallenge, nil)
    }
}
#else
/// No certificates can be pinned: `URLSession` shows none here.
enum PinnedCertificates: Sendable {}
#endif
