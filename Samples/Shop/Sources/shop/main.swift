import Foundation
import Hummingbird
import Logging
import ShopScreens
import Synchronization
import TesseraPayloads

// A small shop that speaks Beagle's JSON:
//
//     shop --port 8081
//     tessera serve http://127.0.0.1:8081/home

let orders = Mutex(0)

func answer(_ body: String, as type: String = "application/json") -> Response {
  Response(
    status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(string: body)))
}

let router = Router()
router.get("/home") { _, _ in answer(ShopScreens.home.json) }
router.get("/cart") { _, _ in answer(ShopScreens.cartPage.json) }
router.get("/address") { _, _ in answer(ShopScreens.address.json) }
router.get("/products/:id") { _, context in
  guard let product = Product.all.first(where: { "\($0.id)" == context.parameters.get("id") }) else {
    throw HTTPError(.notFound)
  }
  return answer(ShopScreens.product(product).json)
}
router.get("/pictures/:name") { _, context in
  guard let product = Product.all.first(where: { "\($0.id).svg" == context.parameters.get("name") }) else {
    throw HTTPError(.notFound)
  }
  return answer(product.picture, as: "image/svg+xml")
}
router.get("/thanks/:order") { _, context in
  answer(ShopScreens.thanks(order: context.parameters.get("order").flatMap(Int.init) ?? 0).json)
}
router.post("/orders") { request, _ in
  let body = try await request.body.collect(upTo: 1 << 20)
  struct Order: Decodable {
    struct Address: Decodable { var name: String }
    var address: Address
  }
  guard (try? JSONDecoder().decode(Order.self, from: Data(body.readableBytesView)))?.address.name.isEmpty == false
  else {
    throw HTTPError(.badRequest)
  }
  let number = orders.withLock { count in
    count += 1
    return count
  }
  return answer(#"{"number": \#(number)}"#)
}

let arguments = CommandLine.arguments
let port = arguments.firstIndex(of: "--port").flatMap { Int(arguments.dropFirst($0 + 1).first ?? "") } ?? 8081
var logger = Logger(label: "shop")
logger.logLevel = .warning
let application = Application(
  router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
  onServerRunning: { channel in
    let line = "Listening on http://127.0.0.1:\(channel.localAddress?.port ?? port)\n"
    FileHandle.standardOutput.write(Data(line.utf8))
  },
  logger: logger)
try await application.runService()
