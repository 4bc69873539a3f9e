#if os(macOS) || os(Linux)
import Foundation

/// Starts a shell that watches this process, and can continue or end it while it is stopped.
///
/// In the script `$0` is the number of this process, `isStopped` and `isAlive` say how it fares, and `awaitStop` waits
/// until it is stopped, and ends the script where the process ends instead. Nothing of the script's errors is seen.
///
/// - Parameter argument: What is `$1` in the script.
package func watch(with script: String, _ argument: String = "") throws -> Process {
    let watcher = Process()
    watcher.executableURL = URL(filePath: "/bin/sh")
    // Not every Linux has `ps`, and macOS has no `/proc`.
    let functions = """
        exec 2> /dev/null
        isAlive() { kill -0 $0; }
        isStopped() {
            if [ -e /proc/$0/stat ]; then grep -q ') [Tt] ' /proc/$0/stat; else ps -o stat= -p $0 | grep -q T; fi
        }
        awaitStop() { until isStopped; do isAlive || exit; sleep 0.02; done; }

        """
    watcher.arguments = ["-c", functions + script, "\(getpid())", argument]
    try watcher.run()
    return watcher
}
#endif
