public import Foundation

/// A part of a body that has several, as a form with files has: see ``RequestBody/multipart(_:random:)``.
public struct BodyPart: Sendable {
    enum Source: Sendable {
        case bytes(Data)
        case file(URL)
    }

    let source: Source
    let secrets: [Secret]
    /// The lines before the content, without the boundary.
    let head: String

    private init(_ source: Source, _ name: String, fileName: String?, _ contentType: String?, secrets: [Secret] = []) {
        (self.source, self.secrets) = (source, secrets)
        let file = fileName.map { "; filename=\"\($0.quotedInPart)\"" } ?? ""
        let kind = contentType.map { "Content-Type: \($0.withoutControls)\r\n" } ?? ""
        head = "Content-Disposition: form-data; name=\"\(name.quotedInPart)\"\(file)\r\n\(kind)\r\n"
    }

    /// A field of a form.
    public static func field(_ name: String, _ value: String) -> BodyPart {
        BodyPart(.bytes(Data(value.utf8)), name, fileName: nil, nil)
    }

    /// A field whose value appears in no message and no log, even if the server repeats it. A body with one goes to no
    /// other host.
    public static func secret(_ name: String, _ value: Secret) -> BodyPart {
        BodyPart(.bytes(Data(value.text.utf8)), name, fileName: nil, nil, secrets: [value])
    }

    /// Bytes, as a file where they have a file name.
    public static func data(
        _ name: String,
        _ data: Data,
        fileName: String? = nil,
        contentType: String = "application/octet-stream"
    ) -> BodyPart {
        BodyPart(.bytes(data), name, fileName: fileName, contentType)
    }

    /// A file, which is read piece by piece when the body is sent.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - file: The file.
    ///   - fileName: The name that the server sees. Nil for that of the file.
    ///   - contentType: The media type of the file.
    /// - Throws: The system's error if there is no such file, or it cannot be read.
    public static func file(
        _ name: String,
        _ file: URL,
        fileName: String? = nil,
        contentType: String = "application/octet-stream"
    ) throws -> BodyPart {
        _ = try FileHandle.size(of: file)
        return BodyPart(.file(file), name, fileName: fileName ?? file.lastPathComponent, contentType)
    }
}

extension BodyPart: CustomStringConvertible, CustomReflectable {
    /// The head of the part, in one line.
    public var description: String {
        head.split(whereSeparator: \.isNewline).joined(separator: "; ")
    }
    /// A mirror without the bytes.
    public var customMirror: Mirror { Mirror(self, children: ["part": description]) }
}

extension String {
    /// The text as it stands between quotation marks in the head of a part: as browsers write it, who percent-encode
    /// quotation marks and line breaks alone (HTML, 4.10.21.8), and other control characters with them.
    fileprivate var quotedInPart: String {
        var text = ""
        for scalar in unicodeScalars {
            if scalar == "\"" || scalar.value < 32 || scalar.value == 127 {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                text += "%" + (digits.count < 2 ? "0" : "") + digits
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension RequestBody {
    /// A body of several parts: fields and files (`multipart/form-data`, RFC 7578).
    ///
    /// ```swift
    /// var body: RequestBody? {
    ///     get throws { .multipart([.field("title", title), try .file("photo", photo, contentType: "image/jpeg")]) }
    /// }
    /// ```
    ///
    /// Parts that are files are never in memory as a whole: the body is put together in a temporary file when it is
    /// sent, and sent from there, with its length.
    ///
    /// - Parameters:
    ///   - parts: The parts, in order. Names may be equal.
    ///   - random: Makes the boundary between the parts: one of a seed makes it the same in each run.
    public static func multipart(
        _ parts: [BodyPart],
        random: some RandomNumberGenerator = SystemRandomNumberGenerator()
    ) -> RequestBody {
        var random = random
        let boundary = "millrace-" + String(random.next(), radix: 36) + String(random.next(), radix: 36)
        var sources: [BodyPart.Source] = []
        for part in parts {
            let head = Data("--\(boundary)\r\n\(part.head)".utf8)
            sources += [.bytes(head), part.source, .bytes(Data("\r\n".utf8))]
        }
        sources.append(.bytes(Data("--\(boundary)--\r\n".utf8)))
        let contentType = "multipart/form-data; boundary=\(boundary)"
        let secrets = parts.flatMap(\.secrets)
        guard parts.contains(where: \.source.isFile) else {
            let bytes = sources.reduce(into: Data()) { all, source in
                if case .bytes(let more) = source { all += more }
            }
            return RequestBody(bytes, contentType: contentType, secrets: secrets)
        }
        return RequestBody(
            .made { [sources] draft in
                for source in sources { try source.write(to: draft) }
            },
            contentType,
            secrets: secrets
        )
    }
}

extension BodyPart.Source {
    fileprivate var isFile: Bool { if case .file = self { true } else { false } }

    fileprivate func write(to draft: BodyDraft) throws {
        switch self {
        case .bytes(let data): try draft.write(data)
        case .file(let url):
            let file = try FileHandle(forReadingFrom: url)
            defer { try? file.close() }
            while let piece = try file.read(upToCount: 65_536), !piece.isEmpty {
                try Task.checkCancellation()
                try draft.write(piece)
            }
        }
    }
}
