/// Why a value has no digest.
package struct DigestError: Error, CustomStringConvertible {
    /// The type of the part that was met in the value.
    let type: String

    package var description: String {
        "met \(type), an object, a closure or a pointer, which has no value that another process could share"
    }

    /// How to fix it.
    package var remedy: String { "keep it out of the state, or conform its type to DigestWritable." }
}
