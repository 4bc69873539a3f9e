import Foundation

extension [UInt8] {
    /// The first place at or behind `start` where `sought` stands; nil where it does not, or is empty.
    func firstPlace(of sought: [UInt8], from start: Int) -> Int? {
        withUnsafeBytes { $0.firstPlace(of: sought, from: start) }
    }
}

extension String {
    /// Whether these bytes stand in the text's UTF-8.
    func contains(_ sought: [UInt8]) -> Bool {
        var text = self
        return text.withUTF8 { UnsafeRawBufferPointer($0).firstPlace(of: sought, from: 0) != nil }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func firstPlace(of sought: [UInt8], from start: Int) -> Int? {
        guard let base = baseAddress, let first = sought.first else { return nil }
        var place = start
        while place + sought.count <= count {
            guard let hit = memchr(base + place, Int32(first), count - sought.count - place + 1) else { return nil }
            place = UnsafeRawPointer(hit) - base
            if memcmp(hit, sought, sought.count) == 0 { return place }
            place += 1
        }
        return nil
    }
}
