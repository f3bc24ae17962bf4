/// What a token allows, as the wire spells it.
enum Role: String, CaseIterable, Sendable { case viewer, publisher, superAdmin = "super-admin" }
