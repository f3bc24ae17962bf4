package import ReleaseModel

/// What a device did.
package struct DeviceOutcome: Sendable, Hashable {
  /// What starts on a device.
  package enum Running: Sendable, Hashable {
    case nothing
    case builtIn
    case release(String)
  }

  /// Where a device can go back to.
  package enum WayBack: Sendable, Hashable {
    /// It runs no installed release, so there is nothing to go back from.
    case notNeeded
    case release(String)
    case builtIn
    /// It cannot go back.
    case nothing
  }

  /// How one attempt to install ended.
  package struct Attempt: Sendable, Hashable {
    /// The library's own word: an outcome, or the code of an error.
    package let outcome: String
    package let reason: String?
    package let message: String
    package let offered: String?
    /// Whether the server was asked and what it said was believed.
    package let isGood: Bool
  }

  /// What a fault did.
  package struct FaultTrace: Sendable, Hashable {
    /// Whether it came to the fault at all; a cut at byte 1000 of 900 does not.
    package internal(set) var happened: Bool
    /// How the installation ended that it hit; nil when the fault comes after it.
    package internal(set) var attempt: Attempt?
    /// What started then.
    package internal(set) var running: Running
  }

  /// What the device is told about its own version; nil when the question failed.
  package internal(set) var native: NativeUpdateStatus?
  /// nil when nothing was to go wrong.
  package internal(set) var fault: FaultTrace?
  /// The installation that counts: after the fault, where there is one.
  package internal(set) var attempt: Attempt
  /// The version that the server offered first.
  package internal(set) var offered: String?
  /// What starts in the end.
  package internal(set) var running: Running
  /// Whether the page of what runs in the end could confirm that it works.
  package internal(set) var isConfirmed: Bool
  package internal(set) var wayBack: WayBack
  /// Whether the device left a release by itself that it had installed.
  package internal(set) var wasTakenBack: Bool
  /// What should never be, whatever is expected.
  package internal(set) var violations: [String]
}

extension DeviceOutcome.Running: CustomStringConvertible {
  package var description: String {
    switch self {
    case .nothing: "nothing"
    case .builtIn: "built-in"
    case .release(let version): version
    }
  }
}

extension DeviceOutcome.WayBack: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notNeeded: "not needed"
    case .release(let version): version
    case .builtIn: "built-in"
    case .nothing: "none"
    }
  }
}
