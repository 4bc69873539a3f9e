/// Writes JSON, byte by byte.
struct JSONText {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ raw: StaticString) {
        raw.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ json: [UInt8]) { bytes.append(contentsOf: json) }

    mutating func append(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

    /// Appends a number of tenths, as a number with a fraction where it has one.
    mutating func append(tenths: Int) {
        append(tenths / 10)
        guard tenths % 10 != 0 else { return }
        bytes.append(UInt8(ascii: "."))
        bytes.append(UInt8(ascii: "0") + UInt8(tenths % 10))
    }

    mutating func append(number text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends a comma unless something begins here.
    mutating func separate() {
        guard let last = bytes.last, last != UInt8(ascii: "["), last != UInt8(ascii: "{"), last != UInt8(ascii: ":")
        else {
            return
        }
        bytes.append(UInt8(ascii: ","))
    }

    /// Appends a text with its quotation marks.
    mutating func append(string text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            for byte in utf8 {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                    bytes.append(UInt8(ascii: "\\"))
                    bytes.append(byte)
                case 0..<0x20:
                    append("\\u00")
                    bytes.append(Self.digits[Int(byte >> 4)])
                    bytes.append(Self.digits[Int(byte & 15)])
                default: bytes.append(byte)
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a key of an object, behind a comma where it is not the first.
    mutating func append(key: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(key)
        append("\":")
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
