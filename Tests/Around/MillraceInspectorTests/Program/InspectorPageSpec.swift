import Foundation
import MillraceSpecs

@testable import MillraceInspector

final class InspectorPageSpec: Spec {
    func testSpec() {
        describe("the page") {
            it("is whole: every place in it is filled") {
                let page = InspectorPage(.file, nonce: "n0")
                for text in [page.head, page.tail] { expect(text).notTo(contain("{{")) }
                expect(page.head).to(contain("<!DOCTYPE html>"))
                expect(page.tail).to(contain("new App()"))
            }

            it("asks for nothing, and runs only its own scripts") {
                let page = InspectorPage(.file, nonce: "n0")
                expect(page.policy).to(contain("default-src 'none'; script-src 'nonce-n0'; style-src 'nonce-n0'"))
                expect(page.policy).to(contain("connect-src 'none'"))
                expect(page.head).to(contain("content=\"\(page.policy)\""))
                let scripts = (page.head + page.tail).components(separatedBy: "<script").dropFirst()
                expect(scripts.allSatisfy { $0.hasPrefix(" nonce=\"n0\"") }) == true
                for address in ["http://", "https://", "src="] {
                    let text = (page.head + page.tail).replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
                    expect(text).notTo(contain(address))
                }
            }

            it("may speak to its own server only where it follows a file") {
                expect(InspectorPage(.follow, nonce: "n0").policy).to(contain("connect-src 'self'"))
            }

            it("has another nonce each time") {
                expect(InspectorPage(.file).policy).notTo(equal(InspectorPage(.file).policy))
            }
        }
    }
}
