import Millrace
import MillraceNetwork

/// What is known of an image that is shown.
public enum ImageStatus: Equatable, Sendable {
    /// It is fetched when those before it are there.
    case waiting
    /// It is being fetched; with how much of it is here, in percent, where that is known.
    case loading(percent: Int?)
    case loaded(ShownPicture)
    /// It cannot be shown, for this reason.
    case failed(String)
}

/// The images that are on the screen.
///
/// The state contains those alone, so that it stays small. The others are in the ``ImageCache``, which is not state.
public struct ImagesState: Equatable, Sendable {
    /// What is known of each, by its address.
    public internal(set) var shown: [String: ImageStatus] = [:]
    /// Their addresses, the one that is fetched first at the beginning.
    var order: [String] = []
    /// Those that are being fetched, also if they are no longer shown: they are soon in the cache.
    var loading: Set<String> = []
    /// How often fetching has failed in a row.
    var failures: [String: Int] = [:]
}

/// The screen shows these images now, and no others.
public struct ShowImages: Action {
    let addresses: [String]

    /// Creates the action.
    ///
    /// - Parameter addresses: The addresses, the most important one first.
    public init(_ addresses: [String]) { self.addresses = addresses }
}

struct ImageProgressed: Action {
    let address: String
    let percent: Int?
}

struct ImageFetched: Action {
    let address: String
    let picture: Result<ShownPicture, PictureProblem>
}

struct ImageNotFetched: Action {
    let address: String
    let problem: ChatProblem
}

/// Fetches an image again, after a pause.
struct RetryImage: Action { let address: String }

/// Makes the store of the images on the screen.
func makeImages(with services: ChatServices, on dispatcher: Dispatcher) -> Store<ImagesState> {
    Store(ImagesState(), on: dispatcher, name: "images") { images in
        images.on(ShowImages.self) { state, action in
            state.show(action.addresses)
            return state.fetchNext(services)
        }
        images.on(ImageProgressed.self) { state, action in
            state.set(.loading(percent: action.percent), of: action.address)
        }
        images.on(ImageFetched.self) { state, action in
            switch action.picture {
            case .success(let picture): state.set(.loaded(picture), of: action.address)
            case .failure(let problem): state.set(.failed(problem.description), of: action.address)
            }
            state.failures[action.address] = nil
            return state.end(action.address, services)
        }
        images.on(ImageNotFetched.self) { state, action in
            state.set(.failed(action.problem.message), of: action.address)
            let failures = state.failures[action.address, default: 0] + 1
            state.failures[action.address] = failures
            let ending = state.end(action.address, services)
            if action.problem == .signedOut { return [ending, .run { send in send.toAll(SignedOut()) }] }
            guard let delay = action.problem.delay(after: failures) else { return ending }
            return [
                ending, .run("retry \(action.address)", .latest, after: delay) { RetryImage(address: action.address) },
            ]
        }
        images.on(RetryImage.self) { state, action in
            guard case .failed = state.shown[action.address] else { return .none }
            state.set(.waiting, of: action.address)
            return state.fetchNext(services)
        }
        images.on(SignedIn.self) { state, _ in
            for case (let address, .failed) in state.shown { state.set(.waiting, of: address) }
            return state.fetchNext(services)
        }
    }
}

extension ImagesState {
    fileprivate mutating func show(_ addresses: [String]) {
        let former = shown
        shown = [:]
        order = addresses
        for address in addresses {
            shown[address] = former[address] ?? (loading.contains(address) ? .loading(percent: nil) : .waiting)
        }
        failures = failures.filter { shown[$0.key] != nil }
    }

    /// Changes what is known of an image, if it is still shown.
    fileprivate mutating func set(_ status: ImageStatus, of address: String) {
        if shown[address] != nil { shown[address] = status }
    }

    fileprivate mutating func end(_ address: String, _ services: ChatServices) -> Effect {
        loading.remove(address)
        return [.cancel("progress \(address)"), fetchNext(services)]
    }

    /// Fetches the next ones, three at a time, so that messages need not wait behind them.
    fileprivate mutating func fetchNext(_ services: ChatServices) -> Effect {
        var effects: [Effect] = []
        for address in order where shown[address] == .waiting && loading.count < 3 {
            loading.insert(address)
            shown[address] = .loading(percent: nil)
            effects.append(fetch(address, services.media))
        }
        return Effect(effects)
    }

    private func fetch(_ address: String, _ media: MediaServices) -> Effect {
        let meter = TransferMeter()
        let percent = meter.progress(on: media.clock).select { $0.downloaded.map { Int($0 * 100) } }
        let fetch = Effect.run("image \(address)", .first) {
            ImageFetched(address: address, picture: try await media.image(address, meter).picture)
        } catching: { error in
            ImageNotFetched(address: address, problem: ChatProblem(caught: error))
        }
        let progress = Effect.observe(percent, as: "progress \(address)", .latest) { percent in
            ImageProgressed(address: address, percent: percent)
        }
        return [fetch, progress]
    }
}
