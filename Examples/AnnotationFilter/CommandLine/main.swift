import Foundation

exit(Program(arguments: CommandLine.arguments.dropFirst()).run())
