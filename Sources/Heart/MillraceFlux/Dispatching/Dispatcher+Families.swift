import MillraceBase
import MillraceSignals

// The dispatcher's part in families of stores.

extension Dispatcher {
    /// Has a family follow the handlers' changes, before the action counts as handled.
    func followLater(_ follower: any StateFollower) { followers.append(follower) }

    @inline(never)
    func followStates(_ runner: TurnRunner) {
        // A family follows when those that it depends on have, so it makes no member whose element is about to go.
        while let next = followers.indices.min(by: { followers[$0].depth < followers[$1].depth }) {
            followers.remove(at: next).follow(runner)
        }
    }

    /// Ends a member of a family, during a dispatch: from now on none of its handlers is called, and no effect of its
    /// dispatches. Work that runs code of the user, as cancelling does, waits for the end of the turn.
    func dismiss(_ member: Registration, _ runner: TurnRunner) {
        guard member.registrant.end() else { return }
        let last = member.takeHandlers()
        if last != nil { using { drop(last) } }
        runner.afterTurn {
            member.dependent?.registrationEnded()
            last?.releasePrevious()
        }
    }

    /// Ends the process where a store is not one of this dispatcher's, or was unregistered without being a member of a
    /// family: an action addressed to a member that is gone is not handled.
    @usableFromInline
    func requireAddressable(_ registration: Registration, _ method: StaticString, _ site: CallSite) {
        let registrant = registration.registrant
        if registration.isWith(self), !registrant.hasEnded || registrant.membership != nil { return }
        requireRegistered(registration, method, site)
    }

    #if DEBUG
    /// Reports, once for each type, that an effect sends an action to a store alone, which does not handle it, while
    /// others do.
    func reportLost<ActionType: Action>(_ action: ActionType, to store: Registration) {
        let type = ObjectIdentifier(ActionType.self)
        if store.ownHandlers.find(type)?.takeUnretainedValue().firstStore != nil { return }
        guard let other = handlers.find(type)?.takeUnretainedValue().firstStore, reportedTypes.insert(type).inserted
        else {
            return
        }
        let name = store.registrant.label
        writeToStandardError(
            """
            Effect.Send: \(ActionType.self), which an effect of \(name) dispatches to \(name) alone, is not handled there, \
            and \(other) handles it. \
            To fix: dispatch it with send.toAll(_:), with send.toParent(_:) or, to one store, with send(_:to:).
            """
        )
    }
    #endif
}
