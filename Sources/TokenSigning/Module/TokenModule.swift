import CPKCS11
import Glibc
import Synchronization

/// A vendor's PKCS #11 library, loaded by its path.
///
/// A module is loaded once and stays until the process ends: the standard gives it one state for the whole process, so
/// that whoever finalises it takes it away from everybody else.
package struct TokenModule: Sendable {
  let functions: TokenFunctions

  private static let loaded = Mutex<[String: TokenModule]>([:])

  /// Loads the module, or takes it as it was loaded before. Loading runs the vendor's code in this process.
  ///
  /// Throws `pkcs11_module_unusable`, with what the system or the module says.
  package static func load(_ path: String) throws(TokenError) -> TokenModule {
    try loaded.withLock { loaded throws(TokenError) in
      if let module = loaded[path] { return module }
      let module = TokenModule(functions: try TokenFunctions(loading: path))
      loaded[path] = module
      return module
    }
  }
}

/// The functions of a module that was loaded and initialised.
///
/// Unchecked, because pointers are not Sendable: this one leads to a table that never changes and is never unloaded.
struct TokenFunctions: @unchecked Sendable {
  private let list: UnsafePointer<CK_FUNCTION_LIST>

  /// One call at a time in this process. Modules promise to lock, but SoftHSM writes a token down at every login, and
  /// another thread that reads it meanwhile gets CKR_GENERAL_ERROR.
  private static let turn = Mutex(())

  fileprivate init(loading path: String) throws(TokenError) {
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw Self.unusable(path, dlerror().map { String(cString: $0) } ?? "it cannot be loaded")
    }
    guard let symbol = dlsym(library, "C_GetFunctionList") else {
      throw Self.unusable(path, "it has no C_GetFunctionList, so it is no PKCS #11 module")
    }
    let getFunctionList = unsafeBitCast(symbol, to: CK_C_GetFunctionList.self)
    var list: UnsafeMutablePointer<CK_FUNCTION_LIST>?
    let got = ReturnValue(getFunctionList(&list))
    guard got.isOK, let list else { throw Self.unusable(path, "C_GetFunctionList says \(got.name)") }
    self.list = UnsafePointer(list)
    var arguments = CK_C_INITIALIZE_ARGS()
    arguments.flags = CKF_OS_LOCKING_OK
    let initialized = try call(\.C_Initialize) { $0(&arguments) }
    guard initialized.isOK || initialized.number == CKR_CRYPTOKI_ALREADY_INITIALIZED else {
      throw Self.unusable(
        path, "C_Initialize says \(initialized.name); is its configuration there and readable?")
    }
  }

  /// Calls one function of the table, of which old modules may lack some.
  func call<Function>(
    _ function: KeyPath<CK_FUNCTION_LIST, Function?>, _ body: (Function) -> CK_RV
  ) throws(TokenError) -> ReturnValue {
    guard let function = list.pointee[keyPath: function] else {
      throw TokenError(.moduleUnusable, "the PKCS #11 module lacks a function of the standard")
    }
    return Self.turn.withLock { _ in ReturnValue(body(function)) }
  }

  private static func unusable(_ path: String, _ reason: String) -> TokenError {
    TokenError(.moduleUnusable, "the PKCS #11 module '\(path)' cannot be used: \(reason)")
  }
}
