// Values with the same bits are equal in every respect, whatever their type: the fast path for everything that did not
// change. The reverse does not hold, since padding and storage may differ.

/// Returns whether two values have the same bits.
func haveSameBits<Value>(_ old: Value, _ new: Value) -> Bool {
    withUnsafeBytes(of: old) { old in withUnsafeBytes(of: new) { new in old.elementsEqual(new) } }
}

/// Returns whether two arrays share their storage, and so all their elements.
func shareStorage<Element>(_ old: [Element], _ new: [Element]) -> Bool {
    old.count == new.count && old.withUnsafeBytes { old in new.withUnsafeBytes { old.baseAddress == $0.baseAddress } }
}
