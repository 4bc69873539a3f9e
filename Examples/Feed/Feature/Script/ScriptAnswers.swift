import Foundation
import MillraceHTML
import MillraceTerminal

/// The answers of a script: lines for people, or JSON for programs.
struct ScriptAnswers {
    let asJSON: Bool
    let setting: RecipeSetting

    /// "110 | 2026-11-28 10:04 | kim | The mill wheel turns"
    func post(_ listed: ListedPost) -> String {
        let post: Post
        switch listed.left.result {
        case .success(let read): post = read
        case .failure(let error):
            return line([listed.id.key, "\(error)"], ["post": listed.id.key, "problem": "\(error)"])
        }
        let (content, kinds) = (post.content, PostFilter.Kind.allCases.filter { post.has($0) })
        let text = content.map { RichText(html: $0.html).text }
        let members: JSONLine = [
            "post": post.id, "account": content?.account?.handle, "name": content?.account?.name,
            "time": content?.created, "text": text, "warning": content?.warning,
            "boostOf": post.boost == nil ? nil : content?.id, "boostBy": post.boost?.account?.handle,
            "answers": content?.answeredID, "has": kinds.map(\.rawValue), "replies": content?.replies.count,
            "boosts": content?.boosts.count, "stars": content?.favourites.count,
            "hasOwnStar": content?.favourites.isOwn, "url": content?.url,
        ]
        let boost = post.boost.map { "\($0.account?.handle ?? "somebody") boosts" }
        let says = content?.warning.map { "[\($0)]" } ?? text
        let rest = kinds.isEmpty ? nil : kinds.map(\.rawValue).joined(separator: ", ")
        let time = content?.created.map { setting.time($0) }
        return line([post.id, time, boost, content?.account?.handle ?? "unknown", says, rest], members)
    }

    func status(_ status: FeedStatus) -> String {
        let tab = status.tabs.first(where: \.isSelected)?.timeline.rawValue
        let members: JSONLine = [
            "tab": tab, "over": status.title, "posts": status.count, "new": status.newCount,
            "filter": status.filter.isEmpty ? nil : status.filter, "isAtEnd": status.isAtEnd,
            "waiting": status.waitingStars, "problem": status.problem,
            "undeclared": status.undeclared.isEmpty ? nil : status.undeclared,
        ]
        let new = status.newCount > 0 ? "\(status.newCount) new" : nil
        return line([tab, status.title, status.summary, new, status.problem] + status.undeclared, members)
    }

    /// A line of the screen, without the blanks at its end.
    func row(_ text: String) -> String {
        if asJSON { return line([], ["row": text]) }
        let end = text.lastIndex { $0 != " " }.map(text.index(after:))
        return String(text[..<(end ?? text.startIndex)])
    }

    /// "starred 110"
    func did(_ what: String, _ id: String) -> String { line(["\(what) \(id)"], [what: id]) }

    private func line(_ parts: [String?], _ members: JSONLine) -> String {
        asJSON ? members.description : parts.compactMap(\.self).joined(separator: " | ").oneLine
    }
}
