import Foundation

let program = Program(environment: ProcessInfo.processInfo.environment)
exit(await program.run(Array(CommandLine.arguments.dropFirst())))
