import Testing

@testable import HTTPServer

@Suite struct ProgressTests {
  @Test(arguments: [Progress.Cut.slow, .forRoom], [Progress.Cut.slow, .forRoom])
  func `a connection keeps the first reason for which it was cut`(first: Progress.Cut, second: Progress.Cut) {
    let progress = Progress()
    #expect(progress.cut == nil)
    progress.note(first)
    progress.note(second)
    #expect(progress.cut == first)
  }
}
