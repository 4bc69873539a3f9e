import Foundation

/// A value that can be a part of an address: a component of the path, an item of the query, or the fragment.
///
/// `String`, the integers, `Double`, `Bool` and `UUID` conform. An enumeration with raw values of these types only has
/// to declare its conformance:
///
/// ```swift
/// enum Kind: String, LinkText { case photo, sketch }
/// ```
///
/// A value must be equal to the value that is made from its ``linkText``. The text may contain any characters; they are
/// percent-encoded in the address.
public protocol LinkText: Sendable, SendableMetatype {
    /// Creates a value from its text, which is not percent-encoded; nil if there is none.
    init?(linkText: String)

    /// The text of the value, which is not percent-encoded.
    var linkText: String { get }
}

extension LinkText where Self: LosslessStringConvertible {
    /// Creates a value from its description.
    public init?(linkText: String) { self.init(linkText) }

    /// The description.
    public var linkText: String { description }
}

extension LinkText where Self: RawRepresentable, RawValue: LinkText {
    /// Creates a value from the text of its raw value.
    public init?(linkText: String) {
        guard let raw = RawValue(linkText: linkText) else { return nil }
        self.init(rawValue: raw)
    }

    /// The text of the raw value.
    public var linkText: String { rawValue.linkText }
}

extension String: LinkText {}
extension Int: LinkText {}
extension Int64: LinkText {}
extension UInt64: LinkText {}
extension Double: LinkText {}
extension Bool: LinkText {}

extension UUID: LinkText {
    /// Creates an identifier from its text.
    public init?(linkText: String) { self.init(uuidString: linkText) }

    /// The text, in capital letters.
    public var linkText: String { uuidString }
}
