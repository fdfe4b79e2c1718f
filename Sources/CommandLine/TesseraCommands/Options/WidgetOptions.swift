import ArgumentParser
import TesseraHTTPClient
import TesseraServices
import TesseraValues

/// Options and permissions of widgets, shared by all commands that run them.
struct WidgetOptions: ParsableArguments {
  @Option(
    name: .customLong("option"),
    help: "A value for an option, such as accent=#ff0000, or Feed.accent=#ff0000 for one widget of several.")
  var options: [OptionArgument] = []

  @Flag(help: "Let widgets contact private and loopback addresses, if their manifests name them.")
  var allowPrivateAddresses = false

  @Option(
    name: .customLong("source"),
    help: ArgumentHelp(
      "A source of this machine that widgets may read: machine, or NAME=unix:SOCKET, or NAME=folder:PATH.",
      discussion: "Widgets name it in their manifests as the host NAME.\(LocalSourceHost.domain).", valueName: "source")
  )
  var sources: [SourceArgument] = []

  @Option(
    name: .customLong("trust"),
    help: ArgumentHelp(
      "Certificates in PEM format that are trusted for a host, in place of the system's: HOST=FILE.",
      valueName: "certificate"))
  var trusted: [TrustArgument] = []

  /// The network with what the options grant.
  var networkClient: SystemNetworkClient {
    SystemNetworkClient(granting: LocalSources(sources), trusting: TrustedCertificates(trusted))
  }

  func validate() throws { for argument in trusted { try argument.validate() } }
}
