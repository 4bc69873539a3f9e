import Foundation

extension [UInt8] {
    /// The first place at or behind `start` where `sought` stands; nil where it does not, or is empty.
    func firstPlace(of sought: [UInt8], from start: Int) -> Int? {
        withUnsafeBytes { bytes in
            sought.withUnsafeBytes { sought in
                bytes.firstPlace(of: sought, from: start)
            }
        }
    }
}

extension String {
    /// Whether these bytes stand in the text's UTF-8.
    func contains(_ sought: [UInt8]) -> Bool {
        var text = self
        return text.withUTF8 { bytes in
            sought.withUnsafeBytes { UnsafeRawBufferPointer(bytes).firstPlace(of: $0, from: 0) != nil }
        }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func firstPlace(of sought: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = baseAddress, let first = sought.baseAddress else { return nil }
        var place = start
        while place + sought.count <= count {
            let candidates = count - sought.count - place + 1
            guard let hit = memchr(base + place, Int32(sought[0]), candidates) else { return nil }
            place = UnsafeRawPointer(hit) - base
            if memcmp(base + place, first, sought.count) == 0 { return place }
            place += 1
        }
        return nil
    }
}
