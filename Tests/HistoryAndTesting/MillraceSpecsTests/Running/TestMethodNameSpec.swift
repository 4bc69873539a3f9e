import MillraceSpecs

/// The test method in the names that XCTest gives a test case on its platforms.
final class TestMethodNameSpec: Spec {
    func testSpec() {
        describe("the name of a test case") {
            it("ends with its method on Linux") {
                expect(testMethodName(in: "CounterSpec.testSpec")) == "testSpec"
            }

            it("has its method before the bracket on Apple's platforms") {
                expect(testMethodName(in: "-[CounterTests.CounterSpec testSpec]")) == "testSpec"
                expect(testMethodName(in: "-[CounterSpec testEdges]")) == "testEdges"
            }

            it("may be that of an Objective-C selector there") {
                expect(testMethodName(in: "-[CounterTests.CounterSpec testSpecAndReturnError:]")) == "testSpec"
                expect(testMethodName(in: "-[CounterTests.CounterSpec testSpecWithCompletionHandler:]")) == "testSpec"
            }
        }
    }
}
