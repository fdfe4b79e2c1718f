package import Foundation
import HTTPTypes
import TesseraSVG
package import TesseraValues

/// Fetches images by URL, within the limits of the widget that shows them.
///
/// Concurrent equal requests share one transfer. Images stay in memory for as long as the server's `Cache-Control`
/// specifies, up to a number of bytes. An image that one policy allowed is not returned under another.
package actor ResourceFetcher {
  /// The maximum size of an image file from a server, in bytes. A larger one is refused.
  package static let maximumImageBytes = 10 << 20
  /// The time for which an image is cached if the server does not specify a lifetime, in seconds. Then it is fetched
  /// again.
  package static let defaultLifetime: TimeInterval = 600

  /// The time for which the icon of a site is cached, in seconds. They hardly change, and it takes several requests to
  /// find them.
  package static let siteIconLifetime: TimeInterval = 86_400

  private struct Key: Hashable {
    var url: HTTPURL
    /// Whether the URL is that of a website whose icon is meant.
    var isSite: Bool
    var policy: HostPolicy
  }

  private struct CacheEntry {
    /// A failure is kept only of a site, because many sites have no icon that can be shown.
    var image: Result<ImageResource, ServiceError>
    var expiry: Date
  }

  private struct Transfer {
    var number: Int
    var task: Task<Result<ImageResource, ServiceError>, Never>
    var waiting: Int
  }

  private let transport: HTTPTransport
  /// Where SVG is parsed; nil for this process.
  private let decoding: (any ContentDecoding)?
  private let now: @Sendable () -> Date
  /// Costs are bytes.
  private var cache: LRUCache<Key, CacheEntry>
  private var transfers: [Key: Transfer] = [:]
  private var transferCount = 0

  /// Creates a fetcher.
  /// - Parameters:
  ///   - decoding: Where SVG is parsed; nil for this process.
  ///   - cacheBytes: The maximum size of all cached images, in bytes.
  ///   - now: Returns the current time, from which the age of cached images is computed.
  package init(
    transport: HTTPTransport, decoding: (any ContentDecoding)? = nil, cacheBytes: Int = 64 << 20,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.transport = transport
    self.decoding = decoding
    self.now = now
    cache = LRUCache(maximumCost: cacheBytes)
  }

  /// Returns the image at a URL, or the icon of the site that a ``SiteIconAddress`` names.
  ///
  /// Cancelling a task does not affect a shared transfer, unless it is the last one that waits for it.
  /// - Throws: ``ServiceError``, which has the kind ``ServiceError/Kind/contentType`` if the response is not an image.
  package func image(at text: String, policy: HostPolicy) async throws(ServiceError) -> ImageResource {
    let site = SiteIconAddress.site(in: text)
    let url: HTTPURL
    do {
      url = try HTTPURL(PercentEncoding.literal(site ?? text))
    } catch {
      throw ServiceError(
        .invalidRequest, message: "The picture has no valid address",
        underlying: "The URL '\(text.prefix(200))' \(error.words)")
    }
    let key = Key(url: url, isSite: site != nil, policy: policy)
    if let kept = cache.element(for: key) {
      if now() < kept.expiry { return try kept.image.get() }
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
        self.end(key, number: number, keeping: .success(image), for: lifetime)
        return .success(image)
      } catch {
        // A site that is not reached may be starting.
        let isKept = key.isSite && (error.kind == .contentType || error.kind == .status)
        self.end(key, number: number, keeping: .failure(error), for: isKept ? Self.defaultLifetime : 0)
        return .failure(error)
      }
    }
    return Transfer(number: number, task: task, waiting: 0)
  }

  private func end(
    _ key: Key, number: Int, keeping image: Result<ImageResource, ServiceError>, for lifetime: TimeInterval
  ) {
    if transfers[key]?.number == number { transfers[key] = nil }
    guard lifetime > 0 else { return }
    let kept = CacheEntry(image: image, expiry: now().addingTimeInterval(lifetime))
    cache.insert(kept, for: key, cost: (try? image.get())?.bytes.count ?? 1000)
  }

  private func leave(_ key: Key, number: Int) {
    guard var transfer = transfers[key], transfer.number == number else { return }
    transfer.waiting -= 1
    transfers[key] = transfer.waiting > 0 ? transfer : nil
    if transfer.waiting == 0 { transfer.task.cancel() }
  }

  /// Requests an image. Returns it with the number of seconds for which it may be cached.
  private func load(_ key: Key) async throws(ServiceError) -> (ImageResource, TimeInterval) {
    if key.isSite {
      let finder = SiteIconFinder(transport: transport, decoding: decoding)
      let icon = try await finder.icon(of: key.url, policy: key.policy)
      return (icon, Self.siteIconLifetime)
    }
    var request = OutgoingRequest(url: key.url, method: .get)
    request.maximumResponseBytes = Self.maximumImageBytes
    request.headers[.accept] = ImageFormat.allCases.map(\.contentType).joined(separator: ", ")
    let response = try await transport.send(request, policy: key.policy)
    guard response.isSuccess else {
      throw ServiceError(
        .status, status: response.status, message: "The picture cannot be loaded",
        underlying: "\(response.url.textWithoutQuery) answered with status \(response.status)")
    }
    let declared = response.headers.first(.contentType) ?? ""
    // Servers often declare the wrong image type, so the signature decides. But both must indicate an image: a page
    // that is declared as an image is rejected, and so is an image that is declared as a page.
    guard ImageFormat(contentType: declared) != nil, let format = ImageFormat(signatureOf: response.body) else {
      throw ServiceError(
        .contentType, status: response.status, message: "The address does not lead to a picture",
        underlying: "\(response.url.textWithoutQuery) is of type '\(declared.prefix(100))'")
    }
    let bytes = try checked(response.body, format, response)
    let control = CacheControl(response.headers)
    let lifetime = control.isKept ? control.remaining ?? Self.defaultLifetime : 0
    return (ImageResource(format: format, bytes: bytes), lifetime)
  }

  /// Returns the image's bytes if it may be shown. SVG images are sanitized.
  private func checked(
    _ bytes: [UInt8], _ format: ImageFormat, _ response: IncomingResponse
  ) throws(ServiceError) -> [UInt8] {
    func refusal(_ reason: String) -> ServiceError {
      ServiceError(
        .contentType, status: response.status, message: "The picture cannot be shown",
        underlying: "\(response.url.textWithoutQuery): \(reason)")
    }
    if format == .svg {
      do {
        return try SanitizedSVG(bytes, decoding: decoding).bytes
      } catch {
        throw refusal(error.message)
      }
    }
    if let header = ImageHeader(bytes), let width = header.width, let height = header.height,
      !header.hasAtMost(pixels: ImageHeader.maximumPixels)
    {
      throw refusal("\(width)×\(height) pixels exceed the limit of \(ImageHeader.maximumPixels)")
    }
    return bytes
  }
}
