import Glibc

exit(Relctl(environment: Environment()).run(Array(CommandLine.arguments.dropFirst())).rawValue)
