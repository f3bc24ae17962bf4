/// Runs `body` with a scripted server, and stops it afterwards.
package func withRawServer<Result>(
  _ script: @escaping RawServer.Script, _ body: (RawServer) throws -> Result
) throws -> Result {
  let server = try RawServer(script)
  defer { server.stop() }
  return try body(server)
}
