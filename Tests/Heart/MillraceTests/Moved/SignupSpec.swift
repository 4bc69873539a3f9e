import Millrace
import MillraceSpecs

struct SignupDouble: SignupService {
    struct Refused: Error {}
    let scheduler: TestScheduler
    var fails = false
    func isAvailable(_ username: String) async throws -> Bool {
        try await scheduler.sleep(for: .seconds(1))
        if fails { throw Refused() }
        return username != "ada"
    }
    func signUp(_ username: String, password: String) async throws -> Bool {
        try await scheduler.sleep(for: .seconds(1))
        if fails { throw Refused() }
        return true
    }
    func tell(_ message: String) async {}
}

final class SignupSpec: Spec {
    func testSpec() {
        describe("signing up") {
            it("checks the latest name, and says that it checks") {
                let scheduler = TestScheduler()
                let model = SignupModel(service: SignupDouble(scheduler: scheduler), on: scheduler)
                let checks = Recording(of: model.usernameCheck)
                model.username.value = "ada"
                scheduler.advance(by: .milliseconds(500))
                model.username.value = "grace"
                scheduler.run()
                expect(checks.values) == [.empty, .checking, .checking, .ok("Available")]
                model.username.value = "a b"
                expect(model.usernameCheck.value) == .failed("Only letters and numbers are allowed")
            }
            it("can be used when all is valid, and not while it is in flight") {
                let scheduler = TestScheduler()
                let model = SignupModel(service: SignupDouble(scheduler: scheduler), on: scheduler)
                let can = Recording(of: model.canSignUp)
                let done = Recording(of: model.signedUp)
                model.username.value = "grace"
                model.password.value = "12345"
                model.repeated.value = "12345"
                scheduler.run()
                model.taps.send()
                model.taps.send()
                scheduler.run()
                expect(can.values) == [false, true, false, true]
                expect(done.values) == [true]
            }
            it("goes on after a failure") {
                let scheduler = TestScheduler()
                let model = SignupModel(service: SignupDouble(scheduler: scheduler, fails: true), on: scheduler)
                let done = Recording(of: model.signedUp)
                let subscription = model.usernameCheck.observe { _ in }
                model.username.value = "grace"
                scheduler.run()
                expect(model.usernameCheck.value) == .failed("Error contacting server")
                model.taps.send()
                scheduler.run()
                model.taps.send()
                scheduler.run()
                expect(done.values) == [false, false]
                subscription.cancel()
            }
        }
    }
}
