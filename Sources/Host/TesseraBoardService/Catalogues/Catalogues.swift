package import Foundation
package import TesseraBundles
package import TesseraServices
package import TesseraValues

/// The catalogues from which widgets are installed. Documents and archives are fetched when they are asked for, and
/// again only when they may have changed.
package actor Catalogues {
  /// A catalogue as it was last read.
  package struct Listing: Sendable {
    /// Where the catalogue is.
    package let location: CatalogueLocation
    /// The catalogue; nil if it was never read.
    package fileprivate(set) var catalogue: Catalogue?
    /// Why the catalogue could not be read the last time, and which entries were left out.
    package var problems: [Diagnostic] { [failure].compactMap(\.self) + documentProblems }
    fileprivate var failure: Diagnostic?
    fileprivate var documentProblems: [Diagnostic] = []
    fileprivate var validators: DocumentValidators?
    /// When the catalogue is to be read again.
    fileprivate var expiry: Date?
  }

  /// The time for which a document is used without asking its server, in seconds.
  private static let lifetime: TimeInterval = 600
  /// The time after which a catalogue that could not be read is asked for again, in seconds.
  private static let lifetimeOfFailures: TimeInterval = 30
  /// The time limit for reading a catalogue. Then the last one that was read is shown.
  private static let timeLimit = Duration.seconds(15)

  private var listings: [Listing]
  /// The reading of each catalogue that is in progress. Everyone who asks meanwhile waits for it.
  private var readings: [Int: Task<Listing, Never>] = [:]
  private let transport: HTTPTransport
  private let archives: URL
  private let now: @Sendable () -> Date
  private let pictures: ResourceFetcher

  /// - Parameters:
  ///   - locations: The catalogues, in the order in which people see them.
  ///   - archives: The folder in which downloaded archives are stored.
  package init(
    _ locations: [CatalogueLocation], transport: HTTPTransport, archives: URL,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    listings = locations.map { Listing(location: $0) }
    self.transport = transport
    self.archives = archives
    self.now = now
    pictures = ResourceFetcher(transport: transport, cacheBytes: 16 << 20)
  }

  /// Returns all catalogues, after reading those that may have changed.
  package func all() async -> [Listing] {
    await withTaskGroup(of: Void.self) { group in
      for number in listings.indices { group.addTask { _ = await self.listing(number) } }
    }
    return listings
  }

  /// Returns the catalogue with a number, after reading it if it may have changed; nil if there is none.
  package func listing(_ number: Int) async -> Listing? {
    guard listings.indices.contains(number) else { return nil }
    if let expiry = listings[number].expiry, now() < expiry { return listings[number] }
    if let reading = readings[number] { return await reading.value }
    let reading = Task { [listing = listings[number]] in await self.read(listing) }
    readings[number] = reading
    let listing = await reading.value
    listings[number] = listing
    readings[number] = nil
    return listing
  }

  private func read(_ listing: Listing) async -> Listing {
    var listing = listing
    switch listing.location {
    case .bundles(let folder):
      let found = CatalogueLocation.catalogue(ofBundlesIn: folder)
      listing.catalogue = found ?? listing.catalogue
      listing.failure = found == nil ? Self.unreadable(folder, "the folder cannot be read") : nil
      listing.expiry = now() + Self.lifetimeOfFailures
    case .file(let path):
      if let data = FileManager.default.contents(atPath: path) {
        Self.take(Array(data), into: &listing)
      } else {
        listing.failure = Self.unreadable(path, "the file cannot be read")
      }
      listing.expiry = now() + Self.lifetimeOfFailures
    case .address(let address):
      do throws(ServiceError) {
        guard let policy = HostPolicy(ofOwner: address) else {
          throw ServiceError(.invalidRequest, message: "This is not an address")
        }
        let request = try DirectRequest(url: address, method: nil, headers: [:], body: .null)
          .limited(toBytes: Catalogue.maximumBytes, within: Self.timeLimit)
        let answer = try await request.document(by: transport, policy: policy, knowing: listing.validators)
        listing.failure = nil
        if !answer.isUnchanged {
          let isWhole = Self.take(answer.body, into: &listing)
          // A damaged document is asked for as a whole again.
          listing.validators = isWhole ? answer.validators : nil
        }
        listing.expiry = now() + Self.lifetime
      } catch {
        listing.failure = Self.unreadable(address, error.message)
        listing.expiry = now() + Self.lifetimeOfFailures
      }
    }
    return listing
  }

  /// - Returns: Whether the document is a catalogue.
  @discardableResult
  private static func take(_ bytes: [UInt8], into listing: inout Listing) -> Bool {
    let (catalogue, problems) = CatalogueReader.read(bytes)
    // A document that is damaged for a moment does not make its widgets disappear.
    listing.catalogue = catalogue ?? listing.catalogue
    listing.failure = nil
    listing.documentProblems = problems.map { $0.inFile(listing.location.text) }
    return catalogue != nil
  }

  private static func unreadable(_ place: String, _ reason: String) -> Diagnostic {
    Diagnostic(rule: "catalogue-unreadable", file: place, message: "The catalogue cannot be read: \(reason)")
  }

  // MARK: Bundles

  /// Returns the files of a widget in a catalogue, after downloading its archive if necessary.
  /// - Throws: A diagnostic if the archive cannot be obtained, if it is not the listed one, or if its widget contacts
  ///   more than the catalogue says.
  package func files(of entry: Catalogue.Entry, in location: CatalogueLocation) async throws(Diagnostic)
    -> any BundleFiles
  {
    guard case .archive(let reference, let sha256) = entry.source else {
      guard case .local(let source) = entry.source, let files = source.files else {
        throw Self.unreadable(location.text, "'\(entry.manifest.id)' is not a bundle")
      }
      return files
    }
    let path: String
    switch location.resolving(reference) {
    case .file(let found)?:
      do throws(ServiceError) {
        try ArchiveDownload.check(URL(filePath: found), sha256)
      } catch {
        throw Self.diagnostic(of: error, at: found)
      }
      path = found
    case .address(let address)?:
      path = try await download(address, policy: location.policy, sha256: sha256).path
    case nil:
      throw Diagnostic(
        rule: "download", file: location.text,
        message: "The catalogue names the archive '\(reference.prefix(200))', which it cannot contain")
    }
    let files = ArchiveBundleFiles(path: path)
    try Self.check(WidgetBundle(files: files), is: entry, at: location)
    return files
  }

  private static func check(
    _ bundle: WidgetBundle, is entry: Catalogue.Entry, at location: CatalogueLocation
  ) throws(Diagnostic) {
    let (found, listed) = (bundle.manifest, entry.manifest)
    guard found.id == listed.id, found.version == listed.version else {
      throw Diagnostic(
        rule: "catalogue-mismatch", file: location.text,
        message: "The archive contains '\(found.id)' \(found.version); the catalogue lists '\(listed.id)' "
          + "\(listed.version)")
    }
    let hidden = bundle.manifest.networkAccess.exceeding(listed.networkAccess)
    guard hidden.isEmpty else {
      let hosts = hidden.hosts.map { "'\($0)'" }.joined(separator: ", ")
      throw Diagnostic(
        rule: "catalogue-mismatch", file: location.text,
        message: "The widget '\(found.id)' contacts more than the catalogue says\(hosts.isEmpty ? "" : ": \(hosts)")")
    }
  }

  /// Downloads the archive at an address that the owner of the machine typed.
  package func download(_ address: String) async throws(Diagnostic) -> URL {
    guard let policy = HostPolicy(ofOwner: address) else {
      throw Diagnostic(rule: "download", message: "'\(address.prefix(200))' is not the address of an archive")
    }
    return try await download(address, policy: policy, sha256: nil)
  }

  private func download(_ address: String, policy: HostPolicy, sha256: String?) async throws(Diagnostic) -> URL {
    do throws(ServiceError) {
      return try await ArchiveDownload(folder: archives, transport: transport)
        .file(at: address, policy: policy, sha256: sha256)
    } catch {
      throw Self.diagnostic(of: error, at: address)
    }
  }

  private static func diagnostic(of error: ServiceError, at place: String) -> Diagnostic {
    Diagnostic(
      rule: "download", file: String(place.prefix { $0 != "?" && $0 != "#" }),
      message: error.message + (error.underlying.map { ": \($0)" } ?? ""))
  }

  // MARK: Pictures

  /// Returns the picture of a widget in a catalogue; nil if there is none, or it cannot be obtained.
  package func picture(of entry: Catalogue.Entry, in location: CatalogueLocation) async -> ServedImage? {
    switch entry.picture.flatMap(location.resolving) {
    case .address(let address)?:
      guard let image = try? await pictures.image(at: address, policy: location.policy) else { return nil }
      return ServedImage(bytes: image.bytes, format: image.format, checksum: image.checksum)
    case .file(let path)?:
      guard let data = FileManager.default.contents(atPath: path), data.count <= ResourceFetcher.maximumImageBytes,
        let format = ImageFormat(signatureOf: Array(data)), format != .svg
      else { return nil }
      return ServedImage(bytes: Array(data), format: format)
    case nil: return nil
    }
  }
}
