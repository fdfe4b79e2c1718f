import ArgumentParser
import Foundation
import Logging
import TesseraBundles
import TesseraData
import TesseraGraphics
import TesseraRuntime
import TesseraServer
import TesseraValues

/// `tessera serve`: widgets in a browser.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Show widgets in a browser.",
    discussion: "Prints the address of the page. Only this machine can reach it.")

  @Argument(help: "The folders of the bundles; without any, the page says how to begin.")
  var bundles: [String] = []

  @Option(help: "The port to listen on; 0 for any free one.")
  var port = 8080

  @Option(help: "The folder for the widgets' data; without it, data is kept in memory and gone with the process.")
  var data: String?

  @Flag(help: "Let widgets talk to private and loopback addresses, if their manifests name them.")
  var allowPrivateAddresses = false

  @Flag(help: "Use service.dev.json in place of service.json.")
  var development = false

  @Flag(
    inversion: .prefixedNo,
    help: "Show files anew when they are saved; the default with --development.")
  var watch: Bool?

  @Option(
    name: .customLong("option"),
    help: "A value for an option, such as accent=#ff0000, or Feed.accent=#ff0000 for one widget of several.")
  var options: [OptionArgument] = []

  @Option(help: "How many views of one widget are kept; those that nobody looks at make room.")
  var maximumPresentations = ServerConfiguration().maximumPresentations

  @Option(help: "How many connections there may be at once.")
  var maximumConnections = ConnectionLimits().maximumCount

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("'--port' takes a number from 0 to 65535") }
    guard maximumPresentations > 0, maximumConnections > 0 else {
      throw ValidationError("'--maximum-presentations' and '--maximum-connections' take a number from 1")
    }
  }

  func run() async throws {
    var environment = RuntimeEnvironment(
      textMeasuring: PangoTextMeasuring(), allowsPrivateAddresses: allowPrivateAddresses)
    environment.viewDrawing = SVGViewDrawing()
    let log = ProblemLog()
    environment.problemDidOccur = { log.write("\($0): \($1)") }
    var instances: [Instance] = []
    var stores = StoreNames()
    for (index, path) in bundles.enumerated() {
      try BundleArgument.check(path)
      let bundle = WidgetBundle(directory: path, mode: development ? .development : .production)
      let definition = WidgetDefinition(bundle: bundle, vocabulary: TesseraCommand.vocabulary)
      StandardError.write(definition.diagnostics.map { $0.inFolder(path) })
      let id = "\(index + 1)"
      instances.append(
        try place(
          definition, id: id, at: location(stores.next(for: definition.bundle.manifest.id)), path, environment))
    }
    try OptionArgument.apply(options, to: zip(bundles, instances).map { ($0, $1) })
    var configuration = ServerConfiguration()
    configuration.port = port
    configuration.maximumPresentations = maximumPresentations
    configuration.connections.maximumCount = maximumConnections
    var logger = Logger(label: "tessera")
    logger.logLevel = .warning
    do {
      let widgets = instances.map { InstanceWidget($0) }
      let server = try WidgetServer(
        instances: widgets, fonts: FontFiles.find(), configuration: configuration, logger: logger)
      let watching = watch ?? development ? watch(widgets) : nil
      let signals = StopSignals.watch(patience: configuration.connections.stopTime / .seconds(1) + 3)
      defer {
        watching?.cancel()
        signals.end()
      }
      try await server.run { address in StandardOutput.write("Listening on \(address)\n") }
    } catch let error as Diagnostic {
      StandardError.write([error])
      // A port that another program has is a matter of the command line, not of the documents.
      throw ExitCode(error.rule.hasPrefix("port-") ? 2 : 1)
    }
  }

  /// Places a widget. Where its data cannot be kept it is kept in memory, and the other widgets are served all the same.
  private func place(
    _ definition: WidgetDefinition, id: String, at location: StoreLocation, _ path: String,
    _ environment: RuntimeEnvironment
  ) throws -> Instance {
    do {
      let instance = try Instance(id: id, definition: definition, location: location, environment: environment)
      if let message = instance.recoveryMessage {
        StandardError.write([Diagnostic(.warning, rule: "store-damaged", message: message).inFolder(path)])
      }
      return instance
    } catch let error as StoreError {
      let problem = error.diagnostic
      StandardError.write([
        Diagnostic(
          rule: "store-unavailable",
          message: "The data of this widget cannot be kept, and is gone when the server stops: \(problem.message)",
          fix: "Let the server write to the folder of '--data', and start it again"
        ).inFolder(path)
      ])
      return try Instance(id: id, definition: definition, environment: environment)
    }
  }

  private func watch(_ widgets: [InstanceWidget]) -> Task<Void, Never> {
    let watch = BundleWatch(
      zip(bundles, widgets).map { BundleWatch.Watched(path: $0, widget: $1) },
      mode: development ? .development : .production, vocabulary: TesseraCommand.vocabulary)
    return Task { await watch.run() }
  }

  private func location(_ name: String) -> StoreLocation {
    data.map { .file(URL(filePath: $0).appending(path: name)) } ?? .memory
  }
}

/// Names of the files in which widgets keep their data.
///
/// They follow from the widgets alone, so that a widget finds its data again whatever is served beside it. Only widgets of
/// one identity are numbered, in their order.
struct StoreNames {
  private var counts: [String: Int] = [:]

  /// The name of the file of the next widget with an identity.
  mutating func next(for widget: String) -> String {
    let count = counts[widget, default: 0] + 1
    counts[widget] = count
    return count == 1 ? "\(widget).sqlite" : "\(widget)_\(count).sqlite"
  }
}
