// What MillraceSpecs and its tests use of Apple's XCTest, to type-check on Linux what is compiled on Apple's platforms
// only: see `.ci/apple/check`. Each declaration is as the page named above it has it; bodies are never run.
//
// Under https://developer.apple.com/documentation/xctest/ unless an address is whole. Where a page says that a symbol
// is imported from Objective-C (c:objc…), its class is `open` here, and optional methods of a protocol have defaults.

@_exported import Foundation

// xctest
open class XCTest: NSObject {
    // xctest/name
    open var name: String { "" }
    // xctest/testrun
    open var testRun: XCTestRun? { nil }
    // xctest/setup()
    open func setUp() {}
    // xctest/setupwitherror()
    open func setUpWithError() throws {}
    // xctest/teardown()
    open func tearDown() {}
    // xctest/teardownwitherror()
    open func tearDownWithError() throws {}
}

// xctestcase
open class XCTestCase: XCTest {
    // xctestcase/invoketest()
    open func invokeTest() {}
    // xctestcase/record(_:), which takes the value type in Swift: xctestrun/record(_:)
    open func record(_ issue: XCTIssue) {}
    // xctestcase/expectation(description:)
    open func expectation(description: String) -> XCTestExpectation { XCTestExpectation() }
    // xctestcase/wait(for:timeout:)
    @available(*, noasync)
    open func wait(for expectations: [XCTestExpectation], timeout seconds: TimeInterval) {}
}

// xctestrun
open class XCTestRun: NSObject {
    // xctestrun/skipcount
    open var skipCount: Int { 0 }
}

// xctestexpectation, which other threads may fulfil: https://developer.apple.com/documentation/xctest/xctestexpectation
open class XCTestExpectation: NSObject, @unchecked Sendable {
    // xctestexpectation/fulfill()
    open func fulfill() {}
}

// xctissue-swift.struct
public struct XCTIssue {
    // xctissue-swift.struct/issuetype, whose cases are those of xctissuereference/issuetype
    public enum IssueType: Int, Sendable {
        case assertionFailure, thrownError, uncaughtException, performanceRegression, system, unmatchedExpectedFailure
    }
    // xctissue-swift.struct/severity
    public enum Severity: Int, Sendable {
        case warning, error
    }
    // xctissue-swift.struct/type
    public var type: IssueType
    // xctissue-swift.struct/compactdescription
    public var compactDescription: String
    // xctissue-swift.struct/detaileddescription
    public var detailedDescription: String?
    // xctissue-swift.struct/sourcecodecontext
    public var sourceCodeContext: XCTSourceCodeContext
    // xctissue-swift.struct/associatederror
    public var associatedError: (any Error)?
    // xctissue-swift.struct/attachments
    public var attachments: [XCTAttachment]

    // xctissue-swift.struct/init(type:compactdescription:detaileddescription:sourcecodecontext:associatederror:attachments:severity:)
    public init(
        type: XCTIssue.IssueType,
        compactDescription: String,
        detailedDescription: String? = nil,
        sourceCodeContext: XCTSourceCodeContext = .init(),
        associatedError: (any Error)? = nil,
        attachments: [XCTAttachment] = [],
        severity: XCTIssue.Severity = .error
    ) {
        fatalError()
    }
}

// xctattachment
open class XCTAttachment: NSObject {}

// xctsourcecodecontext
open class XCTSourceCodeContext: NSObject {
    // xctsourcecodecontext/init()
    public convenience override init() { self.init(location: nil) }
    // xctsourcecodecontext/init(location:)
    public init(location: XCTSourceCodeLocation?) {}
    // xctsourcecodecontext/location
    open var location: XCTSourceCodeLocation? { nil }
}

// xctsourcecodelocation
open class XCTSourceCodeLocation: NSObject {
    // xctsourcecodelocation/init(filepath:linenumber:)-3hzmr
    public init(filePath: String, lineNumber: Int) {}
    // xctsourcecodelocation/init(filepath:linenumber:)-8qw52
    public convenience init(filePath: StaticString = #filePath, lineNumber: UInt = #line) {
        self.init(filePath: "\(filePath)", lineNumber: Int(lineNumber))
    }
    // xctsourcecodelocation/fileurl
    open var fileURL: URL { fatalError() }
    // xctsourcecodelocation/linenumber
    open var lineNumber: Int { 0 }
}

// xctactivity
public protocol XCTActivity: NSObjectProtocol {}

// xctcontext
open class XCTContext: NSObject {
    // xctcontext/runactivity(named:block:)
    @MainActor @preconcurrency
    public class func runActivity<Result>(
        named name: String,
        block: @MainActor (any XCTActivity) throws -> Result
    ) rethrows -> Result {
        fatalError()
    }
}

// xctskip-swift.struct
public struct XCTSkip: Error, Sendable {
    // xctskip-swift.struct/message
    public var message: String? { nil }
    // xctskip-swift.struct/init(_:file:line:)
    public init(_ message: String? = nil, file: StaticString = #filePath, line: UInt = #line) {}
}

// xctestobservation
public protocol XCTestObservation: NSObjectProtocol {
    // xctestobservation/testbundledidfinish(_:)
    func testBundleDidFinish(_ testBundle: Bundle)
}

extension XCTestObservation {
    public func testBundleDidFinish(_ testBundle: Bundle) {}
}

// xctestobservationcenter
open class XCTestObservationCenter: NSObject {
    // xctestobservationcenter/shared
    open class var shared: XCTestObservationCenter { fatalError() }
    // xctestobservationcenter/addtestobserver(_:)
    open func addTestObserver(_ testObserver: any XCTestObservation) {}
}

// xctfail(_:file:line:)
public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}

// xctassertequal(_:_:_:file:line:)
public func XCTAssertEqual<T>(
    _ expression1: @autoclosure () throws -> T,
    _ expression2: @autoclosure () throws -> T,
    _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) where T: Equatable {}

// xctasserttrue(_:_:file:line:)
public func XCTAssertTrue(
    _ expression: @autoclosure () throws -> Bool,
    _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) {}

// xctunwrap(_:_:file:line:)
public func XCTUnwrap<T>(
    _ expression: @autoclosure () throws -> T?,
    _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) throws -> T {
    fatalError()
}
