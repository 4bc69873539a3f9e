import MillraceFlux

/// The time in which an element of a family is there. The moments of a history that show it have this in common.
final class MemberLife<State> {
    /// The state with which the member was made, where that comes after its element: the state of all moments before.
    fileprivate(set) var first: State?

    /// The state with which the member was dismissed, from which it has what goes only forward when it comes back.
    fileprivate(set) var last: State?

    /// The journal's snapshot of a member that was not made, when its element left.
    fileprivate(set) var snapshot: Any?
}

/// The present lives of a family's members. All histories have them in common, since one may bring back what another
/// has seen go. They keep this.
final class MemberLives<Key: Hashable, State> {
    private weak var family: StoreFamily<Key, State>?
    private var lives: [Key: MemberLife<State>] = [:]

    /// Which parts of a state go only forward.
    let parts = IrreversibleParts<State>()

    private init(of family: StoreFamily<Key, State>) { self.family = family }

    /// Returns those of a family, which are the same for all its histories.
    static func of(_ family: StoreFamily<Key, State>) -> MemberLives {
        if let lives = family.memberLives as? MemberLives { return lives }
        let lives = MemberLives(of: family)
        family.memberLives = lives
        return lives
    }

    /// Returns the life of an element that is there. O(1).
    func life(of key: Key) -> MemberLife<State> {
        if let life = lives[key] { return life }
        let life = MemberLife<State>()
        lives[key] = life
        return life
    }

    /// Notes the state of a member that has just been made. Each history says so.
    func noteMaking(of key: Key) {
        guard let family, family.isMadeWhenAsked else { return }
        let life = life(of: key)
        if life.first == nil { life.first = family.presentState(of: key) }
    }

    /// Notes the state with which a member goes on in a life in which it was not made.
    func noteMaking(of life: MemberLife<State>, _ state: State) {
        if family?.isMadeWhenAsked == true, life.first == nil { life.first = state }
    }

    /// Notes that an element is gone, while its member is still there. Each history says so.
    func noteLeaving(of key: Key) {
        guard let index = lives.index(forKey: key) else { return }
        let former = lives.remove(at: index)
        noteEnd(of: former.value, key)
        former.value.snapshot = family?.journaledSnapshot(of: key)
        letGoAfterTurn(former as Any)
    }

    private func noteEnd(of life: MemberLife<State>, _ key: Key) {
        guard !parts.isEmpty, let state = family?.presentState(of: key) else { return }
        letGoAfterTurn(exchange(&life.last, with: state) as Any)
    }

    /// Continues a life that has ended, or that another one follows whose member is still there.
    func resume(_ life: MemberLife<State>, of key: Key) {
        if let former = lives.updateValue(life, forKey: key), former !== life { noteEnd(of: former, key) }
    }

    /// Ends the lives of elements that have not come back.
    func endMissing(_ keys: [Key]) {
        for key in keys where family?.contains(key) != true { noteLeaving(of: key) }
    }
}
