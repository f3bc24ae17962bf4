import ReleaseTesting
import Testing

/// Makes a certificate for 127.0.0.1 that signs itself, as a private certificate authority's would: NAME.pem, and NAME.key.
func makeCertificate(_ name: String, in folder: TemporaryFolder) throws {
  let child = try ChildProcess(
    InstalledProgram.path(of: "openssl") ?? "",
    [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
      "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder.path("\(name).key"),
      "-out", folder.path("\(name).pem"),
    ], environment: [:])
  #expect(child.wait() == .exited(0))
}
