import Foundation

/// A value that can be a part of an address: a component of the path, an item of the query, or the fragment.
///
/// `String`, the integers, `Double`, `Bool` and `UUID` conform, and so do optionals of them, which need not be there. An
/// enumeration with raw values of these types only has to declare its conformance:
///
/// ```swift
/// enum Kind: String, DeepLinkText { case photo, sketch }
/// ```
///
/// A value must be equal to the value that is made from its ``linkText``. The text may contain any characters; they are
/// percent-encoded in the address.
public protocol DeepLinkText: Equatable, Sendable, SendableMetatype {
    /// Creates a value from its text, which is not percent-encoded; nil if there is none.
    init?(linkText: String)

    /// The text of the value, which is not percent-encoded.
    var linkText: String { get }

    /// The value of an address that has no text for it; nil, which is the default, if such an address does not match.
    static var whenMissing: Self? { get }
}

extension DeepLinkText {
    /// Nil: there must be a text.
    public static var whenMissing: Self? { nil }
}

extension DeepLinkText where Self: LosslessStringConvertible {
    /// Creates a value from its description.
    public init?(linkText: String) { self.init(linkText) }

    /// The description.
    public var linkText: String { description }
}

extension DeepLinkText where Self: RawRepresentable, RawValue: DeepLinkText {
    /// Creates a value from the text of its raw value.
    public init?(linkText: String) {
        guard let raw = RawValue(linkText: linkText) else { return nil }
        self.init(rawValue: raw)
    }

    /// The text of the raw value.
    public var linkText: String { rawValue.linkText }
}

extension String: DeepLinkText {}
extension Int: DeepLinkText {}
extension Int64: DeepLinkText {}
extension UInt64: DeepLinkText {}
extension Double: DeepLinkText {}
extension Bool: DeepLinkText {}

extension Optional: DeepLinkText where Wrapped: DeepLinkText {
    /// Creates the value of the text.
    public init?(linkText: String) {
        guard let value = Wrapped(linkText: linkText) else { return nil }
        self = value
    }

    /// The text of the value.
    public var linkText: String { self?.linkText ?? "" }

    /// No value.
    public static var whenMissing: Self? { .some(nil) }
}

extension UUID: DeepLinkText {
    /// Creates an identifier from its text.
    public init?(linkText: String) { self.init(uuidString: linkText) }

    /// The text, in capital letters.
    public var linkText: String { uuidString }
}
