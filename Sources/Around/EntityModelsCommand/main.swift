import EntityModels
import Foundation
import MillraceTerminal

let output = ProgramOutput(of: "entity-models")
exit(
    await output.run { () throws(ProgramExit) in
        output.write(try EntityModelsProgram().run(Array(CommandLine.arguments.dropFirst())))
        return 0
    }
)
