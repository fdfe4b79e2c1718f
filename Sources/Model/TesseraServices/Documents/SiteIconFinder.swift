import HTTPTypes
package import TesseraValues

/// Finds the icon that a website has: one that its page links to, or one at a usual address.
package struct SiteIconFinder: Sendable {
  private let transport: HTTPTransport
  /// Where SVG is parsed; nil for this process.
  private let decoding: (any ContentDecoding)?

  /// The maximum size of a site's page in which its icon is looked for, in bytes. Of a larger page, only the usual
  /// addresses are tried.
  package static let maximumPageBytes = 4 << 20
  /// The maximum number of pictures of a site that are requested until one is an icon. Others are not looked at.
  package static let maximumAttempts = 6

  /// Creates a finder.
  /// - Parameter decoding: Where SVG is parsed; nil for this process.
  package init(transport: HTTPTransport, decoding: (any ContentDecoding)? = nil) {
    self.transport = transport
    self.decoding = decoding
  }

  /// Returns the icon of the site at an address.
  /// - Parameter allowsPrivateAddresses: Whether the site may be on this machine or in a local network. Other hosts that
  ///   it redirects or links to may not.
  /// - Throws: ``ServiceError`` if the site cannot be reached, or if it has no icon in a known format.
  package func icon(of address: String, allowsPrivateAddresses: Bool) async throws(ServiceError) -> ImageResource {
    guard let url = try? HTTPURL(PercentEncoding.literal(address)), let host = HostAuthority(ofAddress: url.text) else {
      throw ServiceError(.invalidRequest, message: "'\(address.prefix(200))' is not the address of a website")
    }
    return try await icon(
      of: url, policy: HostPolicy(typedHost: host, allowsPrivateAddresses: allowsPrivateAddresses))
  }

  /// Returns the icon of the site at a URL, as far as a policy allows. A site that a person typed may have it on any
  /// host with a public address.
  func icon(of url: HTTPURL, policy: HostPolicy) async throws(ServiceError) -> ImageResource {
    let policyOfLinks = policy.afterRedirect(from: url)
    var request = OutgoingRequest(url: url, method: .get)
    request.headers[.accept] = "text/html"
    request.maximumResponseBytes = Self.maximumPageBytes
    var page = url
    var links: [String] = []
    do throws(ServiceError) {
      let response = try await transport.send(request, policy: policy)
      page = response.url
      links = Self.links(in: String(decoding: response.body, as: UTF8.self))
    } catch  where error.kind == .tooLarge {
      // The usual addresses are left.
    }
    let fetcher = ResourceFetcher(transport: transport, decoding: decoding, cacheBytes: 0)
    for link in (links + Self.usualPaths).prefix(Self.maximumAttempts) {
      guard let target = try? page.resolving(link) else { continue }
      do throws(ServiceError) {
        return try await fetcher.image(at: target.text, policy: policyOfLinks)
      } catch  where error.kind == .cancelled {
        throw error
      } catch {
        continue
      }
    }
    throw ServiceError(.contentType, message: "The site has no icon that can be shown")
  }

  private static let usualPaths = ["/apple-touch-icon.png", "/favicon.svg", "/favicon.png"]

  /// Returns the addresses of the icons that an HTML page links to, the largest first.
  static func links(in page: String) -> [String] {
    let head = page.firstRange(of: "<body").map { page[..<$0.lowerBound] } ?? page[...]
    var found: [(address: String, size: Int)] = []
    // A page may link to any number of them.
    for tag in head.matches(of: /(?i)<link\s([^<>]{1,2000})>/).prefix(100) {
      var attributes: [String: Substring] = [:]
      for match in tag.1.matches(of: /([A-Za-z-]{1,20})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/) {
        attributes[match.1.lowercased()] = match.2 ?? match.3 ?? match.4
      }
      let relations = (attributes["rel"] ?? "").lowercased().split(separator: " ")
      guard relations.contains(where: { ["icon", "apple-touch-icon"].contains($0) }), let address = attributes["href"],
        !address.isEmpty
      else { continue }
      let sizes = (attributes["sizes"] ?? "").lowercased()
      let largest = sizes.split(separator: " ").compactMap { Int($0.prefix { $0 != "x" }) }.max()
      // A drawing fits any size, and the icons for home screens have 180 pixels where nothing else is said.
      let isAny = sizes == "any" || attributes["type"] == "image/svg+xml"
      let size = isAny ? Int.max : largest ?? (relations.contains("apple-touch-icon") ? 180 : 16)
      found.append((String(address).replacing("&amp;", with: "&"), size))
    }
    return found.sorted { $0.size > $1.size }.map(\.address)
  }
}
