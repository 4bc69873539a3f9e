import Foundation

// Values with the same bits are equal in every respect, whatever their type: the fast path for everything that did not
// change. The reverse does not hold, since padding and storage may differ. Memory is only read, and within the bounds
// that the standard library gives.

/// Returns whether two values have the same bits.
func haveSameBits<Value>(_ old: Value, _ new: Value) -> Bool {
    withUnsafeBytes(of: old) { old in withUnsafeBytes(of: new) { new in areSame(Value.self, old, 0, new, 0) } }
}

/// Returns whether two elements have the same bits.
func haveSameBits<Element>(_ old: [Element], _ oldIndex: Int, _ new: [Element], _ newIndex: Int) -> Bool {
    old.withUnsafeBytes { old in new.withUnsafeBytes { new in areSame(Element.self, old, oldIndex, new, newIndex) } }
}

/// Returns whether two arrays share their storage, and so all their elements.
func shareStorage<Element>(_ old: [Element], _ new: [Element]) -> Bool {
    old.count == new.count && old.withUnsafeBytes { old in new.withUnsafeBytes { old.baseAddress == $0.baseAddress } }
}

private func areSame<Element>(
    _ type: Element.Type,
    _ old: UnsafeRawBufferPointer,
    _ oldIndex: Int,
    _ new: UnsafeRawBufferPointer,
    _ newIndex: Int
) -> Bool {
    let (size, stride) = (MemoryLayout<Element>.size, MemoryLayout<Element>.stride)
    guard size > 0 else { return true }
    guard let old = old.baseAddress, let new = new.baseAddress else { return false }
    return memcmp(old + oldIndex * stride, new + newIndex * stride, size) == 0
}
