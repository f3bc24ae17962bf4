import CLibFuzzer
import Glibc

/// Lets libFuzzer, as the command line says, call `run` with each input that it makes up; does not return.
package func fuzz(_ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) -> Never {
  // SwiftPM gives the program its own main function in place of libFuzzer's.
  var argumentCount = CommandLine.argc
  var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
  exit(LLVMFuzzerRunDriver(&argumentCount, &arguments, run))
}

/// An input, as libFuzzer hands it over.
package func input(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  Array(UnsafeBufferPointer(start: start, count: count))
}

/// Ends the program when something does not hold that has to hold for every input. libFuzzer keeps the input then.
package func require(_ condition: Bool, _ claim: StaticString) {
  precondition(condition, "\(claim)")
}

/// What an input is read as; nil when it is refused, which is an answer like any other here.
package func attempt<Value>(_ work: () throws -> Value) -> Value? {
  do { return try work() } catch { return nil }
}
