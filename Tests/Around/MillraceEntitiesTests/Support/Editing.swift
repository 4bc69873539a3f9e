import MillraceEntities
import MillraceFlux

// The feature that Documentation/Entities.md quotes: edits that are sent in order, each with a version.

struct IssueEdit: Codable, Equatable {
    var title: String
    var votes: Int
}

/// What the server answers to an edit.
enum EditOutcome: Sendable {
    case saved(EntityAnswer)
    case conflict(with: EntityAnswer)
    case refused
}

struct IssueServices: Sendable {
    var save: @Sendable (EntityID, _ fields: [String: JSONValue], _ version: String?) async -> EditOutcome
}

struct TitleEdited: Action {
    let issue: EntityID
    let title: String
}

struct Voted: Action { let issue: EntityID }

struct EditAnswered: Action {
    let issue: EntityID
    let change: EntityChange
    let outcome: EditOutcome
}

func makeIssues(
    _ entities: EntityTable,
    with services: IssueServices,
    on dispatcher: Dispatcher
) -> Store<EntityTable> {
    /// Sends the first edit of an issue that waits, unless one is on its way.
    func send(_ issue: EntityID, of entities: inout EntityTable) -> Effect {
        guard let change = entities.pendingChanges(of: issue).first,
            let fields = entities.fields(changedBy: change, in: issue)
        else { return .none }
        if fields.isEmpty {
            entities.confirm(change)
            return send(issue, of: &entities)
        }
        let version = entities.version(of: issue)
        return .run(issue, .first) {
            EditAnswered(issue: issue, change: change, outcome: await services.save(issue, fields, version))
        }
    }

    return Store(entities, on: dispatcher) { store in
        store.on(TitleEdited.self) { entities, action in
            _ = try? entities.edit(IssueEdit.self, action.issue) { $0.title = action.title }
            return send(action.issue, of: &entities)
        }
        store.on(Voted.self) { entities, action in
            _ = try? entities.edit(IssueEdit.self, action.issue) { $0.votes += 1 }
            return send(action.issue, of: &entities)
        }
        store.on(EditAnswered.self) { entities, action in
            switch action.outcome {
            case .saved(let answer): entities.confirm(action.change, with: answer)
            case .refused: entities.refuse(action.change)
            case .conflict(let answer):
                do {
                    try entities.resolve(action.change, of: action.issue, with: answer, merge)
                } catch {
                    entities.refuse(action.change)
                }
            }
            return send(action.issue, of: &entities)
        }
    }
}

/// Decides field by field: what was written here stands, and votes are added up.
func merge(theirs: IssueEdit, mine: IssueEdit, base: IssueEdit) -> IssueEdit {
    var merged = theirs
    if mine.title != base.title { merged.title = mine.title }
    merged.votes += mine.votes - base.votes
    return merged
}
