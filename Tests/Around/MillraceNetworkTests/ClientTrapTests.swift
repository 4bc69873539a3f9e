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

    @Test func anInterceptorThatSendsTwiceIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let twice = Interceptor { request, send in
                try await send(request)
                try await send(request)
            }
            let client = Client(
                URL(fileURLWithPath: "/").asHTTP,
                over: FunctionTransport { _ in Response() },
                interceptors: [twice]
            )
            _ = try await client.send(GetText())
        }
        expect(result, says: "Interceptor.Next: one attempt sends a request a second time")
    }
}
#endif
