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
    /// Whether a person added the catalogue, and can remove it.
    package fileprivate(set) var isAdded = false
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
  private var readings: [CatalogueLocation: Task<Listing, Never>] = [:]
  private let transport: HTTPTransport
  /// Where archives are unpacked; nil for this process.
  private let decoding: (any ContentDecoding)?
  private let archives: URL
  private let formats: BundleFormats
  /// The file with the addresses of catalogues that people added; nil if they are not stored.
  private let additions: URL?
  private let now: @Sendable () -> Date
  private let pictures: ResourceFetcher

  /// - Parameters:
  ///   - locations: The catalogues, in the order in which people see them.
  ///   - decoding: Where archives are unpacked; nil for this process.
  ///   - archives: The folder in which downloaded archives are stored.
  ///   - formats: The formats of bundles.
  ///   - additions: The file in which the addresses of catalogues that people add are stored; nil to forget them.
  package init(
    _ locations: [CatalogueLocation], transport: HTTPTransport, decoding: (any ContentDecoding)? = nil,
    archives: URL, formats: BundleFormats, additions: URL? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.additions = additions
    listings = locations.map { Listing(location: $0) }
    for location in Self.added(in: additions) where !locations.contains(location) {
      listings.append(Listing(location: location, isAdded: true))
    }
    self.transport = transport
    self.decoding = decoding
    self.archives = archives
    self.formats = formats
    self.now = now
    pictures = ResourceFetcher(transport: transport, decoding: decoding, cacheBytes: 16 << 20)
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
    let location = listings[number].location
    if let reading = readings[location] { return await reading.value }
    let reading = Task { [listing = listings[number]] in await self.read(listing) }
    readings[location] = reading
    let listing = await reading.value
    // Others may have been removed in the meantime.
    if let index = listings.firstIndex(where: { $0.location == location }) { listings[index] = listing }
    readings[location] = nil
    return listing
  }

  // MARK: Additions

  /// The maximum number of catalogues that people can add. Further ones are refused.
  package static let maximumAdditions = 20

  /// Adds the catalogue at an address that the owner of the machine typed, and stores the address.
  /// - Returns: The name of the catalogue.
  /// - Throws: A diagnostic if there is no catalogue, or if the address cannot be stored.
  package func add(_ address: String) async throws(Diagnostic) -> String {
    let location = CatalogueLocation(address)
    guard case .address = location, HostPolicy(ofOwner: address) != nil else {
      throw Diagnostic(rule: "catalogue-unreadable", message: "'\(address.prefix(200))' is not an address")
    }
    let listing = await read(Listing(location: location, isAdded: true))
    guard let catalogue = listing.catalogue else {
      throw listing.problems.first ?? Self.unreadable(address, "it is not a catalogue")
    }
    let name = catalogue.name
    guard !listings.contains(where: { $0.location == location }) else { return name }
    guard listings.count(where: \.isAdded) < Self.maximumAdditions else {
      throw Diagnostic(
        rule: "catalogue-limit", message: "At most \(Self.maximumAdditions) catalogues can be added",
        fix: "Remove another one first")
    }
    try store(listings + [listing])
    return name
  }

  /// Removes a catalogue that a person added. Widgets that came from it stay.
  /// - Throws: A diagnostic if the catalogue is not an added one, or if that cannot be stored.
  package func remove(_ address: String) throws(Diagnostic) {
    let kept = listings.filter { !$0.isAdded || $0.location != .address(address) }
    guard kept.count < listings.count else {
      throw Diagnostic(rule: "unknown-catalogue", message: "No catalogue was added from this address")
    }
    try store(kept)
  }

  /// Reads again which catalogues people added, after another host changed that.
  package func reloadAdditions() {
    let added = Self.added(in: additions)
    listings.removeAll { $0.isAdded && !added.contains($0.location) }
    for location in added where !listings.contains(where: { $0.location == location }) {
      listings.append(Listing(location: location, isAdded: true))
    }
  }

  private func store(_ next: [Listing]) throws(Diagnostic) {
    if let additions {
      let addresses = next.filter(\.isAdded).map { Value.string($0.location.text) }
      do {
        try Data(JSONText.text(of: .array(addresses)).utf8).write(to: additions, options: .atomic)
      } catch {
        throw Diagnostic(
          rule: "store-unavailable", file: additions.path, message: "The list of catalogues cannot be stored: \(error)")
      }
    }
    listings = next
  }

  private static func added(in file: URL?) -> [CatalogueLocation] {
    guard let data = file.flatMap({ FileManager.default.contents(atPath: $0.path) }),
      let addresses = try? Value.parseJSON(Array(data)).array
    else { return [] }
    return addresses.compactMap(\.string).filter { HostPolicy(ofOwner: $0) != nil }.prefix(maximumAdditions)
      .map(CatalogueLocation.address)
  }

  // MARK: Reading

  private func read(_ listing: Listing) async -> Listing {
    var listing = listing
    switch listing.location {
    case .bundles(let folder):
      let found = CatalogueLocation.catalogue(ofBundlesIn: folder, formats, decoding: decoding)
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
        let response = try await request.document(by: transport, policy: policy, knowing: listing.validators)
        listing.failure = nil
        if !response.isUnchanged {
          let isWhole = Self.take(response.body, into: &listing)
          // A damaged document is asked for as a whole again.
          listing.validators = isWhole ? response.validators : nil
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

  private static func unreadable(_ location: String, _ reason: String) -> Diagnostic {
    Diagnostic(rule: "catalogue-unreadable", file: location, message: "The catalogue cannot be read: \(reason)")
  }

  // MARK: Bundles

  /// Returns the files of a widget in a catalogue, after downloading its archive if necessary.
  /// - Throws: A diagnostic if the archive cannot be obtained, if it is not the listed one, or if its widget contacts
  ///   more than the catalogue says.
  package func files(of entry: Catalogue.Entry, in location: CatalogueLocation) async throws(Diagnostic)
    -> any BundleFiles
  {
    guard case .archive(let reference, let sha256) = entry.source else {
      guard case .local(let source) = entry.source, source.isBundle else {
        throw Self.unreadable(location.text, "'\(entry.manifest.id)' is not a bundle")
      }
      return formats.open(source, decoding: decoding)
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
    let files = formats.open(.archive(path), decoding: decoding)
    try Self.check(WidgetBundle(files: files, decoding: decoding), is: entry, at: location)
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

  private static func diagnostic(of error: ServiceError, at location: String) -> Diagnostic {
    Diagnostic(
      rule: "download", file: String(location.prefix { $0 != "?" && $0 != "#" }),
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
