import ArgumentParser
import TesseraBundles
import TesseraRuntime
import TesseraServices
import TesseraValues

/// What is said about a document that stands by itself, without a manifest.
struct DocumentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "For one document: what its addresses that begin with '/' stand on, such as https://shop.example.org.",
      discussion: "The document may talk to that host, and to no other.", valueName: "address"))
  var base: String?

  @Flag(help: "Show payloads of Beagle as the original does: the first mistake costs the whole screen.")
  var strict = false

  /// Everything that documents can name.
  var vocabulary: Vocabulary { strict ? TesseraCommand.vocabulary.readingStrictly : TesseraCommand.vocabulary }
}

extension WidgetSource {
  /// Whether a person named an address of this machine, or of the networks around it: then the widget may talk to it.
  static func namesPrivateHost(_ addresses: String?...) -> Bool {
    addresses.contains { (address: String?) -> Bool in
      guard let host = address.flatMap({ WidgetSource.host(of: $0) }) else { return false }
      return host == "localhost" || NetworkAddress(host)?.scope == .private
    }
  }
}
