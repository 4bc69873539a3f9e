import EntityModels
import Foundation
import MillraceTerminal

let output = ProgramOutput(of: "entity-models")
exit(
    await output.run { () throws(ProgramExit) in
        let text = try EntityModelsProgram().run(Array(CommandLine.arguments.dropFirst()))
        if let text { output.write(text) }
        return 0
    }
)
