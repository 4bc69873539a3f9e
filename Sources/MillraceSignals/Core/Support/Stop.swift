import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Ends the process because a precondition does not hold: all traps of the package end here.
///
/// It writes one line, `file:line: Fatal error: message`, to standard error. On Linux the toolchain's backtrace of some
/// eighty lines is left out: the message says what happened, and a debugger stops here.
///
/// - Parameters:
///   - message: What happened, and how to fix it.
///   - file: The caller's file, if the public function takes it, otherwise the library's.
///   - line: Like `file`.
@usableFromInline
package func stop(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    #if canImport(Glibc) || canImport(Musl) || canImport(Android)
    FileHandle.standardError.write("\(file):\(line): Fatal error: \(message)\n".data(using: .utf8) ?? Data())
    // The backtracer is a handler of this signal.
    signal(SIGTRAP, SIG_DFL)
    raise(SIGTRAP)
    abort()
    #else
    fatalError(message, file: file, line: line)
    #endif
}
