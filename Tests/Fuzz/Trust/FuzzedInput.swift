/// What libFuzzer calls with each input that it makes up.
@_cdecl("LLVMFuzzerTestOneInput")
func checkFuzzedInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  JSONProperties.check(bytes)
  MetadataProperties.check(bytes)
  return 0
}

/// Ends the program when something does not hold that has to hold for every input. libFuzzer keeps the input then.
func require(_ condition: Bool, _ claim: StaticString) {
  precondition(condition, "\(claim)")
}
