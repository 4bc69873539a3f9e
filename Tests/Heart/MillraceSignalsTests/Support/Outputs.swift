import MillraceSignals
import MillraceSpecs

/// What an observer sees of a signal that derives from one that sends some values and then finishes.
func outputs<Input, Output>(of values: [Input], _ derive: (Signal<Input>) -> Signal<Output>) -> [Output] {
    let emitter = Emitter<Input>()
    let recording = Recording(of: derive(emitter))
    values.forEach(emitter.send)
    emitter.finish()
    return recording.values
}
