import HTTPServer
import ReleaseBundle
import ReleaseModel

/// What an upload is answered with.
struct ArtifactOutcome: Encodable {
  let sha256: Digest
  let sizeBytes: UInt64
  let tree: TreeSummary
  let warnings: [FieldError]

  init(_ artifact: ArtifactRecord) {
    sha256 = artifact.sha256
    sizeBytes = artifact.sizeBytes
    tree = artifact.tree
    warnings = artifact.warnings
  }
}

extension Registry {
  /// Takes a bundle: streams it to disk while hashing, inspects it, and keeps it under its SHA-256. Memory does not
  /// depend on its size. Nothing is left of a bundle that is refused or cut short.
  ///
  /// `context` is asked for once the digest is known, which stands for the body of the request.
  func storeArtifact(
    _ body: BodyReader, expecting digest: Digest?, _ context: (Digest) throws(RegistryError) -> ChangeContext
  ) throws(RegistryError) -> AdminAnswer {
    do throws(RegistryError) {
      let answer = try uploadSlots.withSlot { () throws(RegistryError) in
        try store(body, expecting: digest, context)
      }
      uploads.count(answer.status)
      return answer
    } catch {
      uploads.count(nil)
      throw error
    }
  }

  private func store(
    _ body: BodyReader, expecting digest: Digest?, _ context: (Digest) throws(RegistryError) -> ChangeContext
  ) throws(RegistryError) -> AdminAnswer {
    let file = try receive(body)
    let actual = file.sha256
    guard digest == nil || digest == actual else {
      throw RegistryError(
        .digestMismatch,
        "the bytes that arrived have the SHA-256 \(actual), not the one in Content-Digest; send them again")
    }
    let inspection = try inspect(file)
    guard inspection.accepted, let manifest = inspection.manifest, let tree = inspection.tree else {
      throw RegistryError(
        .bundleRejected, "the bundle is refused; nothing was stored",
        fieldErrors: inspection.findings.filter { $0.severity == .error }.map(FieldError.init))
    }
    let treeFile = try write(manifest)
    // The disk has had the time of the inspection to take the bundle in.
    for file in [file, treeFile] { try file.sync() }
    let warnings = inspection.findings.filter { $0.severity == .warning }.map(FieldError.init)
    return try change(context(actual)) { scope in
      // The files have their place before the record that refers to them. Bytes that were damaged since are healed.
      try treeFile.move(to: folder.tree(tree.sha256))
      try file.move(to: folder.artifact(actual))
      for folder in [folder.trees, folder.artifacts] { try SystemCall.syncFolder(folder) }
      try freshArtifacts.note(actual, at: folder.artifact(actual), now: scope.now)
      if let existing = try scope.session.artifact(actual) {
        return try AdminAnswer(ArtifactOutcome(existing))
      }
      let record = ArtifactRecord(
        sha256: actual, sizeBytes: file.sizeBytes, tree: tree, warnings: warnings, createdAt: scope.now)
      try scope.session.insert(record)
      try scope.audit("artifact.upload", actual.description, after: record)
      return try AdminAnswer(ArtifactOutcome(record), status: 201)
    }
  }

  /// The file manifest of a stored tree.
  func fileManifest(_ digest: Digest) throws(RegistryError) -> FileManifest {
    guard let bytes = try StoredFile.bytes(of: folder.tree(digest)), Digest.sha256(of: bytes) == digest else {
      throw RegistryError(
        .artifactDamaged, "the stored file manifest \(digest) is missing or damaged; run 'relctl doctor'")
    }
    do {
      return try FileManifest(parsingCanonicalJSON: bytes)
    } catch {
      throw RegistryError(.artifactDamaged, error.message, cause: error)
    }
  }

  private func receive(_ body: BodyReader) throws(RegistryError) -> FinishedFile {
    try requireRoom(for: body.declaredLength ?? 0)
    let file = try IncomingFile(in: folder)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: BodyReader.bufferBytes, alignment: 64)
    defer { buffer.deallocate() }
    do {
      while true {
        // Pieces as they come from the network are small, and each would cost a change of threads.
        let count = try body.read(into: buffer, atLeast: BodyReader.bufferBytes / 2)
        guard count > 0 else { return file.finish() }
        // Others are uploading too.
        try requireRoom(for: UInt64(count))
        try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    } catch let fault as HTTPFault {
      // For the caller only: the server has told the client already.
      throw RegistryError(ProblemCode(fault.code), fault.detail, cause: fault)
    } catch let error as RegistryError {
      throw error
    } catch {
      throw RegistryError(.internalError, "the upload failed", cause: error)
    }
  }

  private func requireRoom(for bytes: UInt64) throws(RegistryError) {
    try folder.requireRoom(for: bytes, keeping: configuration.reservedBytes)
  }

  private func write(_ manifest: FileManifest) throws(RegistryError) -> FinishedFile {
    let file = try IncomingFile(in: folder)
    try file.write(manifest.canonicalJSON)
    return file.finish()
  }

  private func inspect(_ file: FinishedFile) throws(RegistryError) -> BundleInspection {
    do {
      return try BundleInspector(limits: configuration.bundleLimits).inspect(
        path: file.path, sha256: file.sha256)
    } catch {
      switch error.code {
      case .diskFull: throw RegistryError(.diskFull, error.message, cause: error)
      default: throw RegistryError(.storageFailed, error.message, cause: error)
      }
    }
  }
}

extension FieldError {
  /// A finding of the inspection, under the name of the entry that it is about.
  init(_ finding: BundleFinding) {
    self.init(field: finding.entry ?? "", code: ProblemCode(finding.code.rawValue), detail: finding.detail)
  }
}
