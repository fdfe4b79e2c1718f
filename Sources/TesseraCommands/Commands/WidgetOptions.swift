import ArgumentParser

/// What a widget is given and may do, said alike by the commands that run one without a board.
struct WidgetOptions: ParsableArguments {
  @Option(name: .customLong("option"), help: "A value for an option of the widget, such as accent=#ff0000.")
  var options: [OptionArgument] = []

  @Flag(help: "Let the widget talk to private and loopback addresses, if its manifest names them.")
  var allowPrivateAddresses = false
}
