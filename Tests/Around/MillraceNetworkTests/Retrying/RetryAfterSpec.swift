import Foundation
import MillraceSpecs

@testable import MillraceNetwork

final class RetryAfterSpec: Spec {
    func testSpec() {
        describe("Retry-After") {
            /// Sunday, 6 November 1994, 08:49:37.
            let now = Date(timeIntervalSince1970: 784_111_777)
            func delay(_ header: String) -> Duration? { RetryAfter.delay(header, now: now) }

            it("is a number of seconds") {
                expect(delay("0")).to(equal(.zero))
                expect(delay(" 120 ")).to(equal(.seconds(120)))
                expect(delay("99999999999999999999")).to(equal(.seconds(3_155_760_000)))
            }

            it("is a number with a fraction, as some servers send it, rounded up to milliseconds") {
                expect(delay("0.5")).to(equal(.milliseconds(500)))
                expect(delay("1.0001")).to(equal(.milliseconds(1001)))
                expect(delay("2.9999")).to(equal(.seconds(3)))
                expect(delay("0.0")).to(equal(.zero))
            }

            it("is a date, in each of the ways in which HTTP writes it") {
                expect(delay("Sun, 06 Nov 1994 08:51:37 GMT")).to(equal(.seconds(120)))
                expect(delay("Sunday, 06-Nov-94 08:51:37 GMT")).to(equal(.seconds(120)))
                expect(delay("Sun Nov  6 08:51:37 1994")).to(equal(.seconds(120)))
            }

            it("is a date by a clock of 24 hours") {
                expect(delay("Sun, 06 Nov 1994 20:51:37 GMT")).to(equal(.seconds(43_320)))
                expect(delay("Sunday, 06-Nov-94 20:51:37 GMT")).to(equal(.seconds(43_320)))
                expect(delay("Sun Nov  6 20:51:37 1994")).to(equal(.seconds(43_320)))
            }

            it("is a date of universal time, wherever the machine is") {
                let zone = NSTimeZone.default
                defer { NSTimeZone.default = zone }
                for seconds in [-8 * 3600, 0, 19_800] {
                    NSTimeZone.default = TimeZone(secondsFromGMT: seconds) ?? .gmt
                    expect(delay("Sun, 06 Nov 1994 08:51:37 GMT")).to(equal(.seconds(120)))
                    expect(delay("Sunday, 06-Nov-94 08:51:37 GMT")).to(equal(.seconds(120)))
                    expect(delay("Sun Nov  6 08:51:37 1994")).to(equal(.seconds(120)))
                }
            }

            it("is nothing to wait for where the date is over") {
                expect(delay("Sun, 06 Nov 1994 08:49:36 GMT")).to(equal(.zero))
            }

            it("is rounded up where now is within a second, so that who waits has waited long enough") {
                let within = now.addingTimeInterval(0.25)
                let dates = [
                    "Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:38 GMT", "Sun, 06 Nov 1994 08:51:37 GMT",
                ]
                let delays = dates.map { RetryAfter.delay($0, now: within) }
                expect(delays).to(equal([.zero, .seconds(1), .seconds(120)]))
                let late = now.addingTimeInterval(0.75)
                expect(dates.map { RetryAfter.delay($0, now: late) }).to(equal([.zero, .seconds(1), .seconds(120)]))
            }

            it("is a century at the most, however far the date is") {
                expect(delay("3155760000")).to(equal(.seconds(3_155_760_000)))
                expect(delay("3155760001")).to(equal(.seconds(3_155_760_000)))
                expect(delay("3155759999")).to(equal(.seconds(3_155_759_999)))
                for year in ["2999", "99999", "999999999", "99999999999999999999"] {
                    let found = delay("Sun, 06 Nov \(year) 08:49:37 GMT")
                    if year == "2999" { expect(found).to(equal(.seconds(3_155_760_000))) }
                    expect(found ?? .zero).to(beLessThanOrEqualTo(.seconds(3_155_760_000)))
                }
            }

            it("is nothing where it is neither") {
                for header in [
                    "", " ", "soon", "+3", "1e300", "nan", "0x10", "1.2.3", "12 s", "-3", "1,5", "٣",
                    "Sun, 99 Nov 1994 08:49:37 GMT",
                ] {
                    expect(delay(header)).to(beNil(), description: header)
                }
            }
        }
    }
}
