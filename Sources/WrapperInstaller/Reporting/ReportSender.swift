import FoundationEssentials
import HTTPClient
import ReleaseModel

/// Sends a report to its registry, once; the outbox sees to the rest.
struct ReportSender: Sendable {
  let client: HTTPClient

  func send(_ mutation: OutboxMutation) async -> OutboxDelivery {
    do throws(InstallerError) {
      return try await BlockingWork.run { (cancellation) throws(InstallerError) in
        deliver(mutation, cancellation)
      }
    } catch {
      return .unreachable(reason: error.code.rawValue)
    }
  }

  private func deliver(_ mutation: OutboxMutation, _ cancellation: Cancellation) -> OutboxDelivery {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      let addressed = try JSONDecoder().decode(AddressedReport.self, from: Data(mutation.body))
      let address = try WebAddress(parsing: addressed.server).appending(path: ["mobile-web", "reports"])
      let request = HTTPRequest(
        .post, address, fields: ["Content-Type": "application/json"],
        body: .bytes(Array(try encoder.encode(addressed.report))))
      return delivery(try client.send(request, cancellation: cancellation))
    } catch let error as HTTPClientError {
      return .unreachable(reason: error.code.rawValue)
    } catch {
      return .refused(
        .damaged, code: InstallerError.Code.outboxEntryDamaged.rawValue,
        message: "it holds no report: \(error)")
    }
  }

  private func delivery(_ response: HTTPResponse) -> OutboxDelivery {
    // A registry asks nobody for a name here, so somebody in between did, who will not be there for ever. And one that
    // takes no reports yet may take them after its next update.
    if [401, 403, 404, 405, 407].contains(response.status) {
      return .unreachable(reason: "status_\(response.status)")
    }
    let problem = response.isSuccess ? nil : WireAnswer<Problem>.problem(in: response.body)
    return .answered(
      OutboxAnswer(
        status: response.status, code: problem?.code.rawValue, message: problem?.detail,
        retryAfterSeconds: response.fields["Retry-After"].flatMap { Int64($0) }))
  }
}
