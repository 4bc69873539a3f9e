import Observation

/// What SwiftUI makes of a view's body: it is drawn, and again when something that it has read has changed.
@MainActor
final class Drawing {
    private let body: () -> String
    private(set) var drawn: [String] = []

    init(_ body: @escaping () -> String) {
        self.body = body
        draw()
    }

    private func draw() {
        let text = withObservationTracking(body) { [weak self] in MainActor.assumeIsolated { self?.draw() } }
        drawn.append(text)
    }
}
