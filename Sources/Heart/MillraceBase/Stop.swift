import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#endif

/// Ends the process because a precondition does not hold: all traps of the package end here.
///
/// It writes one line, `file:line: Fatal error: message`, to standard error. On Linux the toolchain's backtrace of some
/// eighty lines is left out: the message names the fault, and a debugger stops here. ``BeforeStop`` runs first, since
/// no handler of the signal does.
///
/// - Parameters:
///   - message: The fault, and how to fix it.
///   - file: The caller's file, if the public function takes it, otherwise the library's.
///   - line: Like `file`.
@usableFromInline
package func stop(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    BeforeStop.run()
    #if canImport(Glibc) || canImport(Musl) || canImport(Android)
    writeToStandardError("\(file):\(line): Fatal error: \(message)")
    // The backtracer is a handler of this signal.
    signal(SIGTRAP, SIG_DFL)
    raise(SIGTRAP)
    abort()
    #else
    fatalError(message, file: file, line: line)
    #endif
}

/// The work of `stop` before it writes its message: a terminal is given back, so that the message stands in the user's
/// shell, and the shell can be used.
///
/// It is process-wide, as the terminal is: one C function, here and nowhere else.
package enum BeforeStop {
    /// The address of the function; 0 if there is none.
    private static let action = Atomic<UInt>(0)

    /// Sets the function, which `stop` calls on whatever thread it ends the process.
    package static func set(_ function: @convention(c) () -> Void) {
        action.store(unsafeBitCast(function, to: UInt.self), ordering: .releasing)
    }

    fileprivate static func run() {
        let address = action.exchange(0, ordering: .acquiringAndReleasing)
        if address != 0 { unsafeBitCast(address, to: (@convention(c) () -> Void).self)() }
    }
}
