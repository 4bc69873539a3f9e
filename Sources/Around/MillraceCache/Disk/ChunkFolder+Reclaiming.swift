extension ChunkFolder {
    /// Deletes the oldest chunk, when what is to be kept of it has been written anew.
    ///
    /// It is always the oldest, so that nothing older is left that a removal or a newer value in it has made out of
    /// date. If what is to be kept cannot be written, the chunk stays, unless room must be made: then that goes as
    /// well.
    ///
    /// - Parameter keepingAll: Whether everything is kept that is in use. Otherwise it is what was read since it was
    ///   written, the latest first, up to half of the chunk.
    mutating func reclaimOldest(keepingAll: Bool) throws {
        guard let chunk = chunks.first else { return }
        if current === chunk { current = nil }
        let now = milliseconds(settings.date())
        let held = locations.filter { $0.value.chunk === chunk }.sorted { $0.value.offset > $1.value.offset }
        var (room, isAnyKept) = (chunk.size / 2, false)
        for (key, location) in held {
            let isKept = keepingAll || (location.wasRead && location.head.length <= room)
            guard isKept, !isTooOld(location.head, at: now), let value = try value(of: key, at: location) else {
                continue
            }
            do {
                try append(location.head, key: key, value: value)
            } catch  where !keepingAll {
                break
            }
            room -= location.head.length
            isAnyKept = true
        }
        if isAnyKept { for target in chunks.dropFirst() { try target.synchronize() } }
        for (key, location) in locations where location.chunk === chunk { forget(key) }
        try chunk.delete()
        chunks.removeFirst()
    }
}
