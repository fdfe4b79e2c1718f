import ArgumentParser
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
}
