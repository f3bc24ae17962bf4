import Glibc

/// A thread of the operating system, for work that blocks and must not stop the cooperative pool.
struct SystemThread: Sendable {
  private let handle: pthread_t

  /// Starts a thread; `out_of_resources` when the system has none left. It must be joined or detached.
  init(_ body: @escaping @Sendable () -> Void) throws(HTTPServerError) {
    let box = Unmanaged.passRetained(ThreadBody(body))
    var handle = pthread_t()
    let status = pthread_create(
      &handle, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      throw HTTPServerError(
        .outOfResources, "The system does not give this process another thread; raise its limits.",
        cause: status)
    }
    self.handle = handle
  }

  /// Waits for the thread's end.
  func join() { pthread_join(handle, nil) }

  /// Lets the thread go on by itself.
  func detach() { pthread_detach(handle) }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
