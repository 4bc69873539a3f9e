import MillraceTerminal

extension SheetEdits {
    /// An edit for people, with the name of what it is about or without.
    func line(of edit: SheetEdit, namesAnnotation: Bool = true) -> String {
        let change =
            switch edit.change {
            case .state(.review, let name): "status: \(name)"
            case .state(.marked, let name): name.lowercased()
            case .reply(let text): "reply \(edit.id): \(text)"
            }
        let what = namesAnnotation ? "\(edit.annotation) | \(change)" : change
        switch problems[edit.id] {
        case .conflict(let theirs)?:
            let author = theirs.author ?? FilterGroup.author.nameOfMissing
            let date = theirs.date.map { ", \($0.forPeople)" } ?? ""
            return "\(what) | conflict: \(theirs.name) by \(author)\(date)".oneLine
        case .gone?: return "\(what) | the file does not have that any more".oneLine
        case nil: return what.oneLine
        }
    }

    /// An edit for programs.
    func object(of edit: SheetEdit) -> JSONLine {
        var (theirs, problem) = (ReviewState?.none, String?.none)
        switch problems[edit.id] {
        case .conflict(let state)?: (theirs, problem) = (state, "conflict")
        case .gone?: problem = "gone"
        case nil: break
        }
        var (state, mark) = (String?.none, String?.none)
        if case .state(let model, let name) = edit.change {
            if model == .review { state = name } else { mark = name }
        }
        return [
            "annotation": edit.annotation, "author": edit.author,
            "date": edit.date.components?.iso8601 ?? edit.date.text, "id": edit.id, "mark": mark, "problem": problem,
            "reply": edit.replyText, "status": state, "theirs": theirs?.name, "theirAuthor": theirs?.author,
            "theirDate": theirs?.date.map { $0.components?.iso8601 ?? $0.text },
        ]
    }
}
