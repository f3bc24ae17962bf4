/// What a session writes down of its running launch.
///
/// One report goes after the other, each with what is so when its turn comes: one that says `foreground` must not be written
/// after a later one that says `background`.
extension WrapperSession {
  /// Writes down where the app is and for how long the page was seen, and says how the launch stands. Time that cannot be
  /// written down is kept for the next report.
  func reportStanding(of launch: Launch) async throws(InstallerError) -> LaunchReport {
    let mine = Task { [lastReport] in
      _ = await lastReport?.value
      return await self.standing(of: launch)
    }
    lastReport = mine
    return try await mine.value.get()
  }

  private func standing(of launch: Launch) async -> Result<LaunchReport, InstallerError> {
    // The time of the launch that runs is not that of one that is over.
    let time = launch.token == self.launch?.token ? takeTime() : .zero
    do throws(InstallerError) {
      let event: LaunchEvent = isInForeground ? .foreground(for: time) : .background(after: time)
      return .success(try await installer.report(event, token: launch.token))
    } catch {
      // A pointer that is only not durable yet has the time already.
      if error.code != .pointerNotDurable { giveBack(time, of: launch) }
      return .failure(error)
    }
  }

  /// Says of a launch that began in the background where it is: what the system ends there has not failed. Where the disk does
  /// not take that, the launch goes on, and its next report says it again.
  func reportBackground(of launch: Launch) async {
    do throws(InstallerError) {
      _ = try await reportStanding(of: launch)
    } catch {}
  }
}
