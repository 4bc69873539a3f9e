import Foundation

extension [UInt8] {
    /// The first place at or behind `start` where `sought` stands; nil where it does not, or is empty.
    func firstPlace(of sought: [UInt8], from start: Int) -> Int? {
        withUnsafeBytes { bytes in
            sought.withUnsafeBytes { sought in
                guard let base = bytes.baseAddress, let first = sought.baseAddress else { return nil }
                var place = start
                while place + sought.count <= bytes.count {
                    let candidates = bytes.count - sought.count - place + 1
                    guard let hit = memchr(base + place, Int32(sought[0]), candidates) else { return nil }
                    place = UnsafeRawPointer(hit) - base
                    if memcmp(base + place, first, sought.count) == 0 { return place }
                    place += 1
                }
                return nil
            }
        }
    }
}
