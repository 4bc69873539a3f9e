import Foundation
import LoopbackHTTP
import MillraceNetwork
import MillraceSignals

extension LoopbackServer {
    /// A client of this server, in real time. Its limits are ones that no example reaches unless it says so.
    func client(
        authentication: Authentication? = nil,
        over transport: any Transport = URLSessionTransport(),
        _ change: (inout ClientSettings) -> Void = { _ in }
    ) -> Client {
        var settings = ClientSettings()
        settings.limits = RequestLimits(attempt: .seconds(60), silence: .seconds(60), total: .seconds(60))
        settings.retry = .never
        change(&settings)
        return Client(baseURL, over: transport, settings: settings, authentication: authentication)
    }

    /// How a request ends at a server that replies so.
    static func outcome(
        of reply: Reply,
        _ change: (inout ClientSettings) -> Void = { _ in }
    ) async throws -> Result<String, RequestError> {
        let server = try LoopbackServer { _ in reply }
        defer { server.stop() }
        return await server.client(change).outcome(of: GetText())
    }
}

extension Client {
    /// Sends a request, and gives an error back as a value.
    func outcome<R: Request>(of request: R, meter: TransferMeter? = nil) async -> Result<R.Answer, RequestError> {
        do throws(RequestError) {
            return .success(try await send(request, meter: meter))
        } catch {
            return .failure(error)
        }
    }
}
