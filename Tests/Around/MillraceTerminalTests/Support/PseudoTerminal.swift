#if os(macOS) || os(Linux)
import Foundation

/// A terminal without a screen: a test holds the one end, another process attaches itself to the path of the other.
final class PseudoTerminal {
    let path: String
    private let controller: Int32
    private let terminal: Int32
    private let original: tcflag_t

    struct Unavailable: Error {}

    init(columns: UInt16 = 40, rows: UInt16 = 10) throws {
        var controller: Int32 = -1
        var terminal: Int32 = -1
        var name = [CChar](repeating: 0, count: 128)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&controller, &terminal, &name, nil, &size) == 0 else { throw Unavailable() }
        self.controller = controller
        self.terminal = terminal
        path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        original = Self.flags(terminal)
        _ = fcntl(controller, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(controller)
        close(terminal)
    }

    func type(_ text: String) {
        _ = write(controller, text, text.utf8.count)
    }

    /// Types a text as soon as the terminal shows a prompt. Ends the process where that never comes.
    func answer(_ prompt: String, with text: String) {
        Thread.detachNewThread { [controller] in
            var shown: [UInt8] = []
            var byte: UInt8 = 0
            while !String(decoding: shown, as: UTF8.self).hasSuffix(prompt) {
                var wait = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
                guard poll(&wait, 1, 20_000) > 0, read(controller, &byte, 1) == 1 else { exit(EXIT_FAILURE) }
                shown.append(byte)
            }
            _ = write(controller, text, text.utf8.count)
        }
    }

    /// All that was written to the terminal, at once.
    func output() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = read(controller, &buffer, buffer.count), count > 0 { bytes += buffer.prefix(count) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the terminal is as it was, and its own screen is back as often as another took its place.
    func isGivenBack() -> Bool {
        let output = output()
        let visits = output.components(separatedBy: "\u{1B}[?1049h").count
        let returns = output.components(separatedBy: "\u{1B}[?25h\u{1B}[?1049l").count
        return Self.flags(terminal) == original && visits > 1 && visits == returns
    }

    /// The local flags of a terminal, such as `ECHO`.
    static func flags(_ descriptor: Int32 = STDIN_FILENO) -> tcflag_t {
        var modes = termios()
        tcgetattr(descriptor, &modes)
        return modes.c_lflag
    }

    /// Makes this process the leader of a session, with the terminal at a path as its own. Returns whether it is.
    static func control(_ path: String) -> Bool {
        describe()
        guard setsid() > 0 else { return false }
        let terminal = open(path, O_RDWR)
        dup2(terminal, STDIN_FILENO)
        dup2(terminal, STDOUT_FILENO)
        #if os(macOS)
        _ = ioctl(terminal, UInt(TIOCSCTTY), 0)
        #endif
        return tcgetpgrp(STDIN_FILENO) == getpgrp()
    }

    /// The terminal is what it is, whatever the tests were started in.
    private static func describe() { setenv("TERM", "xterm-256color", 1) }

    /// Makes the terminal at a path this process's standard input and output.
    static func attach(_ path: String) {
        describe()
        let terminal = open(path, O_RDWR | O_NOCTTY)
        dup2(terminal, STDIN_FILENO)
        dup2(terminal, STDOUT_FILENO)
    }
}
#endif
