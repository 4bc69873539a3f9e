import MillraceBase

/// Defines an example: `it("shows only what matches") { expect(store.visible) == [] }`.
///
/// For XCTest it is a test case, named by the descriptions of its groups and its own. An error that its body throws is
/// a failure at the line of the `it`; `throw XCTSkip("why")` skips the example, and `throw StopTest("why")` fails it
/// and stops it there.
public let it = ExampleWord(name: "it")

/// Defines a focused example: the spec runs only focused examples. See ``Spec``.
public let fit = ExampleWord(name: "fit", marks: .focused)

/// Defines a pending example: it is reported as skipped, and neither its body nor any hook runs for it.
public let xit = ExampleWord(name: "xit", marks: .pending)

/// Defines a pending example, which may have no body: it is reported as skipped, and does not run.
public let pending = ExampleWord(name: "pending", marks: .pending)

/// The type of `it`, `fit`, `xit` and `pending`: a keyword that defines an example with a synchronous or an
/// asynchronous body.
///
/// The two kinds of bodies cannot be one. An asynchronous body runs in a task, and on the main actor as a job of the
/// main queue, which is blocked until the job suspends. A synchronous body must run as a plain call on XCTest's stack,
/// where it may block and run the run loop (`toEventually`, `waitUntil`, XCTest's own `wait`); converted to an
/// asynchronous function it could not. So each kind of keyword has both forms.
public struct ExampleWord: Sendable {
    let name: String
    var marks: Marks = []

    /// Defines an example with a synchronous body.
    ///
    /// - Parameters:
    ///   - description: The behaviour of the subject: the end of the sentence.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - body: Runs once, on XCTest's thread, after the `beforeEach` of the groups around it.
    public func callAsFunction(
        _ description: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping () throws -> Void
    ) {
        define(description, marks, CallSite(file, line)) { _ in try body() }
    }

    /// Defines an example with an asynchronous body.
    ///
    /// - Parameters:
    ///   - description: The behaviour of the subject: the end of the sentence.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - body: Runs once, in its own isolation; XCTest waits for it.
    public func callAsFunction(
        _ description: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping () async throws -> Void
    ) {
        define(description, marks, CallSite(file, line), waiting { _ in try await body() })
    }

    /// Defines an example without a body: it is pending, whatever the keyword.
    ///
    /// - Parameters:
    ///   - description: The behaviour to come: the end of the sentence.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    public func callAsFunction(_ description: String, file: StaticString = #filePath, line: UInt = #line) {
        define(description, marks.union(.pending), CallSite(file, line)) { _ in }
    }

    private func define(
        _ description: String,
        _ marks: Marks,
        _ location: CallSite,
        _ body: @escaping (ExampleMetadata) throws -> Void
    ) {
        let example = Example(descriptions: [description], marks: marks, location: location, body: body)
        currentDefinition(for: name, at: location)?.change { $0.children.append(.example(example)) }
    }
}
