import MillraceBase
import MillraceSignals

/// A family as its dispatcher knows it, whatever its keys and states.
@usableFromInline
final class FamilyCore: StateFollower {
    @usableFromInline let name: String
    @usableFromInline let dispatcher: Dispatcher
    @usableFromInline let log: FamilyLog

    /// Registers for the actions that the family itself handles: those of histories.
    @usableFromInline let registration: Registration

    @usableFromInline var home: Home { dispatcher.home }

    /// What histories note of the members together. They keep it.
    @usableFromInline package weak var memberLives: AnyObject?

    private var isDue = false
    private(set) var depth = 0

    /// Follows the elements. Does not keep the family, which keeps this.
    private var followElements: (TurnRunner) -> Void = { _ in }

    @usableFromInline
    init(_ name: String, on dispatcher: Dispatcher) {
        self.name = name
        self.dispatcher = dispatcher
        log = FamilyLog(of: name, in: dispatcher.home)
        registration = Registration(name, with: dispatcher)
    }

    /// Follows the state of a store from now on.
    @usableFromInline
    func begin(_ family: AnyObject, following parent: Registration, _ followElements: @escaping (TurnRunner) -> Void) {
        parent.registrant.add(self)
        begin(family, followElements)
    }

    /// Follows the states of a family's members from now on.
    @usableFromInline
    func begin(_ family: AnyObject, following parents: FamilyCore, _ followElements: @escaping (TurnRunner) -> Void) {
        depth = parents.depth + 1
        parents.log.add(self)
        begin(family, followElements)
    }

    private func begin(_ family: AnyObject, _ followElements: @escaping (TurnRunner) -> Void) {
        #if DEBUG
        dispatcher.hasFamilies = true
        #endif
        self.followElements = followElements
        withRunner { runner in
            runner.noteCreation(of: family, named: name)
            runner.collect { follow(runner) }
        }
    }

    @usableFromInline
    func stateChanged() {
        if isDue { return }
        isDue = true
        dispatcher.followLater(self)
    }

    func follow(_ runner: TurnRunner) {
        isDue = false
        followElements(runner)
    }

    /// Makes a store a member of the family.
    @usableFromInline
    func join(_ store: Registration, on dispatcher: Dispatcher, as member: AnyFamilyMember) {
        let registrant = store.registrant
        guard dispatcher === self.dispatcher, registrant.membership == nil, !registrant.hasEnded else {
            stop(
                """
                StoreFamily.init: the store that was made for \(member.label) is not a new one of the parent's \
                dispatcher. To fix: let the closure make a store with each call, on the dispatcher of the parent.
                """
            )
        }
        registrant.join(member)
    }

    /// Ends a member whose element is gone.
    @usableFromInline
    func dismiss(_ store: Registration, _ runner: TurnRunner) {
        (store.registrant.membership as? AnyFamilyMember)?.isGone = true
        dispatcher.dismiss(store, runner)
    }

    /// The stand-in for a member that is not there.
    @usableFromInline
    func absent(_ member: AnyFamilyMember) -> Registration { Registration(absent: member, from: dispatcher) }

    @usableFromInline
    func dispatchToNobody(_ action: any Action, _ absent: Registration, _ site: CallSite) {
        dispatcher.dispatch(action, to: absent, from: site)
    }

    /// The stand-in for a member of which only the name is known.
    @usableFromInline
    func absent(called name: String) -> Registration { Registration(absent: AbsentName(label: name), from: dispatcher) }

    /// Whether a name is of the form by which recordings call the members of this family.
    @usableFromInline
    func isMember(called name: String) -> Bool { name.hasPrefix("\(self.name)[") && name.hasSuffix("]") }

    /// Notes that the state of a member was changed by a handler of the family.
    @usableFromInline
    func memberChanged(_ store: Registration, _ runner: TurnRunner) {
        dispatcher.runningList?.noteChange(of: store.registrant, runner)
    }

    /// Notes that a member has got a former state when all handlers have returned, and goes on from it.
    ///
    /// - Parameter isNew: Whether its element has just appeared, which is noted for itself.
    @usableFromInline
    func memberReturned(_ store: Registration, isNew: Bool, _ runner: TurnRunner) {
        store.registrant.keepParts()
        if !isNew { store.registrant.notifyWatchers(runner) }
    }

    /// Lets the store of a member be made, which a journal may keep.
    @usableFromInline
    func making<Made>(_ member: AnyFamilyMember, _ make: () -> Made) -> Made {
        guard let journal = dispatcher.journal else { return make() }
        let former = exchange(&journal.memberInMaking, with: member)
        defer { journal.memberInMaking = former }
        return make()
    }

    /// Whether a journal follows which elements come and go.
    @usableFromInline var isJournaled: Bool { dispatcher.journal != nil }

    /// Tells the journal that the element of a member that has not been made has come back.
    @usableFromInline
    func notifyJournal(of member: AnyFamilyMember, returnedWith snapshot: Any) {
        dispatcher.journal?.memberReturned(member, with: snapshot)
    }

    /// The snapshot that a journal would restore into a member that has not been made.
    @usableFromInline
    func journaledSnapshot(of member: AnyFamilyMember) -> Any? { dispatcher.journal?.snapshot(of: member) }

    /// Notifies the journal that an element has come or gone, whose member may never have been made.
    @usableFromInline
    func notifyJournal(of member: AnyFamilyMember, appeared: Bool) {
        if appeared { dispatcher.journal?.memberAppeared(member) } else { dispatcher.journal?.memberLeft(member) }
    }
}

private final class AbsentName: FamilyMembership {
    let label: String

    init(label: String) { self.label = label }

    func memberChanged(_ runner: TurnRunner) {}
}
