import Foundation
import Millrace
import MillraceOffline

/// A label that several devices write, with the number of the server's last change of it.
struct Label: Identifiable, Codable, Equatable {
    var id: Int
    var text: String
    var version = 0
}

/// A label gets another text, or is taken off.
struct LabelEdit: OutboxEdit {
    var subject: Int
    var text: String?

    /// What the server has then, and the number of its change.
    struct Reply: Codable, Equatable {
        var label: Label?
        var version: Int
    }
}

struct LabelNews: PullNews, Codable, Equatable {
    var changed: [Label] = []
    var removed: [Int] = []
    var token: Int?
}

struct Labels: Equatable, Codable {
    var labels: Table<Label> = []
    var outbox = Outbox<LabelEdit>(device: "phone")
    var pull = Pull<LabelNews>()

    /// What the server has is shown where nothing waits.
    mutating func take(_ news: LabelNews, isWhole: Bool) {
        let there = Set(news.changed.map(\.id))
        let gone = isWhole ? labels.map(\.id).filter { !there.contains($0) } : news.removed
        for id in gone where outbox.status(of: id) == .saved { labels.remove(id: id) }
        for label in news.changed where outbox.status(of: label.id) == .saved { labels.updateOrAppend(label) }
    }

    mutating func take(_ answered: OutboxAnswered<LabelEdit>) {
        guard let entry = outbox.take(answered), case .saved(let reply?, _) = answered.answer,
            outbox.status(of: entry.edit.subject) == .saved
        else { return }
        if let label = reply.label { labels.updateOrAppend(label) } else { labels.remove(id: entry.edit.subject) }
    }
}

extension Labels {
    mutating func write(_ id: Int, _ text: String?) {
        if let text {
            labels.updateOrAppend(Label(id: id, text: text, version: labels[id: id]?.version ?? 0))
        } else {
            labels.remove(id: id)
        }
        outbox.add(LabelEdit(subject: id, text: text))
    }

    mutating func sync(_ sender: OutboxSender<LabelEdit>, _ source: PullSource<LabelNews>) -> Effect {
        [outbox.send(by: sender), pull.ask(source, beside: outbox)]
    }
}

enum OnLabels: Action, Equatable {
    case begin
    case write(Int, String?)
    case hurry
    case askAgain
}

func makeLabels(
    _ state: Labels = Labels(),
    on dispatcher: Dispatcher,
    sender: OutboxSender<LabelEdit>,
    source: PullSource<LabelNews>
) -> Store<Labels> {
    Store(state, on: dispatcher, name: "labels") { store in
        store.on(OnLabels.self) { state, action in
            switch action {
            // What an earlier run has left, too.
            case .begin: return state.sync(sender, source)
            case .write(let id, let text): state.write(id, text)
            case .hurry:
                state.outbox.hurry()
                state.pull.hurry()
            case .askAgain: state.pull.askAgain()
            }
            return .none
        }
        store.on(OutboxAnswered<LabelEdit>.self) { state, answered in state.take(answered) }
        store.on(Pulled<LabelNews>.self) { state, pulled in
            guard let news = state.pull.take(pulled, beside: state.outbox) else { return }
            state.take(news, isWhole: pulled.isWhole)
        }
        store.onChange(of: \.outbox) { state, _ in state.sync(sender, source) }
        store.onChange(of: \.pull) { state, _ in state.sync(sender, source) }
    }
}

/// A server as a plain list of changes, which it may forget.
struct LabelServer: Equatable {
    private(set) var labels: [Int: Label] = [:]
    private var removals: [Int: Int] = [:]
    private var saved: Set<OutboxKey> = []
    private var version = 0
    private var firstToken = 0

    /// What has changed since a token; nil if it is forgotten.
    func news(since token: Int?) -> LabelNews? {
        if let token, token < firstToken { return nil }
        let changed = labels.values.filter { $0.version > token ?? 0 }.sorted { $0.id < $1.id }
        let removed = token.map { token in removals.filter { $0.value > token }.keys.sorted() } ?? []
        return LabelNews(changed: changed, removed: removed, token: version)
    }

    mutating func forget() {
        version += 1
        (firstToken, removals) = (version, [:])
    }

    mutating func write(_ id: Int, _ text: String?) {
        version += 1
        labels[id] = text.map { Label(id: id, text: $0, version: version) }
        removals[id] = text == nil ? version : nil
    }

    /// Saves an edit once. The answer is what there is now, also where the edit was saved before: what others have written
    /// since was not shown, as the edit was waiting.
    mutating func save(_ entry: OutboxEntry<LabelEdit>) -> LabelEdit.Reply {
        if saved.insert(entry.key).inserted { write(entry.edit.subject, entry.edit.text) }
        return LabelEdit.Reply(label: labels[entry.edit.subject], version: version)
    }
}
