import Glibc

StandardStream.occupyClosed()
exit(Relctl(environment: Environment()).run(CommandWords.ofProcess).rawValue)
