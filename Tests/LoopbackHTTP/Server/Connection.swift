/// One connection: it reads requests and carries out the replies, one after the other.
///
/// Used only on the server's thread, which it never blocks.
final class Connection {
    /// The reply that is being carried out.
    private struct Work {
        let request: ReceivedRequest?
        let reply: Reply
        /// The number of releases when the request came.
        let releases: Int
        var step = 0
        /// The number of bytes of the current step that have been sent.
        var sent = 0
    }

    let socket: Descriptor
    private let control: ServerControl
    private let handler: @Sendable (ReceivedRequest) -> Reply
    private var reader = RequestReader()
    private var work: Work?
    /// Whether the last reply has been sent. Further input is read and dropped until the client closes: closing earlier
    /// would reset the connection, and the reset may arrive before the reply.
    private var isDraining = false
    /// When there is work even if nothing arrives.
    private(set) var deadline: ContinuousClock.Instant?
    /// Whether the connection has ended and can be removed.
    private(set) var isOver = false

    init(
        _ socket: consuming Descriptor,
        control: ServerControl,
        handler: @escaping @Sendable (ReceivedRequest) -> Reply
    ) {
        self.socket = socket
        self.control = control
        self.handler = handler
    }

    var wantsToReceive: Bool { isDraining || reader.hasRoom }

    var wantsToSend: Bool {
        if case .send = step { true } else { false }
    }

    /// Does everything that is possible without waiting.
    func proceed(canReceive: Bool) {
        if canReceive { receive() }
        while !isOver, !isDraining, work != nil || begin(), carryOut() {}
        if isDraining, let deadline, deadline <= .now { isOver = true }
    }

    private func receive() {
        let transfer = socket.receive { if !isDraining { reader.append($0) } }
        guard transfer == .closed else { return }
        isOver = true
        if let request = work?.request { control.publish(.abandoned(request)) }
    }

    /// Begins the next request and returns whether there was one.
    private func begin() -> Bool {
        do throws(RequestReader.Refusal) {
            guard let request = try reader.next() else { return false }
            let releases = control.releases
            work = Work(request: request, reply: handler(request), releases: releases)
            control.publish(.received(request))
        } catch {
            var reply = Reply.answer(error.status, "", headers: ["Connection": "close"])
            reply.keepsConnection = false
            work = Work(request: nil, reply: reply, releases: 0)
        }
        return true
    }
}

extension Connection {
    private var step: Reply.Step? {
        guard let work, work.step < work.reply.steps.count else { return nil }
        return work.reply.steps[work.step]
    }

    /// Carries out the current step. Returns false if it has to wait.
    private func carryOut() -> Bool {
        switch step {
        case nil: end()
        case .reset:
            socket.closeByReset()
            isOver = true
            if let request = work?.request { control.publish(.answered(request)) }
        case .send(let bytes): return send(bytes)
        case .hold:
            guard let work, control.releases > work.releases else { return false }
            nextStep()
        case .wait(let duration):
            let end = deadline ?? .now + duration
            deadline = end
            guard end <= .now else { return false }
            nextStep()
        }
        return true
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        guard let sent = work?.sent, sent < bytes.count else {
            nextStep()
            return true
        }
        switch socket.send(bytes, from: sent) {
        case .bytes(let count):
            work?.sent += count
            return true
        case .wouldBlock: return false
        case .closed:
            isOver = true
            if let request = work?.request { control.publish(.abandoned(request)) }
            return true
        }
    }

    private func nextStep() {
        deadline = nil
        work?.step += 1
        work?.sent = 0
    }

    private func end() {
        guard let ended = work else { return }
        work = nil
        if !(ended.reply.keepsConnection && ended.request?.keepsConnection == true) {
            socket.endSending()
            isDraining = true
            deadline = .now + .seconds(2)
        }
        if let request = ended.request { control.publish(.answered(request)) }
    }
}
