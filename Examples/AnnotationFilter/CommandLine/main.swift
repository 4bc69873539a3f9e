import Foundation

exit(await Program(arguments: CommandLine.arguments.dropFirst()).run())
