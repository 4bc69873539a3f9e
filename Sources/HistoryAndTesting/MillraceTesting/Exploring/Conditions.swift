import MillraceBase

/// What must be true of an explored app.
struct Condition {
    enum Time: Hashable {
        case always, atRest
        case inTheEnd(within: Int)
    }

    /// The parts of it for a message.
    struct Title {
        let name: String
        let time: Time
        let place: CallSite

        /// Whether it must come true in the end.
        var isForTheEnd: Bool { if case .inTheEnd = time { true } else { false } }
    }

    /// How many conditions there may be that must come true in the end: a moment has a bit for each.
    static let endLimit = UInt8.bitWidth

    let title: Title

    /// Returns the problem; nil if it holds.
    let problem: () -> String?
    var program: ExploredProgram?

    var name: String { title.name }
    var time: Time { title.time }
    var place: CallSite { title.place }

    init(name: String, time: Time, place: CallSite, problem: @escaping () -> String?) {
        title = Title(name: name, time: time, place: place)
        self.problem = problem
    }
}

extension World {
    /// Adds a condition for every moment.
    ///
    /// ```swift
    /// world.always("no post twice") { Set(feed.ids).count == feed.ids.count }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The condition, for messages.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - holds: Whether it is true. An error that it throws is a failure.
    public func always(
        _ name: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ holds: @escaping () throws -> Bool
    ) {
        add(name, .always, CallSite(file, line), holds)
    }

    /// Says which two values must be equal at every moment. A failure shows both.
    public func always<Value: Equatable>(
        _ name: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ shown: @escaping () throws -> Value,
        equals expected: @escaping () throws -> Value
    ) {
        add(name, .always, CallSite(file, line), shown, expected)
    }

    /// Adds expectations of a `Spec` for every moment: those that fail are not reported at once, but as the end of a
    /// story.
    public func always(
        _ name: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        expecting expectations: @escaping () throws -> Void
    ) {
        add(name, .always, CallSite(file, line), expectations)
    }

    /// Adds a condition for the app at rest: no call waits, no time is due, and nothing outside is broken. That the user
    /// may still do something does not count.
    public func atRest(
        _ name: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ holds: @escaping () throws -> Bool
    ) {
        add(name, .atRest, CallSite(file, line), holds)
    }

    /// Says which two values must be equal whenever the app is at rest. A failure shows both.
    ///
    /// ```swift
    /// world.atRest("what is shown is what the server has") { feed.stars } equals: { server.stars }
    /// ```
    public func atRest<Value: Equatable>(
        _ name: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ shown: @escaping () throws -> Value,
        equals expected: @escaping () throws -> Value
    ) {
        add(name, .atRest, CallSite(file, line), shown, expected)
    }

    /// Adds expectations of a `Spec` for the app at rest.
    public func atRest(
        _ name: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        expecting expectations: @escaping () throws -> Void
    ) {
        add(name, .atRest, CallSite(file, line), expectations)
    }

    /// Adds a condition that must come true, from every moment, if the user does nothing more and all answers come and are good: so
    /// it finds screens that load for ever and entries that are never sent, also where timers never cease.
    ///
    /// - Parameters:
    ///   - name: The condition, for messages.
    ///   - steps: Within how many answers and instants.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - holds: Whether it is true.
    public func inTheEnd(
        _ name: String,
        within steps: Int = 50,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ holds: @escaping () throws -> Bool
    ) {
        add(name, .inTheEnd(within: steps), CallSite(file, line), holds)
    }

    private func add(_ name: String, _ time: Condition.Time, _ place: CallSite, _ holds: @escaping () throws -> Bool) {
        add(
            Condition(name: name, time: time, place: place) {
                do { return try holds() ? nil : "it does not hold" } catch { return "it throws \(error)" }
            }
        )
    }

    private func add<Value: Equatable>(
        _ name: String,
        _ time: Condition.Time,
        _ place: CallSite,
        _ shown: @escaping () throws -> Value,
        _ expected: @escaping () throws -> Value
    ) {
        add(
            Condition(name: name, time: time, place: place) {
                do {
                    let (present, wanted) = (try shown(), try expected())
                    return present == wanted
                        ? nil
                        : "it is \(MillraceTesting.shown(present)), and should be \(MillraceTesting.shown(wanted))"
                } catch {
                    return "it throws \(error)"
                }
            }
        )
    }

    private func add(
        _ name: String,
        _ time: Condition.Time,
        _ place: CallSite,
        _ expectations: @escaping () throws -> Void
    ) {
        add(
            Condition(name: name, time: time, place: place) {
                let failures = FailureSink()
                do {
                    try FailureSink.$current.withValue(failures) { try expectations() }
                } catch {
                    failures.note("it throws \(error)")
                }
                return failures.messages.isEmpty ? nil : failures.messages.joined(separator: "\n")
            }
        )
    }
}
