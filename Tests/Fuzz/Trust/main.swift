import CLibFuzzer
import Glibc

// SwiftPM gives the program this main function in place of libFuzzer's own.
var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&argumentCount, &arguments, checkFuzzedInput))
