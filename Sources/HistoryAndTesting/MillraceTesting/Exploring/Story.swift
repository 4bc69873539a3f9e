import Foundation
import MillraceBase
import MillraceHistory

/// What leads to a failure, step by step.
struct Story {
    let names: [String]
    let finding: Finding

    init(_ names: [String], _ finding: Finding) { (self.names, self.finding) = (names, finding) }

    /// The failure in a line or more.
    var headline: String {
        switch finding.kind {
        case .condition(let name, .always): "'\(name)' does not always hold: \(finding.message)"
        case .condition(let name, .atRest): "'\(name)' does not hold at rest: \(finding.message)"
        case .condition(let name, .inTheEnd): "'\(name)' does not hold in the end: \(finding.message)"
        case .restless, .inFlight, .undigested, .hidden, .accidental: finding.message
        }
    }

    /// The code that brings it back.
    var code: String {
        let lines = names.map { "        \($0.debugDescription)," }.joined(separator: "\n")
        return "try explore(following: [\n\(lines)\n    ]) { world in …"
    }
}

extension Explorer {
    /// Returns a story with what each step has changed, the code that brings it back, and where a recording of it is.
    func text(of story: Story) throws -> String {
        if story.names.isEmpty { return story.headline }
        var lines: [String] = []
        var former: [(name: String, value: Any)]?
        var number = 0
        let recording = StoryRecording(at: setting.place)
        _ = try follow(story.names, isStrict: true, recording: recording?.record) { name in
            number += 1
            lines.append("  \(number). \(name)")
            recording?.note(name)
        } atMoment: { run in
            let present = run.values
            if let former {
                let changes = differences(former, present).flatMap { $0.split(separator: "\n") }
                lines += changes.prefix(8).map { "       \($0)" }
                if changes.count > 8 { lines.append("       … (\(changes.count - 8) more lines)") }
            }
            former = present
        }
        // What the last step has led to is seen where the conditions are checked, after which the run is over.
        let file = recording?.finish()
        return """
            \(story.headline)
            The story, of \(story.names.count) steps:
            \(lines.joined(separator: "\n"))
            To bring it back: \(story.code)
            """ + (file.map { "\nTo see it: inspect \($0)" } ?? "")
    }
}

/// The recording of a story, for `inspect`.
final class StoryRecording {
    private let file: URL
    private let handle: FileHandle
    private var recorders: [InspectionRecorder] = []

    /// Nil where no file can be made: then there is a story nonetheless.
    init?(at place: CallSite) {
        file = temporaryFile(of: place, extension: "inspection")
        guard FileManager.default.createFile(atPath: file.path, contents: nil),
            let handle = try? FileHandle(forWritingTo: file)
        else { return nil }
        self.handle = handle
    }

    /// Records the first program.
    func record(_ inspection: Inspection) {
        if !recorders.isEmpty { return }
        recorders.append(inspection.record(to: { [handle] in try handle.write(contentsOf: $0) }, onFailure: { _ in }))
    }

    /// Records a step of the outside.
    func note(_ step: String) { for recorder in recorders { recorder.recordStep(step) } }

    /// Ends it, and returns the path of its file.
    func finish() -> String? {
        if recorders.isEmpty { return nil }
        for recorder in recorders { recorder.finish() }
        try? handle.close()
        return file.path
    }
}
