/// What one client may take. Every limit is safe by default.
package struct HTTPLimits: Sendable, Hashable {
  /// What a connection over a limit gets.
  package enum Excess: Sendable, Hashable {
    /// 503 with Retry-After for its first request. A few connections over the limit get that; more are closed.
    case answered
    /// Nothing: it is closed at once.
    case closed
  }

  /// The request line and the header fields; more is 431.
  package var maximumHeaderBytes = 8 << 10
  /// Path and query; more is 414.
  package var maximumURLBytes = 4 << 10
  /// The number of header fields; more is 431.
  package var maximumHeaderFields = 100
  /// A body, where the route does not say otherwise; more is 413.
  package var maximumBodyBytes: UInt64 = 1 << 20
  /// What bodies that are collected before their handlers run may take together, beyond the first 16 KiB of each; more
  /// are answered with 503 and Retry-After.
  package var maximumCollectedBytes = 64 << 20
  /// All connections together.
  package var maximumConnections = 4096
  /// Connections of one IPv4 address or one IPv6 /64 network.
  package var maximumConnectionsPerAddress = 256
  /// What happens to connections over one of these two.
  package var excess = Excess.answered
  /// Whether a connection over one of these two gets the place of one that waits for a request, which is cut: of the oldest
  /// that has sent none yet, else of the oldest that had an answer. When there is none, `excess` says what happens.
  package var cutsWaiting = false
  /// How long a request's header may take, from its first byte, or from the connection's start.
  package var headerTimeout: Duration = .seconds(10)
  /// How long a connection may wait for its next request.
  package var idleTimeout: Duration = .seconds(60)
  /// Over which time a client must take `minimumRate` bytes per second of an answer.
  package var slowClientTimeout: Duration = .seconds(20)
  /// The bytes per second that a client must take, on average over `slowClientTimeout`.
  package var minimumRate: UInt64 = 1 << 10
  /// Over which time a client must send `minimumBodyRate` bytes per second of a body; less is 408.
  package var slowBodyTimeout: Duration = .seconds(15)
  /// The bytes per second that a client must send, on average over each `slowBodyTimeout`: a body may hold a worker, so
  /// it has to come faster than an answer has to go.
  package var minimumBodyRate: UInt64 = 16 << 10
  /// How many requests may wait for a worker thread; more are answered with 503 and Retry-After.
  package var maximumWaitingRequests = 256

  package init() {}
}
