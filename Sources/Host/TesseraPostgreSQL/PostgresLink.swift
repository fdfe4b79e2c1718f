import CPostgreSQL
import Glibc
import Synchronization

/// A connection of libpq, whose functions never wait beyond a deadline. One thread at a time uses it.
///
/// When anything but a statement fails, the link closes itself: what the server sends next could belong to the failed
/// exchange.
final class PostgresLink {
  /// Nil after the link was closed.
  private var connection: OpaquePointer?
  private let address: PostgresAddress
  /// The password, which may come from the environment or a file.
  private let password: String
  let socket: LinkSocket

  private init(_ connection: OpaquePointer, _ address: PostgresAddress) {
    self.connection = connection
    self.address = address
    password = PQpass(connection).map { String(cString: $0) } ?? ""
    socket = LinkSocket()
    // libpq would print notices.
    _ = PQsetNoticeReceiver(connection, { _, _ in }, nil)
  }

  deinit { close() }

  /// Says goodbye to the server if that needs no waiting, and frees the connection.
  func close() {
    socket.forget()
    // libpq does not wait either, because the connection is in non-blocking mode.
    if let connection { PQfinish(connection) }
    connection = nil
  }

  // MARK: Connecting

  /// Connects to the first server of an address that is available. One that does not answer leaves the others their
  /// shares of the time.
  static func open(
    _ address: PostgresAddress, before deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> PostgresLink {
    var messages: [String] = []
    for (index, host) in address.hosts.enumerated() {
      let share = deadline.share(amongst: address.hosts.count - index)
      let limit = address.connectTimeout.map { min(share, .now + $0) } ?? share
      do throws(PostgresError) {
        let targets = try targets(of: host, before: limit)
        for (index, target) in targets.enumerated() {
          do throws(PostgresError) {
            return try open(address, target, before: limit.share(amongst: targets.count - index))
          } catch {
            messages.append(error.message)
          }
        }
      } catch {
        messages.append(error.message)
      }
      if deadline.isPast { break }
    }
    throw PostgresError(
      deadline.isPast ? .deadline : .connection, address.scrubbed(messages.joined(separator: "; ")), isUnsent: true)
  }

  /// The addresses of a server.
  private static func targets(
    of host: PostgresAddress.Host, before deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> [PostgresAddress.Host] {
    if host.isLocal || !host.address.isEmpty { return [host] }
    switch HostLookup.addresses(of: host.name, before: deadline) {
    case .found(let addresses):
      return addresses.map { PostgresAddress.Host(name: host.name, address: $0, port: host.port) }
    case .failed(let reason): throw PostgresError(.connection, "The host '\(host.name)' was not found: \(reason)")
    case nil: throw PostgresError(.deadline, "The host '\(host.name)' was not found in time")
    }
  }

  private static func open(
    _ address: PostgresAddress, _ host: PostgresAddress.Host, before deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> PostgresLink {
    let parameters = Array(address.parameters(for: host))
    let connection = withCStrings(parameters.map(\.key)) { keywords in
      withCStrings(parameters.map(\.value)) { values in PQconnectStartParams(keywords, values, 0) }
    }
    guard let connection else { throw PostgresError(.connection, "There is not enough memory for a connection") }
    let link = PostgresLink(connection, address)
    var state = PQstatus(connection) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
    while state != PGRES_POLLING_OK {
      guard state == PGRES_POLLING_READING || state == PGRES_POLLING_WRITING else { throw link.failure() }
      let events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
      guard !deadline.isPast, link.wait(for: events, before: deadline) else {
        throw link.failure(.deadline, "The database server did not accept a connection in time")
      }
      state = PQconnectPoll(connection)
    }
    guard PQsetnonblocking(connection, 1) == 0 else { throw link.failure() }
    link.socket.remember(PQsocket(connection))
    return link
  }

  // MARK: Failing

  /// Closes the link.
  /// - Returns: The error to throw. Its message is libpq's if none is given.
  private func failure(
    _ kind: PostgresError.Kind = .connection, _ message: String? = nil, isUnsent: Bool = false
  ) -> PostgresError {
    let reason = message ?? connection.map { String(cString: PQerrorMessage($0)) } ?? ""
    close()
    let line = reason.split(whereSeparator: \.isNewline).first.map(String.init)
    return PostgresError(kind, scrubbed(line ?? "The connection is closed"), isUnsent: isUnsent)
  }

  /// The error of a response; nil if there is none.
  func error(of response: PostgresResponse, isUnsent: Bool = false) -> PostgresError? {
    guard response.isFailure else { return nil }
    guard let sqlState = response.sqlState else {
      return failure(.connection, response.message, isUnsent: isUnsent)
    }
    return PostgresError(.statement(sqlState: sqlState), scrubbed(response.message), isUnsent: isUnsent)
  }

  private func scrubbed(_ message: String) -> String { address.scrubbed(message, of: password) }

  // MARK: Waiting

  /// Waits until the socket is ready.
  /// - Returns: Whether it is. An error of the socket makes it ready, too.
  private func wait(for events: Int32, before deadline: ContinuousClock.Instant) -> Bool {
    guard let connection else { return true }
    var entry = pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
    // poll(2) would ignore a socket that is gone.
    guard entry.fd >= 0 else { return true }
    while true {
      let count = poll(&entry, 1, deadline.millisecondsLeft)
      if count > 0 || (count < 0 && errno != EINTR) { return true }
      if deadline.isPast { return false }
    }
  }

  /// Reads what the server has sent since the last exchange, without waiting.
  /// - Throws: ``PostgresError`` if the server has closed the connection.
  func check(before deadline: ContinuousClock.Instant) throws(PostgresError) {
    while wait(for: POLLIN, before: .now) {
      guard !deadline.isPast else {
        throw failure(.deadline, "The database does not stop sending", isUnsent: true)
      }
      guard let connection, PQconsumeInput(connection) == 1 else { throw failure(isUnsent: true) }
      // Handles the messages. They would else fill libpq's memory.
      _ = PQisBusy(connection)
    }
  }

  /// Whether there is no transaction.
  var isIdle: Bool { connection.map { PQtransactionStatus($0) == PQTRANS_IDLE } ?? false }

  // MARK: Exchanging

  /// Sends a command, and waits for the end of the server's answer.
  /// - Parameters:
  ///   - isUnsent: Whether a failure means that the caller's statement was not sent.
  ///   - send: Hands the command to libpq, and returns 1 if libpq took it.
  /// - Returns: All responses, of which some may be errors of statements.
  func exchange(
    before deadline: ContinuousClock.Instant, isUnsent: Bool, _ send: (OpaquePointer) -> Int32
  ) throws(PostgresError) -> [PostgresResponse] {
    guard let connection, send(connection) == 1 else { throw failure(isUnsent: isUnsent) }
    var responses: [PostgresResponse] = []
    /// Waits, and reads what has arrived.
    func proceed(_ events: Int32) throws(PostgresError) {
      // A server that never stops sending would always be ready.
      guard !deadline.isPast, wait(for: events, before: deadline) else {
        throw failure(.deadline, "The database did not answer before the deadline", isUnsent: isUnsent)
      }
      guard PQconsumeInput(connection) == 1 else {
        // The server's reason for closing the connection says more than libpq's that it did.
        throw failure(.connection, responses.first { $0.isFailure }?.message, isUnsent: isUnsent)
      }
    }

    while true {
      let state = PQflush(connection)
      if state == 0 { break }
      guard state == 1 else { throw failure(isUnsent: isUnsent) }
      // The server may have to send something before it can receive more.
      try proceed(POLLIN | POLLOUT)
    }
    while true {
      while PQisBusy(connection) != 0 { try proceed(POLLIN) }
      guard let result = PQgetResult(connection) else { break }
      let response = PostgresResponse(result)
      if response.isCopy { throw failure(.unexpected, "COPY from or to the client is not supported") }
      if response.isFatal { throw failure(.connection, response.message, isUnsent: isUnsent) }
      responses.append(response)
    }
    if PQstatus(connection) == CONNECTION_BAD {
      throw failure(.connection, responses.first { $0.isFailure }?.message, isUnsent: isUnsent)
    }
    return responses
  }

  /// Waits for a notification.
  /// - Returns: Nil if the deadline passed first.
  func nextNotification(before deadline: ContinuousClock.Instant) throws(PostgresError) -> PostgresNotification? {
    var hasRead = false
    while true {
      guard let connection else { throw failure() }
      if let notification = PQnotifies(connection) {
        defer { PQfreemem(notification) }
        let (channel, payload) = (notification.pointee.relname, notification.pointee.extra)
        return PostgresNotification(
          channel: channel.map { String(cString: $0) } ?? "", payload: payload.map { String(cString: $0) } ?? "")
      }
      // What has arrived already counts even after the deadline.
      guard !(hasRead && deadline.isPast), wait(for: POLLIN, before: deadline) else { return nil }
      guard PQconsumeInput(connection) == 1 else { throw failure() }
      hasRead = true
    }
  }
}

/// The socket of a link, for other threads.
final class LinkSocket: Sendable {
  /// Nil before the link is open and after it was closed.
  private let descriptor = Mutex<Int32?>(nil)

  var isOpen: Bool { descriptor.withLock { $0 != nil } }

  func remember(_ socket: Int32) { descriptor.withLock { $0 = socket } }

  func forget() { descriptor.withLock { $0 = nil } }

  /// Ends the connection, so that a thread that waits for the server sees an error. The link still owns the socket.
  func shutDown() {
    // The lock keeps the link from closing the socket, whose number another file could get.
    descriptor.withLock { if let socket = $0 { _ = shutdown(socket, Int32(SHUT_RDWR)) } }
  }
}

/// Passes texts as a list of C strings with NULL at its end.
private func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  let copies = texts.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return (copies.map { $0.map { UnsafePointer($0) } } + [nil]).withUnsafeBufferPointer { pointers in
    // The list has NULL at least, and so an address.
    body(pointers.baseAddress.unsafelyUnwrapped)
  }
}
