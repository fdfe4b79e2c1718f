import CCurl
import TesseraServices

/// Performs all transfers of a client. It is confined to the loop's thread.
final class TransferWorker {
  /// The maximum time of one poll, in milliseconds. Commands and socket events end it at once.
  private static let maximumSleep: CInt = 60_000

  private let multi: UnsafeMutableRawPointer
  private let certificateAuthorities: String?
  private var exchanges: [ObjectIdentifier: CurlExchange] = [:]
  private var tunnels: [Tunnel] = []

  /// - Parameter multi: A multi handle of libcurl, which ``end()`` frees.
  init(multi: UnsafeMutableRawPointer, certificateAuthorities: String?) {
    self.multi = multi
    self.certificateAuthorities = certificateAuthorities
  }

  func add(_ transfer: Transfer) {
    guard let exchange = CurlExchange(transfer, certificateAuthorities: certificateAuthorities),
      exchange.attach(to: multi)
    else {
      return transfer.finish(
        .failure(HTTPClientError(kind: .connection, description: "The transfer could not be started")))
    }
    exchanges[ObjectIdentifier(transfer)] = exchange
  }

  func resume(_ transfer: Transfer) {
    guard let exchange = exchanges[ObjectIdentifier(transfer)] else { return }
    let code = exchange.resume()
    guard code != CURLE_OK else { return }
    exchange.finish(code)
    remove(transfer)
  }

  func remove(_ transfer: Transfer) {
    exchanges.removeValue(forKey: ObjectIdentifier(transfer))?.detach(from: multi)
  }

  /// Performs all work that is possible without waiting, and then sleeps until there is more.
  func work() {
    var runningCount: CInt = 0
    curl_multi_perform(multi, &runningCount)
    finish()
    var hasMore = false
    tunnels.removeAll { tunnel in
      if tunnel.move() { hasMore = true }
      if tunnel.isOver { tunnel.exchange.detach(from: multi) }
      return tunnel.isOver
    }
    var sockets = tunnels.flatMap(\.awaitedSockets)
    curl_multi_poll(multi, &sockets, CUnsignedInt(sockets.count), hasMore ? 0 : Self.maximumSleep, nil)
  }

  /// Ends all transfers and frees the handle.
  func end() {
    for exchange in exchanges.values {
      exchange.transfer.finish(.failure(CancellationError()))
      exchange.detach(from: multi)
    }
    for tunnel in tunnels { tunnel.exchange.detach(from: multi) }
    curl_multi_cleanup(multi)
  }

  /// Ends the transfers that libcurl has completed. Connected tunnels continue.
  private func finish() {
    var remaining: CInt = 0
    while let message = curl_multi_info_read(multi, &remaining)?.pointee {
      guard message.msg == CURLMSG_DONE,
        let (key, exchange) = exchanges.first(where: { $0.value.handle == message.easy_handle })
      else { continue }
      exchanges[key] = nil
      if exchange.transfer.purpose == .tunnel, message.data.result == CURLE_OK, let tunnel = Tunnel(exchange) {
        // The handle must stay in the multi handle as long as its connection is used.
        tunnels.append(tunnel)
      } else {
        exchange.finish(message.data.result)
        exchange.detach(from: multi)
      }
    }
  }
}
