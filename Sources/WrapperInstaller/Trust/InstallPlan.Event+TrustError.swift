import HTTPClient
import ReleaseTrust
import TrustTransport

extension InstallPlan.Event {
  /// The one place that tells the failures of a refresh apart: a server that is not there, a device that cannot write, and
  /// everything else, which is not trusted.
  init(refreshing error: TrustError) throws(InstallerError) {
    switch error.code {
    case .metadataFetchFailed:
      self = try Self.fetching(error)
    case .diskFull: throw InstallerError(.diskFull, during: .trust, error.message, cause: error)
    case .permissionDenied:
      throw InstallerError(.permissionDenied, during: .trust, error.message, cause: error)
    case .trustStoreFailed: throw InstallerError(.storageFailed, during: .trust, error.message, cause: error)
    case .trustStoreBusy:
      throw InstallerError(.installInProgress, during: .trust, error.message, cause: error)
    default: self = .distrusted(Distrust(error))
    }
  }

  private static func fetching(_ error: TrustError) throws(InstallerError) -> InstallPlan.Event {
    switch error.cause {
    case let answer as UnexpectedAnswer where answer.meansLater:
      return .answered(
        .unreachable(reason: "status_\(answer.status)", message: error.message), currentIsComplete: true)
    case let cause as HTTPClientError:
      guard ReleaseCheck.meansOffline(cause.code) else { throw InstallerError(check: cause) }
      return .answered(
        .unreachable(reason: cause.code.rawValue, message: error.message), currentIsComplete: true)
    default: return .distrusted(Distrust(error))
    }
  }
}
