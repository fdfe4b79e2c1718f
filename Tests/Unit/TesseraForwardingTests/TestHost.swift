import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

@testable import TesseraForwarding

/// A Hummingbird server on a free port of the loopback interface, which runs for the duration of one test.
struct TestHost: Sendable {
  struct Context: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
      coreContext = CoreRequestContextStorage(source: source)
      channel = source.channel
    }
  }

  typealias Responder = @Sendable (Request, Context) async throws -> Response

  let port: Int
  private let service: ServiceGroup

  /// The address in the form that hosts know each other by.
  var address: HostAddress? { HostAddress("127.0.0.1:\(port)") }

  /// Asks the server to stop. Idle connections are closed.
  func stop() async { await service.triggerGracefulShutdown() }

  /// Runs a server until the body returns.
  static func run<Result: Sendable>(
    _ responder: @escaping Responder, during body: @Sendable (TestHost) async throws -> Result
  ) async throws -> Result {
    let (running, announce) = AsyncStream<Int>.makeStream()
    var logger = Logger(label: "host")
    logger.logLevel = .critical
    let application = Application(
      responder: CallbackResponder<Context> { try await responder($0, $1) },
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0), serverName: nil),
      onServerRunning: { channel in
        announce.yield(channel.localAddress?.port ?? 0)
        announce.finish()
      },
      logger: logger)
    let service = ServiceGroup(configuration: ServiceGroupConfiguration(services: [application], logger: logger))
    let task = Task {
      defer { announce.finish() }
      try await service.run()
    }
    var ports = running.makeAsyncIterator()
    guard let port = await ports.next() else {
      try await task.value
      throw CancellationError()
    }
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(try await body(TestHost(port: port, service: service)))
    } catch {
      result = .failure(error)
    }
    await service.triggerGracefulShutdown()
    try await task.value
    return try result.get()
  }

  /// Runs a server that forwards all requests.
  static func runFront<Result: Sendable>(
    to owner: HostAddress, forwarder: RequestForwarder = .forTests(), collects: Bool = false,
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in },
    during body: @Sendable (TestHost) async throws -> Result
  ) async throws -> Result {
    try await run { request, context in
      do {
        let body = collects ? try await request.body.collect(upTo: 1 << 20) : nil
        return try await forwarder.forward(
          request, from: "192.0.2.7", scheme: .https, to: owner, client: context.channel, body: body)
      } catch {
        onFailure(error)
        throw error
      }
    } during: {
      try await body($0)
    }
  }
}

let testKey = [UInt8]("a key that only hosts have".utf8)
