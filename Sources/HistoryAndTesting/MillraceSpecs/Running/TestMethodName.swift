/// Returns the test method in the name of a test case: `testSpec` for `CounterSpec.testSpec`, the form on Linux, and
/// for `-[CounterTests.CounterSpec testSpec]`, the form on Apple's platforms.
///
/// There the name may be that of an Objective-C selector, with a suffix for a method that throws or is asynchronous.
package func testMethodName(in name: String) -> String {
    guard name.hasPrefix("-["), name.hasSuffix("]") else {
        return name.split(separator: ".").last.map(String.init) ?? ""
    }
    let selector = name.dropLast().split(separator: " ").last ?? ""
    let suffix = ["AndReturnError:", "WithCompletionHandler:"].first(where: selector.hasSuffix) ?? ""
    return String(selector.dropLast(suffix.count))
}
