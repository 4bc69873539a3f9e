#if os(macOS) || os(Linux)
import Foundation
import MillraceNetwork
import TestSupport
import Testing

/// The programmer's errors of clients.
@Suite struct ClientTrapTests {
    @Test func aClientThatSendsNothingIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var settings = ClientSettings()
            settings.concurrencyLimit = 0
            _ = Client(URL(fileURLWithPath: "/"), settings: settings)
        }
        expect(result, says: "Client.init: the limit of concurrent requests is 0")
    }
}
#endif
