import Foundation
import Millrace
import MillraceHTML

/// Which posts of a list are shown.
public struct PostFilter: Hashable, Codable, Sendable {
    /// Something that is in a post besides its text.
    public enum Kind: String, CaseIterable, Codable, Sendable {
        case image, video, audio, poll, link, quote, boost, reply
    }

    /// What is in the posts, one of these; nil for whatever there is.
    public var kind: Kind?
    /// What they say; empty for anything.
    public var text: String

    /// A filter, by default for all posts.
    public init(kind: Kind? = nil, text: String = "") { (self.kind, self.text) = (kind, text) }

    /// Whether all posts are shown.
    public var isEmpty: Bool { kind == nil && text.isEmpty }

    /// The filter for people: "poll, “tea”"; empty for all posts.
    public var description: String {
        [kind?.rawValue, text.isEmpty ? nil : "“\(text)”"].compactMap(\.self).joined(separator: ", ")
    }

    /// Whether a post is shown.
    func includes(_ post: Post) -> Bool {
        (kind.map { post.has($0) } ?? true) && (text.isEmpty || post.says(text))
    }
}

extension Post {
    /// Whether something is in it besides its text.
    func has(_ kind: PostFilter.Kind) -> Bool {
        let kinds = content?.attachments.map(\.kind) ?? []
        return switch kind {
        case .image: kinds.contains(.known(.image)) || kinds.contains(.known(.animation))
        case .video: kinds.contains(.known(.video))
        case .audio: kinds.contains(.known(.audio))
        case .poll: content?.poll != nil
        case .link: content?.card != nil
        case .quote: quote != nil
        case .boost: boost != nil
        case .reply: content?.answeredID != nil
        }
    }

    /// Whether a text is in it, or in the name of its author, whatever the case and the accents are.
    func says(_ text: String) -> Bool {
        guard let content else { return false }
        let words = [
            content.account?.name, content.account?.handle, content.warning, RichText(html: content.html).text,
        ]
        return (words + content.attachments.map(\.description)).contains { $0?.localizedStandardContains(text) == true }
    }
}
