import MillraceBase
import MillraceSignals

/// What ends the effects that have begun. The store may be released on another thread, which ends them.
final class EffectHandles: Sendable {
    private struct Places {
        var handles: [EffectRun.Handle?] = []
        var free: [Int] = []
    }

    private let places = Locked(Places())

    /// Keeps a handle, unless `isOver` says that it will not be taken any more. Returns its place; O(1), amortised.
    func add(_ handle: EffectRun.Handle, unless isOver: () -> Bool) -> Int? {
        places.withLock { places in
            if isOver() { return nil }
            if let place = places.free.popLast() {
                places.handles[place] = handle
                return place
            }
            places.handles.append(handle)
            return places.handles.count - 1
        }
    }

    /// Takes the handle out of a place, which is free from then on. Nil where all were taken meanwhile.
    func take(_ place: Int) -> EffectRun.Handle? {
        places.withLock { places in
            guard place < places.handles.count, let handle = places.handles[place] else { return nil }
            places.handles[place] = nil
            places.free.append(place)
            return handle
        }
    }

    /// Takes all handles out, for good.
    func takeAll() -> [EffectRun.Handle] {
        places.withLock { exchange(&$0, with: Places()) }.handles.compactMap(\.self)
    }
}
