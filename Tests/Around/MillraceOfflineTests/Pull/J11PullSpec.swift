import Foundation
import Millrace
import MillraceHistory
import MillraceOffline
import MillraceSpecs

/// A question for what is new and a sending do not overlap; an answer whose question is older than a sending is not taken.
final class J11PullSpec: Spec {
    struct Lost: Error {}

    /// A server that answers after a second, and notes what it was asked and when.
    final class Server {
        let scheduler = TestScheduler()
        var server = LabelServer()
        private(set) var seen: [String] = []
        var interval: Duration? = .seconds(60)
        var answers: [PullAnswer<LabelNews>?] = []
        var losses = 0

        private func note(_ what: String) { seen.append("\(scheduler.now / .seconds(1)) \(what)") }

        /// What it was asked since this was asked last.
        func takeSeen() -> [String] {
            defer { seen = [] }
            return seen
        }

        var source: PullSource<LabelNews> {
            PullSource(every: interval) { token in
                try await self.answer(since: token)
            } catching: { error in
                .failed(error is Lost ? "lost" : "\(error)")
            }
        }

        nonisolated(nonsending) private func answer(since token: Int?) async throws -> PullAnswer<LabelNews> {
            note("ask \(token.map { "\($0)" } ?? "all")")
            let news = server.news(since: token)
            do {
                try await scheduler.sleep(for: .seconds(1))
            } catch {
                note("cancelled")
                throw error
            }
            if !answers.isEmpty {
                guard let answer = answers.removeFirst() else { throw Lost() }
                return answer
            }
            return news.map { .news($0) } ?? .forgotten
        }

        var sender: OutboxSender<LabelEdit> {
            OutboxSender(jitter: 0, durability: .immediate) { entry in
                try await self.save(entry)
            } catching: { _ in
                .later()
            }
        }

        nonisolated(nonsending) private func save(
            _ entry: OutboxEntry<LabelEdit>
        ) async throws -> OutboxAnswer<LabelEdit.Reply> {
            note("send \(entry.edit.text ?? "-")")
            let reply = server.save(entry)
            try await scheduler.sleep(for: .seconds(1))
            return .saved(reply)
        }

        func app(_ state: Labels = Labels()) -> Store<Labels> {
            let store = makeLabels(state, on: Dispatcher(on: scheduler), sender: sender, source: source)
            store.dispatcher.dispatch(OnLabels.begin)
            return store
        }

        func advance(_ seconds: Int = 0) { scheduler.advance(by: .seconds(seconds)) }
    }

    func testSpec() {
        @TestState var server = Server()

        func texts(_ store: Store<Labels>) -> [String] { store.state.value.labels.map(\.text) }
        func pull(_ store: Store<Labels>) -> Pull<LabelNews> { store.state.value.pull }
        /// One that has a token, and asks at once.
        func known(_ token: Int) -> Pull<LabelNews> {
            var pull = Pull<LabelNews>()
            _ = pull.ask(server.source)
            _ = pull.take(Pulled(.news(LabelNews(token: token))))
            pull.askAgain()
            return pull
        }
        func tell(_ action: OnLabels, _ store: Store<Labels>) { store.dispatcher.dispatch(action) }

        describe("a question") {
            it("is for everything at first, and then for what is new, again after the interval") {
                server.server.write(1, "tea")
                let store = server.app()
                server.advance()
                expect(pull(store).isAsking) == true
                expect(pull(store).hasAnswered) == false
                server.advance(60)
                expect(pull(store).hasAnswered) == true
                expect(pull(store).isAsking) == false
                server.server.write(2, "milk")
                server.advance(2)
                expect(texts(store)) == ["tea", "milk"]
                expect(server.takeSeen()) == ["0.0 ask all", "61.0 ask 1"]
                expect(pull(store).token) == 2
            }

            it("waits until nothing is sent") {
                let store = server.app()
                server.advance(60)
                tell(.write(1, "tea"), store)
                tell(.write(1, "green tea"), store)
                server.advance(10)
                expect(server.takeSeen()) == ["0.0 ask all", "60.0 send tea", "61.0 send green tea", "62.0 ask 0"]
            }

            it("is cancelled when something is sent meanwhile, and asked again afterwards") {
                server.server.write(1, "tea")
                let store = server.app()
                server.advance()
                tell(.write(1, "green tea"), store)
                expect(texts(store)) == ["green tea"]
                server.advance(10)
                expect(server.takeSeen()) == ["0.0 ask all", "0.0 cancelled", "0.0 send green tea", "1.0 ask all"]
                expect(texts(store)) == ["green tea"]
            }

            it("follows another one where it is wanted meanwhile") {
                let store = server.app()
                server.advance()
                tell(.hurry, store)
                tell(.hurry, store)
                server.advance(10)
                expect(server.takeSeen()) == ["0.0 ask all", "1.0 ask 0"]
                withExtendedLifetime(store) {}
            }

            it("is asked sooner where it is wanted, and only then where there is no interval") {
                let store = server.app()
                server.advance(10)
                tell(.hurry, store)
                server.advance(60)
                expect(server.takeSeen()) == ["0.0 ask all", "10.0 ask 0"]
                server.advance(2)
                expect(server.takeSeen()) == ["71.0 ask 0"]
                server.interval = nil
                let other = server.app()
                server.advance(600)
                tell(.hurry, other)
                server.advance(600)
                expect(server.takeSeen().filter { $0 >= "7" }).toNot(beEmpty())
                withExtendedLifetime(store) {}
            }

            it("is of one pull, and its answer too") {
                var pull = Pull<LabelNews>("others")
                _ = pull.ask(server.source)
                let news = PullAnswer.news(LabelNews(token: 1))
                expect(pull.take(Pulled(news))).to(beNil())
                expect(pull.take(Pulled(news, of: "others"))) == LabelNews(token: 1)
                expect(pull.take(Pulled(news, of: "others"))).to(beNil())
            }
        }

        describe("an answer") {
            it("is not taken if something was sent since, whoever has sent it") {
                var state = Labels()
                _ = state.pull.ask(server.source, beside: state.outbox)
                state.outbox.add(LabelEdit(subject: 1, text: "tea"))
                _ = state.outbox.send(by: server.sender)
                let saved = OutboxAnswer<LabelEdit.Reply>.saved()
                state.outbox.take(OutboxAnswered(OutboxKey("phone-1"), saved))
                let answer = Pulled(.news(LabelNews(token: 0)), isWhole: true)
                expect(state.pull.take(answer, beside: state.outbox)).to(beNil())
                expect(state.pull.token).to(beNil())
                expect(state.pull.isAsking) == true
                _ = state.pull.ask(server.source, beside: state.outbox)
                expect(state.pull.take(answer, beside: state.outbox)).toNot(beNil())
            }

            it("is not taken beside any of several outboxes of which one was sending") {
                var pull = Pull<LabelNews>()
                var (one, two) = (Outbox<LabelEdit>(device: "one"), Outbox<NoteEdit>(device: "two"))
                two.add(.write(1, "a"))
                _ = two.send(by: NotesServer().sender())
                _ = pull.ask(server.source, beside: one, two)
                expect(pull.take(Pulled(.news(LabelNews())), beside: one, two)).to(beNil())
                two.take(OutboxAnswered(OutboxKey("two-1"), .saved()))
                _ = pull.ask(server.source, beside: one, two)
                one.add(LabelEdit(subject: 1))
                _ = one.send(by: server.sender)
                expect(pull.take(Pulled(.news(LabelNews())), beside: one, two)).to(beNil())
            }

            it("says that the token is forgotten, and then all is asked for, and all else is gone") {
                let kept = [Label(id: 1, text: "gone", version: 1), Label(id: 2, text: "tea", version: 2)]
                var state = Labels(labels: Table(kept))
                state.pull = known(1)
                server.server.write(2, "green tea")
                server.server.forget()
                let store = server.app(state)
                server.advance(10)
                expect(server.takeSeen()) == ["0.0 ask 1", "1.0 ask all"]
                expect(texts(store)) == ["green tea"]
                expect(pull(store).token) == 2
            }

            it("that forgets where nothing was given is asked for later") {
                server.answers = [.forgotten]
                let store = server.app()
                server.advance(70)
                expect(server.takeSeen()) == ["0.0 ask all", "61.0 ask all"]
                withExtendedLifetime(store) {}
            }

            it("that has failed is asked for after the interval, or after as long as the server says") {
                server.answers = [nil, .failed("full", after: .seconds(90)), .failed("no", after: .seconds(5))]
                let store = server.app()
                server.advance(1)
                expect(pull(store).failure) == "lost"
                server.advance(61)
                expect(pull(store).failure) == "full"
                tell(.hurry, store)
                server.advance(91)
                expect(pull(store).failure) == "no"
                expect(server.takeSeen()) == ["0.0 ask all", "61.0 ask all", "152.0 ask all"]
                server.advance(61)
                expect(server.takeSeen()) == ["213.0 ask all"]
                server.advance(1)
                expect(pull(store).failure).to(beNil())
            }

            it("that has failed is asked for at once where the network has come back meanwhile") {
                server.answers = [nil]
                let store = server.app()
                server.advance()
                tell(.hurry, store)
                server.advance(1)
                expect(server.takeSeen()) == ["0.0 ask all", "1.0 ask all"]
                withExtendedLifetime(store) {}
            }

            it("is coded, for a recording") {
                let coder = (JSONEncoder(), JSONDecoder())
                for answer in [.news(LabelNews(token: 1)), .forgotten, .failed("no", after: .seconds(1)), nil]
                    as [PullAnswer<LabelNews>?]
                {
                    let pulled = Pulled(answer, isWhole: true, of: "labels")
                    let data = try coder.0.encode(pulled)
                    expect(try coder.1.decode(Pulled<LabelNews>.self, from: data)) == pulled
                }
            }
        }

        describe("a pull") {
            it("that is decoded goes on from its token, and asks at once") {
                server.server.write(1, "tea")
                let store = server.app()
                server.advance(2)
                let data = try JSONEncoder().encode(store.state.value)
                let restored = try JSONDecoder().decode(Labels.self, from: data)
                expect(restored.pull.hasAnswered) == false
                _ = server.takeSeen()
                let next = server.app(restored)
                server.advance(2)
                expect(server.takeSeen()) == ["2.0 ask 1"]
                expect(texts(next)) == ["tea"]
            }

            it("asks again where its answer does not come") {
                let store = server.app()
                server.advance()
                tell(.askAgain, store)
                server.advance(5)
                tell(.askAgain, store)
                server.advance(5)
                expect(server.takeSeen()) == ["0.0 ask all", "0.0 cancelled", "0.0 ask all", "5.0 ask 0"]
                withExtendedLifetime(store) {}
            }

            it("is not changed by undo") {
                server.server.write(1, "tea")
                let store = server.app()
                let undo = UndoHistory(on: store.dispatcher) { undo in
                    undo.track(store)
                    undo.step(OnLabels.self)
                }
                tell(.write(2, "milk"), store)
                server.advance(5)
                expect(pull(store).token) == 2
                undo.undo()
                expect(pull(store).token) == 2
                expect(pull(store).isAsking) == false
            }

            it("is not at rest while it asks") {
                let store = server.app()
                expect(restlessParts(of: store.state.value)) == ["pull: asking"]
                server.advance(1)
                expect(restlessParts(of: store.state.value)).to(beEmpty())
            }

            it("says where it stands, and not how much was sent before") {
                func shown(_ sendings: Int) throws -> UInt64 {
                    var state = Labels()
                    for id in 0..<sendings {
                        state.outbox.add(OutboxEntry(OutboxKey("\(id)"), LabelEdit(subject: id)))
                        _ = state.outbox.send(by: server.sender)
                        state.outbox.take(OutboxAnswered(OutboxKey("\(id)"), .saved()))
                    }
                    _ = state.pull.ask(server.source, beside: state.outbox)
                    return try StateDigest(reading: state.pull).value
                }
                let (one, other) = (try shown(0), try shown(3))
                expect(one) == other
                var pull = Pull<LabelNews>()
                expect("\(Mirror(reflecting: pull).children.map { $0.value })").to(contain("wanted"))
                pull = known(3)
                expect("\(Mirror(reflecting: pull).children.map { $0.value })").to(contain("3"))
            }
        }
    }
}
