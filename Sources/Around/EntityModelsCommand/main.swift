import EntityModels
import Foundation
import MillraceTerminal

let output = ProgramOutput(of: "entity-models")
let result = EntityModelsProgram().run(Array(CommandLine.arguments.dropFirst()))
if let text = result.output { output.write(text) }
if let report = result.report { output.report(report) }
exit(output.exitCode(result.exitCode))
