import Millrace

enum Validation: Equatable, Sendable {
    case empty, checking
    case ok(String), failed(String)

    var isValid: Bool { if case .ok = self { true } else { false } }
}

extension Validation {
    static func username(_ name: String) -> Validation? {
        if name.isEmpty { return .empty }
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber }
        return isPlain ? nil : .failed("Only letters and numbers are allowed")
    }

    static func password(_ password: String) -> Validation {
        if password.isEmpty { return .empty }
        return password.count < 5 ? .failed("At least 5 characters are needed") : .ok("This will do")
    }

    static func repeated(_ password: String, _ repeated: String) -> Validation {
        if repeated.isEmpty { return .empty }
        return repeated == password ? .ok("Repeated") : .failed("It is another one")
    }
}

protocol SignupService: Sendable {
    func isAvailable(_ username: String) async throws -> Bool
    func signUp(_ username: String, password: String) async throws -> Bool
    func tell(_ message: String) async
}

final class SignupModel {
    let username = Variable("")
    let password = Variable("")
    let repeated = Variable("")
    let taps = Emitter<Void>()

    let usernameCheck: Observable<Validation>
    let passwordCheck: Observable<Validation>
    let repeatedCheck: Observable<Validation>
    let isSigningUp: Observable<Bool>
    let canSignUp: Observable<Bool>
    let signedUp: Signal<Bool>

    init(service: some SignupService, on scheduler: some Scheduler) {
        usernameCheck = username.flatMapLatest { name in
            if let problem = Validation.username(name) { return Observable(problem) }
            return Signal.tryCall(on: scheduler) { try await service.isAvailable(name) }
                .map { answer in
                    switch answer {
                    case .success(true): .ok("Available")
                    case .success(false): .failed("Already taken")
                    case .failure: .failed("Error contacting server")
                    }
                }
                .hold(.checking)
        }
        passwordCheck = password.map(Validation.password)
        repeatedCheck = combine(password, repeated).map(Validation.repeated)

        let signingUp = Activity()
        isSigningUp = signingUp.isInFlight
        signedUp = taps.withLatest(from: combine(username, password)).map(\.1)
            .tryMap(.first, on: scheduler, tracking: signingUp) { name, password in
                try await service.signUp(name, password: password)
            }
            .replaceFailure(with: false)
            .map(.concat, on: scheduler) { isSignedUp in
                await service.tell(isSignedUp ? "Signed up" : "Signing up has failed")
                return isSignedUp
            }
        canSignUp = combine(usernameCheck, passwordCheck, repeatedCheck, isSigningUp)
            .map { $0.isValid && $1.isValid && $2.isValid && !$3 }
            .removeDuplicates()
    }
}
