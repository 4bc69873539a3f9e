// What MillraceNetwork uses of Apple's Security, to type-check on Linux what is compiled on Apple's platforms only: see
// `.ci/apple/check`. Each declaration is as the page named above it has it; bodies are never run.
//
// Under https://developer.apple.com/documentation/security/ unless an address is whole. Core Foundation's strings and
// arrays are bridged there; here they are Foundation's own.
@_exported import Foundation
@_exported import FoundationNetworking

public typealias CFAllocator = NSObject
public typealias CFData = NSData
public typealias CFArray = NSArray
public typealias CFError = NSError

// sectrust, which other threads may use: https://developer.apple.com/documentation/swift/sendable
public final class SecTrust: Sendable {}
// seccertificate
public final class SecCertificate: Sendable {}
// seckey
public final class SecKey: Sendable {}

// seccertificatecreatewithdata(_:_:)
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? { nil }
// seccertificatecopykey(_:)
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? { nil }
// seckeycopyexternalrepresentation(_:_:)
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { nil }
// sectrustevaluatewitherror(_:_:)
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool { false }
// sectrustcopycertificatechain(_:)
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { nil }

extension URLProtectionSpace {
    // https://developer.apple.com/documentation/foundation/urlprotectionspace/servertrust
    public var serverTrust: SecTrust? { nil }
}

extension URLCredential {
    // https://developer.apple.com/documentation/foundation/urlcredential/init(trust:)
    public convenience init(trust: SecTrust) { self.init(user: "", password: "", persistence: .none) }
}
