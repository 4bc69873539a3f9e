import Foundation

/// A value that can be a part of an address: a component of the path, an item of the query, or the fragment.
///
/// `String`, the integers, `Double`, `Bool` and `UUID` conform. An enumeration with raw values of these types only has
/// to declare its conformance:
///
/// ```swift
/// enum Kind: String, DeepLinkText { case photo, sketch }
/// ```
///
/// A value must be equal to the value that is made from its ``linkText``. The text may contain any characters; they are
/// percent-encoded in the address.
public protocol DeepLinkText: Sendable, SendableMetatype {
    /// Creates a value from its text, which is not percent-encoded; nil if there is none.
    init?(linkText: String)

    /// The text of the value, which is not percent-encoded.
    var linkText: String { get }
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

extension UUID: DeepLinkText {
    /// Creates an identifier from its text.
    public init?(linkText: String) { self.init(uuidString: linkText) }

    /// The text, in capital letters.
    public var linkText: String { uuidString }
}
