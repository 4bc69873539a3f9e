/// The test method in the name of a test case: `testSpec` of `CounterSpec.testSpec`, as XCTest calls it on Linux, and of
/// `-[CounterTests.CounterSpec testSpec]`, as it does on Apple's platforms.
///
/// There a name may be that of an Objective-C selector, which has a suffix for a method that throws or is asynchronous.
package func testMethodName(in name: String) -> String {
    guard name.hasPrefix("-["), name.hasSuffix("]") else {
        return name.split(separator: ".").last.map(String.init) ?? ""
    }
    let selector = name.dropLast().split(separator: " ").last ?? ""
    let suffix = ["AndReturnError:", "WithCompletionHandler:"].first(where: selector.hasSuffix) ?? ""
    return String(selector.dropLast(suffix.count))
}
