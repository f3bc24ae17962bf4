import HTTPServer
import ReleaseTesting

/// GET answers `ok`, and POST with the length of its body.
let countingRouter = {
  var router = Router()
  router.register(.get, "/", .immediate { _ in text("ok") })
  router.register(.post, "/", .blocking { request in text("\(try request.body.all().count)") })
  return router
}()
