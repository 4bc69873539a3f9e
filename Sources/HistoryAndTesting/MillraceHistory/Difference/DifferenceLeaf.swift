import Foundation

/// A type whose description says more than its fields.
protocol DifferenceLeaf {}
extension Date: DifferenceLeaf {}
extension URL: DifferenceLeaf {}
extension UUID: DifferenceLeaf {}
extension Data: DifferenceLeaf {}
extension Decimal: DifferenceLeaf {}
extension Locale: DifferenceLeaf {}
extension TimeZone: DifferenceLeaf {}
extension Calendar: DifferenceLeaf {}
extension Duration: DifferenceLeaf {}
