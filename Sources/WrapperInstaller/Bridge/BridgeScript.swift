import ReleaseBundle
import ReleaseModel
import ReleaseTrust

/// The script that gives a page `window.wrapper`, made for one launch.
///
/// The launch token is in its closure and nowhere else that the page's scripts can reach: a page that stays while its
/// successor starts has the token of its own launch, and cannot vouch for the successor.
struct BridgeScript {
  let bytes: [UInt8]

  init(facts: WrapperFacts, token: String) {
    let values: JSONObject = [
      "facts": .object(facts.json), "token": .text(ExactText(token)),
      "launch": .text(ExactText(Self.launchId(token: token))),
    ]
    let json = String(decoding: JSONWriter.bytes(of: .object(values), .compact), as: UTF8.self)
    bytes = Array("(\(Self.program))(\(Self.escaped(json)));\n".utf8)
  }

  /// What tells launches apart without giving a token away.
  static func launchId(token: String) -> String {
    String(Digest.sha256(of: Array("launch \(token)".utf8)).description.prefix(32))
  }

  /// JSON is JavaScript but for what ends a line there; what ends or comments out a script element is written away too,
  /// for wrappers that put the script into a page's text.
  private static func escaped(_ json: String) -> String {
    json.unicodeScalars.map { scalar in
      switch scalar {
      case "<": #"\u003c"#
      case "\u{2028}": #"\u2028"#
      case "\u{2029}": #"\u2029"#
      default: String(scalar)
      }
    }.joined()
  }

  private static let program = #"""
    (made) => {
      "use strict";
      const { facts, token, launch } = made;
      const failure = ({ code, message, detail, retryable }) =>
        Object.assign(new Error(message ?? detail), { code, retryable: retryable ?? false });
      const request = async (path, options) => {
        try {
          return await (await fetch(path, { cache: "no-store", ...options })).json();
        } catch {
          throw failure({ code: "unreachable", message: "the wrapper does not answer", retryable: true });
        }
      };
      let count = 0;
      const ask = async (type, params = {}) => {
        const reply = await request("/_wrapper/bridge", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ id: String(++count), type, params }),
        });
        if (reply.ok) return reply.data;
        throw failure(reply.error ?? reply);
      };

      const listeners = new Set();
      let known;
      const look = async () => {
        const now = await request("/_wrapper/state", {}).catch(() => undefined);
        if (!now?.launch) return;
        if (now.launch !== launch) {
          location.replace(now.url);
          return;
        }
        const text = JSON.stringify(now.event.data);
        if (text === known) return;
        known = text;
        for (const listener of listeners) listener(JSON.parse(text));
      };
      setInterval(look, 500);
      look();

      const wrapper = Object.freeze({
        ...facts,
        checkForUpdate: () => ask("release.checkForUpdate"),
        restartWithInstalledUpdate: () => ask("release.restartWithInstalledUpdate"),
        confirm: () => ask("release.confirm", { token }),
        decline: (update, version = null) => ask("release.decline", { update, version }),
        returnedFromStore: () => ask("release.returnedFromStore"),
        onState: (listener) => {
          listeners.add(listener);
          if (known !== undefined) listener(JSON.parse(known));
          return () => listeners.delete(listener);
        },
      });
      Object.defineProperty(window, "wrapper", { value: wrapper, enumerable: true });
    }
    """#
}
