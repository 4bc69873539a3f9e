import Foundation
import MillraceSpecs
import XCTest

/// Compiles snippets against the built modules, as a user's code would be: to show what the compiler refuses.
///
/// Each snippet that must not compile stands beside a twin that must, so that a mistake in what they share does not
/// pass for the refusal:
///
/// ```swift
/// try CompilationTest(common: "let store = Store(0, on: Dispatcher())")
///     .expect(toCompile: "print(store.state.value)", butNot: "store.state.value = 1", because: "get-only property")
/// ```
///
/// The compiler goes as far as its intermediate language (`-emit-sil`), since only then does it check isolation by
/// regions; nothing is written.
struct CompilationTest {
    /// What stands before both twins, after `import Millrace`.
    var common = ""

    /// What came of one snippet: empty where it compiled.
    private struct Outcome {
        let succeeded: Bool
        let diagnostics: String
    }

    /// Expects one twin to compile, and the other to be refused with an error that contains a text.
    func expect(
        toCompile sound: String,
        butNot refused: String,
        because error: String,
        file: StaticString = #filePath,
        line: UInt = #line
    ) throws {
        // Side by side.
        let compilations = [try Compilation(of: text(sound)), try Compilation(of: text(refused))]
        let (soundOutcome, refusedOutcome) = (try compilations[0].outcome(), try compilations[1].outcome())
        if !soundOutcome.succeeded {
            XCTFail("expected to compile:\n\(sound)\n\(soundOutcome.diagnostics)", file: file, line: line)
        }
        if refusedOutcome.succeeded {
            XCTFail("expected not to compile:\n\(refused)", file: file, line: line)
        } else if !refusedOutcome.diagnostics.contains(error) {
            let said = refusedOutcome.diagnostics
            XCTFail("expected to be refused because of '\(error)':\n\(refused)\n\(said)", file: file, line: line)
        }
    }

    private func text(_ snippet: String) -> String { "import Millrace\n\(common)\n\(snippet)\n" }

    /// The declarations for C that the modules need where they are imported.
    private static let declarations = (0..<5)
        .reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        .appendingPathComponent("Sources/Heart/MillraceRuntime/include")

    /// A compiler at work.
    private struct Compilation {
        private let process = Process()
        private let pipe = Pipe()
        /// The snippet, and what the compiler leaves behind.
        private let folder: URL

        init(of text: String) throws {
            #if !os(Linux)
            throw XCTSkip("the test bundle does not tell where the modules lie on this platform")
            #else
            folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("CompilationTest-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let source = folder.appendingPathComponent("Snippet.swift")
            try text.write(to: source, atomically: true, encoding: .utf8)
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [
                "swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-I",
                try CompilationTest.modules.path, "-I", CompilationTest.declarations.path, source.path,
            ]
            process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
            process.standardOutput = FileHandle.nullDevice
            process.standardError = pipe
            try process.run()
            #endif
        }

        func outcome() throws -> Outcome {
            defer { try? FileManager.default.removeItem(at: folder) }
            let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return Outcome(
                succeeded: process.terminationStatus == 0,
                diagnostics: String(decoding: data, as: UTF8.self)
            )
        }
    }

    /// The folder of the modules that this test bundle was built with: beside the bundle, or beside a folder around it.
    private static var modules: URL {
        get throws {
            var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            while folder.path != "/" {
                folder.deleteLastPathComponent()
                let modules = folder.appendingPathComponent("Modules")
                let module = modules.appendingPathComponent("Millrace.swiftmodule")
                if FileManager.default.fileExists(atPath: module.path) { return modules }
            }
            throw CompilationTestError.noModules
        }
    }
}

/// Why snippets cannot be compiled.
enum CompilationTestError: Error {
    /// No folder around the test bundle holds the modules.
    case noModules
}
