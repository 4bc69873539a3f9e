import Foundation

/// Text in EUC-JP, of which Foundation on Linux knows the name alone.
///
/// Its characters of two bytes are those of Shift JIS in another order (JIS X 0208), which Foundation does know.
enum EUCJP {
    /// The text; nil where the bytes are none, or hold characters that Shift JIS has not (JIS X 0212).
    static func text(_ bytes: [UInt8]) -> String? {
        var shiftJIS: [UInt8] = []
        shiftJIS.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case 0..<0x80: shiftJIS.append(byte)
            case 0x8E:  // half-width kana, of one byte there
                guard let kana = rest.popFirst(), 0xA1...0xDF ~= kana else { return nil }
                shiftJIS.append(kana)
            case 0xA1...0xFE:
                guard let second = rest.popFirst(), 0xA1...0xFE ~= second else { return nil }
                shiftJIS += pair(row: Int(byte) - 0xA0, cell: Int(second) - 0xA0)
            default: return nil
            }
        }
        return String(bytes: shiftJIS, encoding: .shiftJIS)
    }

    /// A character by its row and cell, from 1: Shift JIS has two rows to a first byte.
    private static func pair(row: Int, cell: Int) -> [UInt8] {
        let first = (row - 1) / 2 + (row <= 62 ? 0x81 : 0xC1)
        guard row.isMultiple(of: 2) else { return [UInt8(first), UInt8(cell + (cell <= 63 ? 0x3F : 0x40))] }
        return [UInt8(first), UInt8(cell + 0x9E)]
    }
}
