package import WrapperInstaller

extension DeviceStage {
  /// The stage that an installation is in; nil while it waits for the first byte of an archive.
  package init?(_ progress: InstallProgress) {
    switch progress {
    case .checking: self = .checking
    case .downloading(let bytes, _): if bytes > 0 { self = .downloading } else { return nil }
    case .unpacking: self = .unpacking
    case .activating: self = .activating
    }
  }
}
