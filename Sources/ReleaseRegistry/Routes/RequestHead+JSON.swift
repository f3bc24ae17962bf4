import HTTPServer

extension RequestHead {
  /// Refuses a body that is said to be something else than JSON.
  func checkTypeIsJSON() throws(RegistryError) {
    let type = self["Content-Type"]?.split(separator: ";").first.map { $0.lowercased() } ?? "application/json"
    guard type.filter({ $0 != " " }) == "application/json" else {
      throw RegistryError(
        .unsupportedMediaType, "the body has the type '\(type.prefix(60))'; send application/json")
    }
  }
}
