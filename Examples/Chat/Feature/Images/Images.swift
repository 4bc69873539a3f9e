import Foundation
import Millrace
import MillraceNetwork

/// What is known of the image that is shown.
public enum ImageStatus: Equatable, Sendable {
    /// It is being fetched; with how much of it is here, in percent, where that is known.
    case loading(percent: Int?)
    case loaded(ImageFile)
    /// It cannot be shown, for this reason.
    case failed(String)
}

/// The image of the page that is shown. Others are in the ``ImageCache``, which is not state.
public struct ShownImage: Equatable, Sendable {
    /// Its address.
    public let address: String
    /// How the terminal shows it; nil for a script.
    let format: TerminalImageFormat?
    /// What is known of it.
    public internal(set) var status = ImageStatus.loading(percent: nil)
}

/// The screen shows this image now, and no other.
struct ShowImage: Action {
    /// Its address; nil for no image.
    let address: String?
    /// How the terminal shows it; nil to fetch it only.
    var format: TerminalImageFormat?
}

struct ImageProgressed: Action { let percent: Int? }
struct ImageFetched: Action { let file: ImageFile }
struct ImageNotFetched: Action { let problem: ChatProblem }

/// Makes the store of the image that is shown.
func makeImage(with services: ChatServices, on dispatcher: Dispatcher) -> Store<ShownImage?> {
    Store(nil, on: dispatcher, name: "image") { store in
        store.on(ShowImage.self) { image, action in
            image = action.address.map { ShownImage(address: $0, format: action.format) }
            return image.fetch(with: services)
        }
        store.on(ImageProgressed.self) { image, action in image?.status = .loading(percent: action.percent) }
        store.on(ImageFetched.self) { image, action in
            let problem = image?.format?.problem(with: action.file)
            image?.status = problem.map { .failed($0) } ?? .loaded(action.file)
            return .cancel("progress")
        }
        store.on(ImageNotFetched.self) { image, action in
            image?.status = .failed(action.problem.message)
            return .cancel("progress")
        }
        store.on(SignedIn.self) { image, _ in
            if case .failed = image?.status { image.fetch(with: services) } else { .none }
        }
    }
}

extension ShownImage? {
    /// Fetches the image, in place of any other.
    fileprivate mutating func fetch(with services: ChatServices) -> Effect {
        guard let address = self?.address else { return [.cancel("image"), .cancel("progress")] }
        self?.status = .loading(percent: nil)
        let meter = TransferMeter()
        let percent = meter.progress(on: services.clock).select { $0.downloaded.map { Int($0 * 100) } }
        let fetch = Effect.asking("image", .latest, againOn: services.clock) { send in
            send(ImageFetched(file: ImageFile(try await services.image(at: address, meter))))
        } failing: {
            ImageNotFetched(problem: $0)
        }
        return [fetch, .observe(percent, as: "progress", .latest) { ImageProgressed(percent: $0) }]
    }
}
