// watchOS can import UIKit, too, but has no views there; tvOS has no switches and sliders. Type-checked only.
#if canImport(UIKit) && !os(watchOS)
import MillraceSignals
import UIKit

extension UIControl {
    /// A signal of the control's events.
    ///
    /// ```swift
    /// button.signal(for: .touchUpInside).observe(for: self) { screen, _ in screen.save() }
    /// ```
    ///
    /// The control is asked while the signal has observers, which it then keeps alive. The signal does not keep the
    /// control, and falls silent with it. Never finishes. O(1) per event.
    ///
    /// - Parameter events: The events; several are one signal.
    public func signal(for events: UIControl.Event) -> Signal<Void> { signal(for: events) { _ in } }

    /// A signal of a value that is read from the control at each of its events.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - value: Reads the value.
    public func signal<Value>(
        for events: UIControl.Event,
        _ value: @escaping @MainActor (UIControl) -> Value
    ) -> Signal<Value> {
        Signal { [weak self] emitter in
            // Each action has an identifier of its own: of two with the same one the control would drop the first.
            let action = UIAction { [weak self] _ in
                if let self { emitter.send(value(self)) }
            }
            self?.addAction(action, for: events)
            return { [weak self] in self?.removeAction(action, for: events) }
        }
    }
}

extension UIButton {
    /// Emits when the button is tapped, or pressed on a keyboard or a remote. See `UIControl.signal(for:)`.
    public var taps: Signal<Void> { signal(for: .primaryActionTriggered) }
}

extension UITextField {
    /// The text, whenever the user has changed it. See `UIControl.signal(for:)`.
    public var texts: Signal<String> { signal(for: .editingChanged) { ($0 as? UITextField)?.text ?? "" } }

    /// Emits when the user has pressed return. See `UIControl.signal(for:)`.
    public var returns: Signal<Void> { signal(for: .editingDidEndOnExit) }
}

extension UISegmentedControl {
    /// The selected segment, whenever the user has selected another; -1 for none. See `UIControl.signal(for:)`.
    public var selections: Signal<Int> {
        signal(for: .valueChanged) { ($0 as? UISegmentedControl)?.selectedSegmentIndex ?? -1 }
    }
}

#if !os(tvOS)
extension UISwitch {
    /// Whether the switch is on, whenever the user has turned it. See `UIControl.signal(for:)`.
    public var turns: Signal<Bool> { signal(for: .valueChanged) { ($0 as? UISwitch)?.isOn ?? false } }
}

extension UISlider {
    /// The value, whenever the user has moved the slider. See `UIControl.signal(for:)`.
    public var values: Signal<Float> { signal(for: .valueChanged) { ($0 as? UISlider)?.value ?? 0 } }
}
#endif
#endif
