import Foundation

exit(await Program(environment: ProcessInfo.processInfo.environment).run(Array(CommandLine.arguments.dropFirst())))
