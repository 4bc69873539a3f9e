// The functions by which the standard library's mirrors find fields: part of the binary interface, on all platforms.

/// The kinds of types that matter here.
enum RuntimeKind: UInt {
    case structure = 0x200
    case enumeration = 0x201
    case optional = 0x202
    case tuple = 0x301
}

/// The description of a field at run time.
struct RuntimeField {
    var name: UnsafePointer<CChar>?
    var releaseName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVariable = false
}

@_silgen_name("swift_getMetadataKind")
func runtimeKind(_: Any.Type) -> UInt

@_silgen_name("swift_reflectionMirror_recursiveCount")
func runtimeFieldCount(_: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
func runtimeField(_: Any.Type, index: Int, facts: UnsafeMutablePointer<RuntimeField>) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
func runtimeFieldOffset(_: Any.Type, index: Int) -> Int
