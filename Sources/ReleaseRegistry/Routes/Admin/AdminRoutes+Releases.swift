import HTTPServer
import ReleaseModel

extension AdminRoutes {
  private static let one = "/channels/{channel}/releases/{version}"

  static let releases =
    [
      AdminRoute(.get, "/channels", { _ in .read }) { call in
        AdminAnswer(
          status: 200, body: try JSONText.encode(PageEnvelope(try call.registry.channels(), nextCursor: nil)),
          revision: nil)
      },
      .json(.post, "/channels/{channel}/releases", changing, parameters: AdminRoute.changing) { call, body in
        try call.registry.createRelease(
          ReleaseInput(body), on: call.channel(), call.context(body: body))
      },
      .json(.post, "/channels/{channel}/releases/simulate", changing) { call, body in
        try call.registry.simulatePublish(PublishTrial(body), on: call.channel())
      },
      AdminRoute(
        .get, "/channels/{channel}/releases", { _ in .read },
        parameters: ["limit", "cursor", "releaseVersion"]
      ) { call in
        let (page, next) = try call.registry.releases(
          of: call.channel(), call.releaseVersion(), after: call.cursor(ReleaseCursor.init(parsing:)),
          limit: call.limit())
        return AdminAnswer(
          status: 200, body: try JSONText.encode(PageEnvelope(page, nextCursor: next?.description)),
          revision: nil)
      },
      AdminRoute(
        .get, "/channels/{channel}/adoption", { _ in .read }, parameters: ["releaseVersion"]
      ) { call in
        try AdminAnswer(call.registry.adoption(of: call.channel(), call.releaseVersion()))
      },
      AdminRoute(.get, one, { _ in .read }) { call in
        let release = try call.registry.release(call.channel(), call.version())
        return try AdminAnswer(release, revision: release.revision)
      },
      .json(.patch, one, changing, parameters: AdminRoute.changing) { call, body in
        try call.registry.editRelease(
          call.channel(), call.version(), body: body, revision: call.requiredRevision(),
          call.context(body: body))
      },
      AdminRoute(.delete, one, changing, parameters: AdminRoute.changing) { call in
        try call.registry.deleteRelease(
          call.channel(), call.version(), revision: call.revision(), call.context())
      },
      .json(.post, "\(one)/promote", changing, parameters: AdminRoute.changing) { call, body in
        var fields = try JSONFields(
          body, known: ["channel", "wrapperRange", "apiContractRange", "reason", "strict", "signing"])
        let target = fields.parse("channel", "the channel to promote to", Channel.init(parsing:))
        let wrapper = fields.optional("wrapperRange", ReleaseGates.gate)
        let contract = fields.optional("apiContractRange", ReleaseGates.gate)
        let reason = fields.reason()
        let isStrict = fields.boolean("strict") ?? false
        let signing = try fields.signing()
        let destination = try fields.check(target)
        // The source was checked before the body came.
        try call.actor.require(.changeReleases(of: [destination]))
        return try call.registry.promote(
          call.channel(), call.version(), to: destination, gates: (wrapper, contract), reason: reason,
          isStrict: isStrict, signing: signing,
          call.context(body: body))
      },
    ] + ReleaseTransition.allCases.map(transition)

  private static func transition(_ transition: ReleaseTransition) -> AdminRoute {
    .json(.post, "\(one)/\(transition.rawValue)", changing, parameters: AdminRoute.changing) { call, body in
      var fields = try JSONFields(
        body, known: transition == .publish ? ["reason", "strict", "signing"] : ["reason"])
      let reason = fields.reason()
      let isStrict = fields.boolean("strict") ?? false
      let signing = try fields.signing()
      try fields.check()
      return try call.registry.transition(
        transition, call.channel(), call.version(), reason: reason, isStrict: isStrict,
        signing: signing, revision: call.revision(),
        call.context(body: body))
    }
  }

  @Sendable private static func changing(_ call: AdminCall) throws -> Permission {
    // The role first: who may change nothing is not told what is wrong with the channel's name.
    try call.actor.require(.changeReleases(of: []))
    return .changeReleases(of: [try call.channel()])
  }
}

extension JSONFields {
  /// Why a release changes its state, for the audit and for who looks at it later.
  fileprivate mutating func reason() -> String? {
    prose("reason", maximumLength: 1_000, .invalidReason)
  }
}
