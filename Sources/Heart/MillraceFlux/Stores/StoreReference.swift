import MillraceSignals

/// A store with a state of any type: for declaring the order between stores, and for addressing actions.
///
/// Only ``Store`` conforms.
public protocol StoreReference: EffectArrayHandling {
    /// The registration of the store with its dispatcher, which is the store itself.
    var registration: Registration { get }
}

// The forms of `on` whose handlers return effects stand in extensions of protocols, and not of `Store`: where a closure
// fits several, the compiler prefers the class to a protocol, and a protocol to one that it refines. So a handler that
// returns nothing stays one that returns nothing, and a handler that is only an expression returns the value of that
// expression.

/// A store whose handlers may return several effects. Every store is one; see ``StoreReference``.
public protocol EffectArrayHandling: AnyObject {}
