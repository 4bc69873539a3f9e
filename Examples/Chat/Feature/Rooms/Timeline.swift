import Millrace

/// The events of a room in the server's order, and the gaps between them.
///
/// A gap marks a place where the server has events that are missing here: before the oldest event, until the user has
/// scrolled there, and after a long loss of the network. Both are filled in the same way, from newer events to older
/// ones.
///
/// Edits, reactions and redactions are stored by the id of the event that they belong to, so the order in which they
/// arrive does not matter: a reaction may arrive before the page with its message.
public struct Timeline: Equatable, Codable, Sendable {
    /// The events and the gaps, the oldest first.
    public private(set) var entries: Table<TimelineEntry> = []
    /// The edits, reactions and redactions, by the id of their event.
    private(set) var relations: [String: Relations] = [:]
    /// How many events are damaged.
    public private(set) var damagedCount = 0
    /// How many gaps there have been: each has a number of its own.
    private var gapCount = 0

    /// Adds the newest events. Those that are there already stay where they are.
    ///
    /// - Parameters:
    ///   - token: The token of the place before them, where it is known.
    ///   - isLimited: Whether the homeserver has events before them that it has not sent.
    mutating func append(_ events: [TimelineEvent], from token: String?, isLimited: Bool) {
        if isLimited, let token, events.first.map({ !contains($0.id) }) ?? true { entries.append(makeGap(token)) }
        for event in events where !contains(event.id) {
            entries.append(TimelineEntry(id: event.id, content: .event(take(event))))
        }
        if let token, let first = events.first?.id { entries[id: first]?.before = token }
    }

    /// Inserts older events in the place of a gap, which remains for those that are still missing.
    ///
    /// The gap is removed if the server has no older events, or if the page reaches the events before the gap; and if
    /// the next page would be this one again, or has only events from behind the gap, as some servers answer for ever.
    /// A page without events is no end: the server may have left out what the user must not see.
    mutating func fill(_ gap: TimelineEntry.ID, with older: OlderEvents) {
        guard let position = entries.index(id: gap) else { return }
        // The server's order is that of the list: once it reaches a known event before the gap, the rest is known.
        var (new, meets): ([TimelineEvent], Bool) = ([], false)
        for event in older.events {
            guard let known = entries.index(id: event.id) else {
                new.append(event)
                continue
            }
            meets = known < position
            if meets { break }
        }
        for event in new where !contains(event.id) {
            entries.insert(TimelineEntry(id: event.id, content: .event(take(event))), at: position + 1)
        }
        let leadsOn = older.events.isEmpty || !new.isEmpty
        if let end = older.end, !meets, leadsOn, entries[id: gap]?.content != .gap(from: end) {
            entries[id: gap]?.content = .gap(from: end)
            if let oldest = new.last?.id, oldest == older.events.last?.id { entries[id: oldest]?.before = end }
        } else {
            entries.remove(id: gap)
        }
    }

    /// Removes the oldest events if there are many, and leaves a gap from which they can be fetched again.
    ///
    /// That is possible only at places whose tokens are known: where an answer or a page of the homeserver began.
    /// O(n) for the number of events that are removed and kept; O(1) if there are not many.
    ///
    /// - Parameter limit: How many events to keep at most. Nothing is removed until there are half as many again.
    mutating func trim(to limit: Int) {
        guard entries.count > limit + limit / 2 else { return }
        let candidates = (entries.count - limit)..<entries.count
        guard let position = candidates.first(where: { entries[$0].before != nil }),
            let token = entries[position].before
        else { return }
        let kept = entries.suffix(from: position)
        for position in 0..<position { if let event = entries[position].event { forget(event) } }
        entries = Table([makeGap(token)] + kept)
    }

    /// Whether an event is here.
    func contains(_ event: String) -> Bool { entries.contains(id: event) }

    /// An event, if it is here.
    public func event(_ id: String) -> TimelineEvent? { entries[id: id]?.event }

    private mutating func makeGap(_ token: String) -> TimelineEntry {
        gapCount += 1
        return TimelineEntry(id: "gap \(gapCount)", content: .gap(from: token))
    }
}

/// An event of a timeline, or a gap in it.
public struct TimelineEntry: Identifiable, Hashable, Codable, Sendable {
    /// The content of an entry.
    public enum Content: Hashable, Codable, Sendable {
        case event(TimelineEvent)
        /// Missing events. The token says from where to fetch older ones.
        case gap(from: String)
    }

    /// The identity of the event, or of the gap.
    public let id: String
    /// The event or the gap.
    public internal(set) var content: Content
    /// The token of the place before it, from which older events can be fetched; nil where it is not known.
    var before: String?

    /// The event, if it is one.
    public var event: TimelineEvent? { if case .event(let event) = content { event } else { nil } }

    /// Whether events are missing here.
    public var isGap: Bool { event == nil }
}

/// What other events say of an event.
struct Relations: Equatable, Codable, Sendable {
    /// Other texts, by the identities of the events that bring them.
    var edits: [String: Edit] = [:]
    /// Reactions, by the identities of their events.
    var reactions: [String: Reaction] = [:]
    var isRedacted = false

    /// Whether nothing is known.
    var isEmpty: Bool { edits.isEmpty && reactions.isEmpty && !isRedacted }

    struct Edit: Equatable, Codable, Sendable {
        let sender: String
        let time: Int
        let content: MessageContent
    }

    struct Reaction: Equatable, Codable, Sendable {
        let sender: String
        let key: String
    }

    /// The text that holds now: the last one by the same sender, by the server's time and then by identity.
    func edit(by sender: String) -> MessageContent? {
        edits.filter { $0.value.sender == sender }
            .max { ($0.value.time, $0.key) < ($1.value.time, $1.key) }?
            .value.content
    }
}

extension Timeline {
    /// Notes what an event says of others, and returns it as it is to be kept.
    private mutating func take(_ event: TimelineEvent) -> TimelineEvent {
        var event = event
        if relations[event.id]?.isRedacted == true { event.content = event.content.redacted }
        switch event.content {
        case .edit(let target, let content):
            let edit = Relations.Edit(sender: event.sender, time: event.time, content: content)
            relate(target) { $0.edits[event.id] = edit }
        case .reaction(let target, let key):
            relate(target) { $0.reactions[event.id] = Relations.Reaction(sender: event.sender, key: key) }
        case .redaction(let target): redact(target)
        case .damaged: damagedCount += 1
        default: break
        }
        return event
    }

    /// Undoes what ``take(_:)`` has noted of an event that is removed from here, or deleted.
    ///
    /// What newer events say of it stays, because these are not fetched again.
    private mutating func forget(_ event: TimelineEvent) {
        switch event.content {
        case .edit(let target, _): relate(target) { $0.edits[event.id] = nil }
        case .reaction(let target, _): relate(target) { $0.reactions[event.id] = nil }
        // The homeserver sends what was deleted without its content.
        case .redaction(let target): relate(target) { $0.isRedacted = false }
        case .damaged: damagedCount -= 1
        default: break
        }
    }

    /// Changes what is known of an event. If that is nothing any more, nothing is kept.
    private mutating func relate(_ target: String, _ change: (inout Relations) -> Void) {
        change(&relations[target, default: Relations()])
        if relations[target]?.isEmpty == true { relations[target] = nil }
    }

    private mutating func redact(_ target: String) {
        relate(target) { $0.isRedacted = true }
        guard var event = event(target) else { return }
        // What was deleted stays so.
        if case .redaction = event.content { return }
        forget(event)
        event.content = event.content.redacted
        entries[id: target]?.content = .event(event)
    }
}

extension EventContent {
    /// What is left of an event whose content is taken out.
    fileprivate var redacted: EventContent {
        switch self {
        // What is left of an edit does not say that it was one: the homeserver sends a deleted message.
        case .message, .encrypted, .damaged, .edit: .redacted(isShown: true)
        case .reaction, .unknown, .membership, .topic, .name, .replaced: .redacted(isShown: false)
        case .redaction, .redacted: self
        }
    }
}
