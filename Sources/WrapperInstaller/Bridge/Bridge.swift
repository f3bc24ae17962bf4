import ReleaseTrust

/// Answers the messages of a page: bytes in, bytes out, whatever carries them.
///
/// The messages are in docs/bridge.md. Every message gets one answer. They may come at once; a second check meanwhile is
/// refused with `install_in_progress`.
public final class Bridge: Sendable {
  private let device: any BridgedDevice
  private let priority: SharedPriority
  private let notKept: @Sendable (InstallerError) -> Void

  /// - Parameter notKept: told when the disk does not take what a check changed in what was declined.
  init(
    _ device: any BridgedDevice, priority: SharedPriority,
    notKept: @escaping @Sendable (InstallerError) -> Void = { _ in }
  ) {
    self.device = device
    self.priority = priority
    self.notKept = notKept
  }

  /// Answers a message.
  public func answer(_ message: [UInt8]) async -> [UInt8] {
    let request: BridgeRequest
    do throws(BridgeRequest.Refusal) {
      request = try BridgeRequest(parsing: message)
    } catch {
      return BridgeReply.failure(error.error, id: error.id)
    }
    do throws(BridgeError) {
      return BridgeReply.success(try await data(for: request.message), id: request.id)
    } catch {
      return BridgeReply.failure(error, id: request.id)
    }
  }

  /// What a page is to be told when the state of the update changes: `{"data": {"state": …}, "type": "release.state"}`.
  public func event(_ state: UpdateState) -> [UInt8] {
    JSONWriter.bytes(of: .object(BridgeData.event(state)), .compact)
  }

  /// The event for how the update stands now; a state that cannot be read is a failed update to a page.
  func stateEvent() async -> JSONObject {
    do throws(InstallerError) {
      return BridgeData.event(try await device.state())
    } catch {
      return BridgeData.event(.updateFailed(code: error.code.rawValue, retryable: error.isRetryable))
    }
  }

  private func data(for message: BridgeMessage) async throws(BridgeError) -> JSONObject {
    switch message {
    case .checkForUpdate: try await check()
    case .restartWithInstalledUpdate: try await restart()
    case .confirm(let token): try await confirm(token)
    case .decline(let kind, let version): try await decline(kind, version)
    case .returnFromStore: await returnFromStore()
    }
  }

  private func check() async throws(BridgeError) -> JSONObject {
    let result: InstallResult
    do throws(InstallerError) {
      result = try await device.install()
    } catch {
      throw BridgeError(error)
    }
    if let advice = await nativeAdvice() { await take(.advised(advice)) }
    await take(.webUpdate(webUpdate(result)))
    return BridgeData.check(result, offer: await priority.offer)
  }

  /// The answer about the wrapper only ranks what is offered: without it, what was heard before still holds.
  private func nativeAdvice() async -> NativeUpdateAdvice? {
    do throws(InstallerError) {
      return try await device.nativeAdvice()
    } catch {
      return nil
    }
  }

  /// What was heard counts also where the disk takes nothing, and the check is answered.
  private func take(_ event: UpdatePriority.Event) async {
    do throws(InstallerError) {
      try await priority.handle(event)
    } catch {
      notKept(error)
    }
  }

  /// What waits on the device after a check; also what an earlier check installed, if that can be read.
  private func webUpdate(_ result: InstallResult) async -> WebUpdate {
    guard let waiting = result.current else { return .none }
    do throws(InstallerError) {
      return try await device.state() == .installed ? .installed(version: waiting.version) : .none
    } catch {
      return result.outcome == .installed ? .installed(version: waiting.version) : .none
    }
  }

  private func restart() async throws(BridgeError) -> JSONObject {
    let beginning: RestartBeginning
    do throws(InstallerError) {
      beginning = try await device.beginRestart()
    } catch {
      throw BridgeError(error)
    }
    switch beginning {
    case .restarting: return BridgeData.state(.restarting)
    case .unsupported:
      throw BridgeError(
        "unsupported",
        "wrappers below \(WrapperSession.restartingWrapperVersion) cannot restart; the update starts at "
          + "the next launch of the app", isRetryable: false)
    case .noUpdateInstalled:
      throw BridgeError(
        "no_update_installed", "what is installed runs already; check for an update first", isRetryable: false
      )
    }
  }

  private func confirm(_ token: String) async throws(BridgeError) -> JSONObject {
    let confirmation: Confirmation
    do throws(InstallerError) {
      confirmation = try await device.confirm(token: token)
    } catch {
      throw BridgeError(error)
    }
    let reason: String
    switch confirmation {
    case .confirmed, .builtIn: return ["outcome": .text(ExactText(confirmation.rawValue))]
    case .staleToken: reason = "this page is not that of the running launch; nothing changed"
    case .notRecorded: reason = "this launch could not be recorded, so nothing can be confirmed"
    case .noLaunch: reason = "no launch began yet"
    case .releaseGone: reason = "the release of this launch is not on this device any more"
    }
    throw BridgeError(confirmation.rawValue, reason, isRetryable: false)
  }

  private func decline(_ kind: UpdateDecision.Kind, _ version: String?) async throws(BridgeError)
    -> JSONObject
  {
    let decision = UpdateDecision(kind: kind, version: version, declinedAt: device.timeOfDay())
    do throws(InstallerError) {
      try await priority.handle(.declined(decision))
    } catch {
      throw BridgeError(error)
    }
    return ["offer": BridgeData.offer(await priority.offer)]
  }

  private func returnFromStore() async -> JSONObject {
    await take(.returnedFromStore)
    return ["offer": BridgeData.offer(await priority.offer)]
  }
}
