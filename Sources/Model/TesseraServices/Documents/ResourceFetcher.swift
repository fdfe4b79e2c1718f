package import Foundation
import HTTPTypes
import TesseraSVG
import TesseraValues

/// Fetches pictures by URL, within the bounds of the widget that shows them.
///
/// Equal requests at one time share one transfer; answers stay in memory for as long as the server's `Cache-Control`
/// says, up to a number of bytes. What one policy allowed is not given out under another.
package actor ResourceFetcher {
  /// The largest picture, in bytes of its file.
  package static let maximumImageBytes = 10 << 20
  /// How long a picture is kept if the server does not say, in seconds.
  package static let defaultLifetime: TimeInterval = 600

  private struct Key: Hashable {
    var url: HTTPURL
    var policy: HostPolicy
  }

  private struct Kept {
    var image: ImageResource
    var expiry: Date
  }

  private struct Transfer {
    var number: Int
    var task: Task<Result<ImageResource, ServiceError>, Never>
    var waiting: Int
  }

  private let transport: HTTPTransport
  private let now: @Sendable () -> Date
  /// Costs are bytes.
  private var cache: LRUCache<Key, Kept>
  private var transfers: [Key: Transfer] = [:]
  private var transferCount = 0

  /// Creates a fetcher.
  /// - Parameters:
  ///   - cacheBytes: the most bytes of pictures that are kept.
  ///   - now: tells the time, by which kept pictures grow old.
  package init(
    transport: HTTPTransport, cacheBytes: Int = 64 << 20, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.transport = transport
    self.now = now
    cache = LRUCache(maximumCost: cacheBytes)
  }

  /// The picture at a URL.
  ///
  /// A cancelled task leaves a shared transfer alone; the last one to leave ends it.
  /// - Throws: a ``ServiceError``; of kind ``ServiceError/Kind/contentType`` for anything that is no picture.
  package func image(at text: String, policy: HostPolicy) async throws(ServiceError) -> ImageResource {
    let url: HTTPURL
    do {
      url = try HTTPURL(PercentEncoding.literal(text))
    } catch {
      throw ServiceError(
        .invalidRequest, message: "The picture has no valid address",
        underlying: "The URL '\(text.prefix(200))' \(error.words)")
    }
    let key = Key(url: url, policy: policy)
    if let kept = cache.element(for: key) {
      if now() < kept.expiry { return kept.image }
      cache.remove(key)
    }
    var transfer = transfers[key] ?? begin(key)
    transfer.waiting += 1
    transfers[key] = transfer
    let (task, number) = (transfer.task, transfer.number)
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      Task { await self.leave(key, number: number) }
    }
    return try result.get()
  }

  private func begin(_ key: Key) -> Transfer {
    transferCount += 1
    let number = transferCount
    let task = Task { () -> Result<ImageResource, ServiceError> in
      do throws(ServiceError) {
        let (image, lifetime) = try await self.load(key)
        self.end(key, number: number, keeping: image, for: lifetime)
        return .success(image)
      } catch {
        self.end(key, number: number, keeping: nil, for: 0)
        return .failure(error)
      }
    }
    return Transfer(number: number, task: task, waiting: 0)
  }

  private func end(_ key: Key, number: Int, keeping image: ImageResource?, for lifetime: TimeInterval) {
    if transfers[key]?.number == number { transfers[key] = nil }
    guard let image, lifetime > 0 else { return }
    let kept = Kept(image: image, expiry: now().addingTimeInterval(lifetime))
    cache.insert(kept, for: key, cost: image.bytes.count)
  }

  private func leave(_ key: Key, number: Int) {
    guard var transfer = transfers[key], transfer.number == number else { return }
    transfer.waiting -= 1
    transfers[key] = transfer.waiting > 0 ? transfer : nil
    if transfer.waiting == 0 { transfer.task.cancel() }
  }

  /// Asks the server; the picture, and for how many seconds it may be kept.
  private func load(_ key: Key) async throws(ServiceError) -> (ImageResource, TimeInterval) {
    var request = OutgoingRequest(url: key.url, method: .get)
    request.maximumAnswerBytes = Self.maximumImageBytes
    request.headers[.accept] = ImageFormat.allCases.map(\.contentType).joined(separator: ", ")
    let answer = try await transport.send(request, policy: key.policy)
    guard answer.isSuccess else {
      throw ServiceError(
        .status, status: answer.status, message: "The picture cannot be loaded",
        underlying: "\(answer.url.textWithoutQuery) answered with status \(answer.status)")
    }
    let declared = answer.headers.first(.contentType) ?? ""
    // Servers often name the wrong one of two kinds of pictures; the bytes know better. But both have to say picture:
    // a page that calls itself one is not shown, and neither is a picture that calls itself a page.
    guard ImageFormat(contentType: declared) != nil, let format = ImageFormat(signatureOf: answer.body) else {
      throw ServiceError(
        .contentType, status: answer.status, message: "The address does not lead to a picture",
        underlying: "\(answer.url.textWithoutQuery) is of type '\(declared.prefix(100))'")
    }
    let bytes = try Self.checked(answer.body, format, answer)
    let control = CacheControl(answer.headers)
    let lifetime = control.isKept ? control.remaining ?? Self.defaultLifetime : 0
    return (ImageResource(format: format, bytes: bytes), lifetime)
  }

  /// The picture as it is handed on, if it is one that may be shown.
  private static func checked(
    _ bytes: [UInt8], _ format: ImageFormat, _ answer: IncomingAnswer
  ) throws(ServiceError) -> [UInt8] {
    func refusal(_ reason: String) -> ServiceError {
      ServiceError(
        .contentType, status: answer.status, message: "The picture cannot be shown",
        underlying: "\(answer.url.textWithoutQuery): \(reason)")
    }
    if format == .svg {
      do {
        return try SanitizedSVG(bytes).bytes
      } catch {
        throw refusal(error.message)
      }
    }
    if let header = ImageHeader(bytes), let width = header.width, let height = header.height,
      !header.hasAtMost(pixels: ImageHeader.maximumPixels)
    {
      throw refusal("\(width)×\(height) pixels are more than \(ImageHeader.maximumPixels)")
    }
    return bytes
  }
}
