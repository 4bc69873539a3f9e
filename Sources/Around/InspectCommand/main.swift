import Foundation
import MillraceInspector
import MillraceTerminal

let output = ProgramOutput(of: "inspect")
exit(
    await output.run { () throws(ProgramExit) in
        try InspectorProgram(tell: output.write).run(Array(CommandLine.arguments.dropFirst()))
        return 0
    }
)
