import Cryptography
import Glibc
import HTTPClient
import ReleaseBundle
import ReleaseModel
import ReleaseTrust

/// Does what the plan says, one method for each action, and decides nothing itself.
final class InstallPerformer {
  private let root: InstallationRoot
  private let downloads: FolderHandle
  private let releases: ReleaseStore
  private let source: ReleaseSource
  private let trust: TrustRefresh?
  private let client: HTTPClient
  private let answers: ReadCache
  private let limits: BundleLimits
  private let environment: DeviceEnvironment
  private let cancellation: Cancellation?
  private let report: (InstallProgress) -> Void
  private let stagingName: String
  /// The releases whose trees stay as they are.
  private var others: [ReleaseRecord] = []
  /// The manifest of the tree that was unpacked.
  private var manifest: FileManifest?
  /// The pointer that this installation wrote; nil as long as it wrote none.
  private(set) var written: CurrentPointer?

  init(
    _ root: borrowing InstallationRoot, source: ReleaseSource, trust: TrustRefresh?, client: HTTPClient,
    answers: ReadCache,
    limits: BundleLimits, environment: DeviceEnvironment, cancellation: Cancellation?,
    report: @escaping (InstallProgress) -> Void
  ) throws(InstallerError) {
    let activation = try root.during(.activation)
    let downloads = try root.during(.download).downloads()
    let releases = try activation.releases()
    stagingName = ReleaseStore.stagingName(hexadecimal(try environment.random(8)))
    self.root = activation
    self.downloads = downloads
    self.releases = releases
    self.source = source
    self.trust = trust
    self.client = client
    self.answers = answers
    self.limits = limits
    self.environment = environment
    self.cancellation = cancellation
    self.report = report
  }

  /// Brings the signed metadata up to date.
  func refresh() throws(InstallerError) -> InstallPlan.Event {
    guard let trust else { preconditionFailure("a device without a root refreshes nothing") }
    report(.checking)
    do throws(TrustError) {
      return .refreshed(try trust.run(at: environment.now()))
    } catch {
      return try InstallPlan.Event(refreshing: error)
    }
  }

  /// Asks the server; when it offers what is current, looks whether that is still complete.
  func ask(_ pointer: CurrentPointer) throws(InstallerError) -> InstallPlan.Event {
    report(.checking)
    let (answer, _) = try ReleaseCheck(client: client, cache: answers).ask(
      source, .requireServer, cancellation: cancellation)
    guard case .release(let offer) = answer, let current = pointer.current,
      current.version == offer.releaseVersion
    else { return .answered(answer, currentIsComplete: true) }
    return .answered(answer, currentIsComplete: try releases.condition(of: current) == .complete)
  }

  /// Looks whether the offered tree is on disk already.
  ///
  /// - Parameter others: the releases that the device can start now.
  func look(
    for offer: LatestRelease, besides others: [ReleaseRecord]
  ) throws(InstallerError) -> InstallPlan.Event {
    self.others = others
    return .looked(try releases.condition(of: record(of: offer, isSigned: false)))
  }

  /// Measures the room for the rest of the archive and the unpacked files.
  func measure(for offer: LatestRelease) throws(InstallerError) -> InstallPlan.Event {
    let there = try downloads.attributes(of: PartialDownload.partialName(offer.sha256))?.st_size ?? 0
    let rest = offer.sizeBytes - min(UInt64(max(0, there)), offer.sizeBytes)
    // Every file takes whole blocks, and the manifest, the folders and the journal take some, too.
    let files = offer.tree.unpackedBytes + UInt64(offer.tree.fileCount) * 4_096 + (1 << 20)
    return .measured(free: try environment.freeBytes(downloads.path), needed: rest + files)
  }

  /// Fetches the archive, continuing what an earlier attempt left.
  func fetch(_ offer: LatestRelease, fromZero: Bool) throws(InstallerError) -> InstallPlan.Event {
    let address = try self.address(of: offer)
    let partial = try PartialDownload(of: offer, in: downloads, room: environment.room)
    if fromZero { try partial.startOver() }
    if partial.count < offer.sizeBytes {
      report(.downloading(bytes: partial.count, total: offer.sizeBytes))
      try fetch(address, into: partial, offer)
    }
    return .fetched(sizeBytes: partial.count, sha256: partial.digest(), wasResumed: partial.wasResumed)
  }

  /// Inspects and unpacks the archive into a staging folder, and syncs what was written.
  func unpack(_ offer: LatestRelease) throws(InstallerError) -> InstallPlan.Event {
    report(.unpacking)
    let archive = PartialDownload.completeName(offer.sha256)
    try downloads.rename(PartialDownload.partialName(offer.sha256), to: archive)
    let unpacked: FileManifest
    do throws(BundleError) {
      unpacked = try BundleExtractor(limits: limits, room: environment.room).extract(
        path: downloads.path(archive), into: releases.folder.path(stagingName),
        expecting: BundleExpectation(tree: offer.tree))
    } catch {
      throw InstallerError(error, during: .extraction)
    }
    if let objection = unpacked.objection(toEntryFile: offer.entryFile) {
      throw InstallerError(
        .entryFileMissing, during: .extraction, "release \(offer.releaseVersion): \(objection)")
    }
    manifest = unpacked
    return .unpacked
  }

  /// Makes the release current, unless the last look objects. After the pointer is durable, nothing can fail any more.
  func activate(
    _ offer: LatestRelease, hasStaging: Bool, _ lastLook: LastLook
  ) throws(InstallerError) -> InstallPlan.Event {
    report(.activating)
    try cancelled(.activation)
    let isSigned = lastLook.signed != nil || environment.vouchesForReleases
    let new = record(of: offer, isSigned: isSigned)
    let manifest = try manifestToKeep(of: new)
    return try root.withState { () throws(InstallerError) in
      let state = try state()
      if let objection = lastLook.objection(to: offer, pointer: state.pointer, blocked: state.blocked) {
        return .objected(objection)
      }
      // Not before the last look: what is on disk with a record is a release to start when the pointer is lost.
      try releases.note(new, manifest)
      if hasStaging {
        try releases.adopt(staging: stagingName, as: new)
      } else {
        // Whoever gave the tree its name may have been killed before that was durable.
        try releases.folder.sync()
      }
      var record = state.pointer.candidates.first(where: new.isSameRelease) ?? new
      record.stamp = releases.stamp(of: record)
      let next = lastLook.vouched(state.pointer).activating(record)
      try root.point(to: next)
      written = next
      return .activated
    }
  }

  /// Removes everything but the pointer's releases, and everything fetched once the offered one is current.
  func tidy(isSettled: Bool) throws(InstallerError) {
    // Nothing old goes before the pointer is durable, also one that an installation wrote which was killed then.
    try root.folder.sync()
    for name in try releases.stagingNames() { try releases.folder.remove(name) }
    try root.withState { () throws(InstallerError) in
      try releases.prune(keeping: state().pointer)
    }
    guard isSettled else { return }
    for name in try downloads.names() { try downloads.remove(name) }
  }

  /// Removes the archive.
  func dropDownload(_ offer: LatestRelease) throws(InstallerError) {
    try downloads.remove(PartialDownload.partialName(offer.sha256))
    try downloads.remove(PartialDownload.completeName(offer.sha256))
  }

  /// Notes that this content cannot be installed.
  func block(_ offer: LatestRelease, because error: InstallerError) throws(InstallerError) {
    try root.withState { () throws(InstallerError) in
      var blocked = try state().blocked
      blocked.block(
        offer.sha256, version: offer.releaseVersion, stage: error.stage, code: error.code.rawValue,
        at: environment.now())
      try blocked.write(in: root)
    }
  }

  private func fetch(
    _ address: WebAddress, into partial: PartialDownload, _ offer: LatestRelease
  ) throws(InstallerError) {
    let request = DownloadRequest(
      address, resume: partial.resumePoint, maximumBytes: offer.sizeBytes, expectedBytes: offer.sizeBytes)
    let outcome: DownloadOutcome
    do throws(HTTPClientError) {
      outcome = try client.download(
        request, into: partial,
        progress: { [report] in report(.downloading(bytes: $0.bytes, total: offer.sizeBytes)) },
        cancellation: cancellation)
    } catch {
      throw InstallerError(download: error)
    }
    if case .answered(let response) = outcome {
      throw InstallerError(
        response.saysTryLater ? .downloadUnavailable : .downloadRefused, during: .download,
        "\(response.address) answers \(response.status) in place of the archive; try again later, or ask for the "
          + "release to be checked (relctl doctor)")
    }
  }

  /// Where the archive is: the server may name it relative to itself. What comes by https stays on https.
  private func address(of offer: LatestRelease) throws(InstallerError) -> WebAddress {
    let address: WebAddress
    do throws(HTTPClientError) {
      address = try source.server.resolving(offer.zipUrl)
    } catch {
      throw InstallerError(
        .invalidAnswer, during: .download, "the archive's address: \(EscapedName.of(error.message))",
        cause: error)
    }
    guard address.isEncrypted || !source.server.isEncrypted else {
      throw InstallerError(
        .insecureDownload, during: .download,
        "\(source.server) names \(address), which is not https; set the registry's --public-url to its https address"
      )
    }
    return address
  }

  private func record(of offer: LatestRelease, isSigned: Bool) -> ReleaseRecord {
    ReleaseRecord(installing: offer, isSigned: isSigned, at: environment.now()).placed(besides: others)
  }

  private func manifestToKeep(of record: ReleaseRecord) throws(InstallerError) -> FileManifest {
    if let manifest { return manifest }
    if let manifest = try releases.manifest(of: record.tree) { return manifest }
    do {
      return try TreeVerifier().verify(folder: releases.path(of: record), against: record.tree)
    } catch {
      throw InstallerError(error, during: .activation)
    }
  }

  /// The state as it is now. The caller holds its lock.
  private func state() throws(InstallerError) -> DeviceState {
    try DeviceState.load(root, releases, onlySigned: trust != nil, builtIn: nil, isInstalling: true)
  }

  private func cancelled(_ stage: InstallStage) throws(InstallerError) {
    if cancellation?.isCancelled == true { throw InstallerError(.cancelled, during: stage, "cancelled") }
  }
}
