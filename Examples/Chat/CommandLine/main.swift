import Foundation

let program = Program(
    arguments: CommandLine.arguments.dropFirst(),
    environment: ProcessInfo.processInfo.environment
)
exit(await program.run())
