/// Defines an example: `it("shows only what matches") { expect(store.visible) == [] }`.
///
/// For XCTest it is a test case of its own, named by the descriptions of its groups and its own. An error that its body
/// throws is a failure at the line of the `it`; `throw XCTSkip("why")` skips the example, and `throw StopTest("why")`
/// fails it and stops it there.
public let it = ExampleWord("it")

/// A focused `it`: while one stands, the spec runs only what is focused. See ``Spec``.
public let fit = ExampleWord("fit", .focused)

/// A pending `it`: reported as skipped; neither its body nor any hook runs for it.
public let xit = ExampleWord("xit", .pending)

/// An example that is still to be written or mended: reported as skipped; nothing of it runs. It needs no body.
public let pending = ExampleWord("pending", .pending)

/// What `it`, `fit`, `xit` and `pending` are: words that define an example, with a synchronous body or an asynchronous.
///
/// That pair of bodies cannot be one. An asynchronous body runs in a task, and where it belongs to the main actor as a
/// job of the main queue, which then serves nobody else until the job suspends. A synchronous body must run as a plain
/// call on XCTest's stack, free to block and to turn the run loop (`toEventually`, `waitUntil`, XCTest's own `wait`);
/// a conversion of it to an asynchronous function loses just that. So each kind of word states the pair once, here.
public struct ExampleWord: Sendable {
    private let name: String
    private let marks: Marks

    init(_ name: String, _ marks: Marks = []) {
        self.name = name
        self.marks = marks
    }

    /// Defines an example whose body runs as a plain call.
    ///
    /// - Parameters:
    ///   - description: What the subject does: the end of the sentence.
    ///   - body: Runs once, on XCTest's thread, after the `beforeEach` of the groups around it.
    public func callAsFunction(
        _ description: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping () throws -> Void
    ) {
        define(description, marks, SourcePlace(file: file, line: line), .synchronous { _ in try body() })
    }

    /// Defines an example whose body is asynchronous.
    ///
    /// - Parameters:
    ///   - description: What the subject does: the end of the sentence.
    ///   - body: Runs once, where it is isolated; XCTest waits for it.
    public func callAsFunction(
        _ description: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping () async throws -> Void
    ) {
        define(description, marks, SourcePlace(file: file, line: line), .asynchronous { _ in try await body() })
    }

    /// Defines an example that has no body yet: it is pending, whatever the word.
    ///
    /// - Parameter description: What the subject shall do: the end of the sentence.
    public func callAsFunction(_ description: String, file: StaticString = #filePath, line: UInt = #line) {
        define(description, marks.union(.pending), SourcePlace(file: file, line: line), .synchronous { _ in })
    }

    private func define(_ description: String, _ marks: Marks, _ location: SourcePlace, _ body: Body<ExampleMetadata>) {
        let example = ExampleDefinition(description: description, marks: marks, location: location, body: body)
        currentDefinition(for: name, at: location)?.change { $0.children.append(.example(example)) }
    }
}
