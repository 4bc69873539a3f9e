import MillraceBase
import MillraceSignals

/// A closure that is called when a part of a store's state has become another value, whatever the types.
@usableFromInline
final class Reaction {
    /// Whether the part is another value than the one that is kept.
    let isDue: () -> Bool

    /// Calls the closure of the user with the value that is kept, keeps the present one, and starts the effect.
    let react: (TurnRunner) -> Void

    /// Keeps the present value: from here on it is the one before.
    let keep: () -> Void

    let part: AnyKeyPath
    let site: CallSite

    @usableFromInline
    init(
        to part: AnyKeyPath,
        at site: CallSite,
        isDue: @escaping () -> Bool,
        react: @escaping (TurnRunner) -> Void,
        keep: @escaping () -> Void
    ) {
        (self.part, self.site) = (part, site)
        (self.isDue, self.react, self.keep) = (isDue, react, keep)
    }

    /// Its part in messages. The text of a computed one is an address.
    var name: String {
        let text = "\(part)"
        return "\(text.contains("<computed") ? "a computed part" : text) (\(site.text))"
    }
}
