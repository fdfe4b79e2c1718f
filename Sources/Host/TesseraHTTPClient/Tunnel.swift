import CCurl
import Foundation

/// Carries bytes between a connection of libcurl and a local socket, in both directions, on the loop's thread only.
final class Tunnel {
  private enum Side {
    case near
    case far
  }

  /// The maximum number of chunks that are moved at once. A chunk has at most 16 kB.
  private static let maximumRounds = 32

  let exchange: CurlExchange
  private(set) var isOver = false
  private let near: CInt
  private let far: CInt
  /// Bytes that the far socket had no room for.
  private var outgoing: ArraySlice<UInt8> = []
  private var incoming: ArraySlice<UInt8> = []
  private var buffer = [UInt8](repeating: 0, count: 16 << 10)

  /// Creates a tunnel. The transfer receives one end of a socket pair, and the tunnel keeps the other.
  init?(_ exchange: CurlExchange) {
    var far: curl_socket_t = -1
    tessera_curl_get_socket(exchange.handle, &far)
    var pair: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    guard far >= 0, socketpair(AF_UNIX, type, 0, &pair) == 0 else { return nil }
    self.exchange = exchange
    self.far = far
    near = pair[0]
    exchange.transfer.receive(socket: pair[1])
  }

  deinit { close(near) }

  /// The sockets to wait for, with the events that each direction needs. A closed near socket ends the tunnel at any
  /// time. The far socket is left out while none of its events is needed, because a lost connection would be reported
  /// again and again.
  var awaitedSockets: [curl_waitfd] {
    let nearEvents = (outgoing.isEmpty ? CURL_WAIT_POLLIN : 0) | (incoming.isEmpty ? 0 : CURL_WAIT_POLLOUT)
    let farEvents = (incoming.isEmpty ? CURL_WAIT_POLLIN : 0) | (outgoing.isEmpty ? 0 : CURL_WAIT_POLLOUT)
    var sockets = [curl_waitfd(fd: near, events: Int16(nearEvents), revents: 0)]
    if farEvents != 0 { sockets.append(curl_waitfd(fd: far, events: Int16(farEvents), revents: 0)) }
    return sockets
  }

  /// Moves the bytes that can be moved without waiting, up to a limit, so that no connection delays the others.
  /// - Returns: Whether there may be more bytes. TLS may hold decrypted bytes that polling the socket does not report.
  func move() -> Bool {
    var rounds = Self.maximumRounds
    while !isOver, rounds > 0, transfer(&outgoing, from: .near, to: .far) { rounds -= 1 }
    while !isOver, rounds > 0, transfer(&incoming, from: .far, to: .near) { rounds -= 1 }
    if !outgoing.isEmpty, isNearClosed { isOver = true }
    return !isOver && rounds == 0
  }

  /// Whether the near end was closed. Reading would detect that, but nothing is read while bytes wait to be sent.
  private var isNearClosed: Bool {
    var look = pollfd(fd: near, events: 0, revents: 0)
    return poll(&look, 1, 0) > 0 && look.revents & Int16(POLLHUP | POLLERR) != 0
  }

  /// - Returns: Whether there may be more bytes to move.
  private func transfer(_ waiting: inout ArraySlice<UInt8>, from source: Side, to target: Side) -> Bool {
    if waiting.isEmpty {
      guard let count = read(from: source) else { return false }
      waiting = buffer[..<count]
    }
    guard let count = write(waiting, to: target) else { return false }
    waiting = waiting.dropFirst(count)
    return true
  }

  /// - Returns: The number of bytes read, or nil if no bytes are available or the connection has ended.
  private func read(from side: Side) -> Int? {
    switch side {
    case .near:
      let count = recv(near, &buffer, buffer.count, 0)
      if count > 0 { return count }
      isOver = count == 0 || (errno != EAGAIN && errno != EINTR)
    case .far:
      var count = 0
      let code = curl_easy_recv(exchange.handle, &buffer, buffer.count, &count)
      if code == CURLE_OK, count > 0 { return count }
      isOver = code != CURLE_AGAIN
    }
    return nil
  }

  /// - Returns: The number of bytes written, or nil if there is no room or the connection has ended.
  private func write(_ bytes: ArraySlice<UInt8>, to side: Side) -> Int? {
    bytes.withUnsafeBytes { bytes in
      switch side {
      case .near:
        let count = send(near, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
        if count >= 0 { return count }
        isOver = errno != EAGAIN && errno != EINTR
      case .far:
        var count = 0
        let code = curl_easy_send(exchange.handle, bytes.baseAddress, bytes.count, &count)
        if code == CURLE_OK { return count }
        isOver = code != CURLE_AGAIN
      }
      return nil
    }
  }
}
