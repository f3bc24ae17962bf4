import ReleaseBundle
import Testing

@Suite struct FindingCodeTests {
  @Test(arguments: BundleFindingCode.allCases.map(\.rawValue) + BundleErrorCode.allCases.map(\.rawValue))
  func `every code is lower-case words joined by underscores`(code: String) {
    let words = code.split(separator: "_", omittingEmptySubsequences: false)
    #expect(
      words.allSatisfy { word in
        !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) }
      })
  }
}
