import ArgumentParser
import TesseraBeagleScreens
import TesseraBundles
import TesseraRuntime
import TesseraServices
import TesseraValues

/// Options for a single document, which has no manifest.
struct DocumentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "For one document: the base of its addresses that begin with '/', such as https://shop.example.org.",
      discussion: "The document may contact that host, and no other.", valueName: "address"))
  var base: String?

  @Flag(help: "Show payloads of Beagle as the original does: the first error replaces the whole screen.")
  var strict = false

  /// Everything that documents can name.
  var extensions: WidgetExtensions {
    var extensions = TesseraCommand.extensions
    if strict { extensions.register(.strictBeagle) }
    return extensions
  }
}

extension WidgetSource {
  /// Returns the bundle of the widget that the user specified on the command line. The widget may contact the specified
  /// host, even if that is this machine or a host in a local network.
  /// - Parameter decoding: Where an archive is unpacked; nil for this process.
  func namedBundle(
    mode: BundleMode = .production, base: String? = nil, extensions: WidgetExtensions = TesseraCommand.extensions,
    decoding: (any ContentDecoding)? = nil
  ) -> WidgetBundle {
    var bundle = WidgetBundle(self, mode: mode, base: base, extensions: extensions, decoding: decoding)
    let named: String? =
      switch self {
      case .folder, .archive: nil
      case .document: base
      case .address(let address): base ?? address
      }
    let host = named.flatMap { HostAuthority(ofAddress: $0)?.host }
    bundle.allowsPrivateAddresses = host.map { $0 == "localhost" || NetworkAddress($0)?.scope == .private } ?? false
    return bundle
  }
}
