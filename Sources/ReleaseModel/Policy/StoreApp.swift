/// The app's identity in the store of its platform.
struct StoreApp {
  let identifier: String
  /// The store's page of the app.
  let url: String

  /// Takes the identity that the platform needs from a draft; notes what is wrong with it and gives nil.
  init?(_ draft: NativePolicyDraft, on platform: Platform, _ collector: inout FieldErrorCollector) {
    // What the other platform's store needs is not used here, but it is no place for anything else either.
    if platform != .ios, let id = draft.appStoreId, !id.isEmpty, !Self.isAppStoreID(id) {
      collector.add("appStoreId", .invalidAppStoreID, Self.objection(toAppStoreID: id))
    }
    if platform != .android, let name = draft.packageName, !name.isEmpty, !Self.isPackageName(name) {
      collector.add("packageName", .invalidPackageName, Self.objection(toPackageName: name))
    }
    switch platform {
    case .ios:
      guard let id = draft.appStoreId, !id.isEmpty else {
        collector.add(
          "appStoreId", .missingAppStoreID, "an iOS policy needs the app's App Store ID, such as 284882215")
        return nil
      }
      guard Self.isAppStoreID(id) else {
        collector.add("appStoreId", .invalidAppStoreID, Self.objection(toAppStoreID: id))
        return nil
      }
      identifier = id
      url = "https://apps.apple.com/app/id\(id)"
    case .android:
      guard let name = draft.packageName, !name.isEmpty else {
        collector.add(
          "packageName", .missingPackageName,
          "an Android policy needs the app's package name, such as org.example.app")
        return nil
      }
      guard Self.isPackageName(name) else {
        collector.add("packageName", .invalidPackageName, Self.objection(toPackageName: name))
        return nil
      }
      identifier = name
      url = "https://play.google.com/store/apps/details?id=\(name)"
    }
  }

  private static func isAppStoreID(_ id: String) -> Bool {
    id.utf8.count <= 20 && id.utf8.allSatisfy(ASCII.isDigit)
  }

  private static func objection(toAppStoreID id: String) -> String {
    "'\(id.prefix(60))' is not an App Store ID; write its digits alone, such as 284882215"
  }

  private static func objection(toPackageName name: String) -> String {
    "'\(name.prefix(60))' is not a package name; write two or more parts joined by dots, each a letter and then "
      + "letters, digits or underscores, such as org.example.app"
  }

  /// Android's rule for application ids: two parts or more, each `[A-Za-z][A-Za-z0-9_]*`.
  private static func isPackageName(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return name.utf8.count <= 255 && parts.count >= 2
      && parts.allSatisfy { part in
        part.first.map(ASCII.isLetter) == true
          && part.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
      }
  }

  /// Whether a text may be given to devices as the store's address: https, a host, and no spaces or control characters.
  static func isAcceptable(_ url: String) -> Bool {
    guard url.hasPrefix("https://"), url.utf8.count <= 2_048 else { return false }
    let rest = url.dropFirst("https://".count)
    guard let first = rest.utf8.first, ASCII.isLetter(first) || ASCII.isDigit(first) else { return false }
    return url.utf8.allSatisfy {
      (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "<")
    }
  }
}
