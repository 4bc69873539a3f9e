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

/// Writes a text to standard error, on lines of its own. Where that is closed, the text is lost, and nothing else.
@usableFromInline
package func writeToStandardError(_ text: String) {
    var line = text + "\n"
    withoutPipeSignal {
        line.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)[...]
            while !rest.isEmpty {
                let count = write(STDERR_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
            }
        }
    }
}
