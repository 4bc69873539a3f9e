public import Foundation

/// The answer of a server: its status, its headers and its body.
public struct Response: Sendable {
    /// The status code, such as 200.
    public var status: Int
    /// The headers.
    public var headers: [HTTPHeader]
    /// The body, after decompression.
    public var body: Data

    /// Creates a response.
    public init(_ status: Int = 200, headers: [HTTPHeader] = [], body: Data = Data()) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// Creates a response with a text as its body, and the content type JSON unless a header says otherwise.
    public init(_ status: Int = 200, headers: [HTTPHeader] = [], json: String) {
        let kind = headers["Content-Type"] == nil ? [HTTPHeader("Content-Type", "application/json")] : []
        self.init(status, headers: headers + kind, body: Data(json.utf8))
    }

    /// Decodes the body as JSON.
    ///
    /// - Throws: A ``DecodingProblem``, with the coding path and the line of JSON.
    public func json<Value: Decodable>(
        _ type: Value.Type = Value.self,
        decoder: JSONDecoder = JSONDecoder()
    ) throws(DecodingProblem) -> Value {
        do {
            return try decoder.decode(type, from: body)
        } catch {
            throw DecodingProblem(error, in: body)
        }
    }
}
