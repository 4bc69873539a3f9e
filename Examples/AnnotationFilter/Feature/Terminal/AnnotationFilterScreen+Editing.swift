import MillraceTerminal

extension AnnotationFilterScreen {
    /// What a key asks for of the annotation under the cursor. Nothing is edited while the cursor is among the filters.
    func edit(_ command: ScreenCommand) -> Request {
        guard local.value.focus != .panel, let id = sheet.row?.id else {
            tell("No annotation is chosen: tab goes there.")
            return .draw
        }
        let view = shown.value
        switch command {
        case .status(let name): return .carryOut(.edit(.status(id, name.map(ReviewStatus.init(rawValue:)))))
        case .mark: return .carryOut(.edit(.mark(id, !view.details.isMarked(id))))
        case .takeBack: return .carryOut(.edit(.takeBack(id)))
        case .keepMine: return .carryOut(.edit(.decide(id, isMine: true)))
        case .reply:
            let isOwn = view.edits.table[id: id]?.replyText != nil
            local.value.prompt = ScreenPrompt(isOwn ? .reword(id) : .reply(to: id), in: view)
        default: break
        }
        return .draw
    }

    func tellOfNoEdits() -> Request {
        tell("Everything is saved.")
        return .draw
    }
}
