import FoundationEssentials
import ReleaseModel

/// `~/.config/relctl/config.json`: servers by name.
struct Profiles: Decodable {
  /// A server and the file with the token for it.
  struct Profile: Decodable {
    let server: String?
    let tokenFile: String?
    let certificateAuthorityFile: String?
  }

  let profiles: [String: Profile]
  /// The profile that is used when none is named.
  let defaultProfile: String?

  /// Reads the user's file. Without one, or without a home folder, there are no profiles.
  static func load(_ environment: Environment) throws(CommandError) -> Profiles {
    guard let path = try path(environment), let content = try FileReader.readIfPresent(path) else {
      return Profiles(profiles: [:], defaultProfile: nil)
    }
    do {
      try refuseUnknownMembers(of: JSONValue(parsing: content.bytes))
      return try JSONDecoder().decode(Profiles.self, from: Data(content.bytes))
    } catch let error as InvalidValue {
      throw CommandError(.usage, "invalid_config_file", "'\(path)': \(error.message)", hint: form)
    } catch {
      throw CommandError(
        .usage, "invalid_config_file", "'\(path)' cannot be read: \(DecodingProblem.text(error))", hint: form)
    }
  }

  private static let form = #"write {"profiles": {"NAME": {"server": "https://…", "tokenFile": "/…"}}}"#

  private static func refuseUnknownMembers(of file: JSONValue) throws(InvalidValue) {
    try file.requireMembers(["profiles", "defaultProfile"], each: "a member of this file")
    guard case .object(let profiles)? = file["profiles"] else { return }
    for (name, profile) in profiles.sorted(by: { $0.key < $1.key }) {
      try profile.requireMembers(
        ["server", "tokenFile", "certificateAuthorityFile"], each: "a member of the profile '\(name)'",
        at: "profiles.\(name)")
    }
  }

  static func path(_ environment: Environment) throws(CommandError) -> String? {
    try environment["HOME"].map { "\($0)/.config/relctl/config.json" }
  }

  func profile(named name: String) throws(CommandError) -> Profile {
    if let profile = profiles[name] { return profile }
    let near = EditDistance.suggestion(for: name, among: Array(profiles.keys))
    guard !profiles.isEmpty else {
      throw CommandError(
        .usage, "unknown_profile",
        "there is no profile '\(name)': ~/.config/relctl/config.json names none, or is not there",
        hint: Self.form)
    }
    throw CommandError(
      .usage, "unknown_profile", "there is no profile '\(name)' in ~/.config/relctl/config.json",
      hint: near.map { "did you mean '\($0)'?" }
        ?? "the file lists: \(profiles.keys.sorted().joined(separator: ", "))")
  }
}
