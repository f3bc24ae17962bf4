import ReleaseTesting
import Testing

@Suite struct ColdStartTests {
  @Test func `a cold start gives no 500: 50 parallel checks on a fresh process`() throws {
    let registry = try RunningRegistry()
    try registry.publish(registry.site("one"), "1.0.0")
    for round in 1...5 {
      registry.kill()
      try registry.start()
      let devices = try (0..<50).map { _ in try registry.connect() }
      for device in devices {
        device.sendHead("GET", "/mobile-web/releases/latest?channel=production&wrapperVersion=4.5.0")
      }
      for device in devices {
        let answer = device.readToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 200 "), "round \(round): \(answer)")
        #expect(answer.contains(#""releaseVersion":"1.0.0""#))
      }
    }
  }
}
