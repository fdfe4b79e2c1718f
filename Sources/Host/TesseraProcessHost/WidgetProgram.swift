import Foundation
import TesseraBoardService
import TesseraBundles
import TesseraData
import TesseraLayout
import TesseraProtocol
package import TesseraRuntime
import TesseraServices
import TesseraValues
import TesseraViews

/// Shows one widget to a host in another process, through a pair of pipes. It is the counterpart of ``ProcessWidget``.
package actor WidgetProgram {
  private let widget: InstanceWidget
  private let environment: RuntimeEnvironment
  private let host: HostConnection
  private var presentations: [Int: (presentation: any LivePresentation, telling: Task<Void, Never>)] = [:]

  /// - Parameters:
  ///   - instance: The instance to show.
  ///   - host: The host that shows the widget.
  package init(_ instance: Instance, environment: RuntimeEnvironment, host: HostConnection) {
    widget = InstanceWidget(instance)
    self.environment = environment
    self.host = host
  }

  /// Handles requests until there are no more.
  package func run() async {
    for await message in host.requests { handle(message) }
  }

  private func handle(_ message: ProcessMessage) {
    guard case .request(let id, let method, let parameters) = message else { return }
    // Settings are applied synchronously, so that they affect all later requests.
    switch method {
    case "hello":
      setOptions(parameters.value(at: "options"))
      show(parameters.value(at: "entry"))
      return host.write(.result(id, ["protocol": 1]))
    case "options":
      setOptions(parameters.value(at: "values"))
      return host.write(.result(id, .null))
    case "forgetOwnOptions":
      widget.removeOwnOptions(Set(parameters.value(at: "names").array?.compactMap(\.string) ?? []))
      return host.write(.result(id, .null))
    case "entry":
      show(parameters.value(at: "entry"))
      return host.write(.result(id, .null))
    default: break
    }
    Task {
      do {
        host.write(.result(id, try await respond(method, parameters)))
      } catch {
        host.write(failure(error, of: id))
      }
    }
  }

  private nonisolated func failure(_ error: any Error, of id: Int) -> ProcessMessage {
    switch error {
    case is UnknownMethod: .failure(id, code: ProcessMessage.methodNotFound, message: "Unknown method")
    case let error as Diagnostic: .failure(id, code: ProcessMessage.invalidParameters, message: error.message)
    case let error as DrawingFailure: .failure(id, code: ProcessMessage.internalError, message: error.reason)
    case let error as ServiceError: .failure(id, code: ProcessMessage.internalError, message: error.message)
    default: .failure(id, code: ProcessMessage.internalError, message: "\(error)")
    }
  }

  private struct UnknownMethod: Error {}

  private func respond(_ method: String, _ parameters: Value) async throws -> Value {
    switch method {
    case "open":
      try await open(number(in: parameters), parameters)
      return .null
    case "events":
      var events: [ViewEvent] = []
      for item in parameters.value(at: "events").array ?? [] { events.append(try WireFormat.event(from: item)) }
      let presentation = presentations[try number(in: parameters)]?.presentation
      try await EventMark.$current.withValue(EventMark(parameters.value(at: "mark"))) {
        try await presentation?.send(events)
      }
      return .null
    case "rest": return .bool(await presentations[try number(in: parameters)]?.presentation.suspend() ?? false)
    case "close":
      await close(try number(in: parameters))
      return .null
    case "ownOptions": return ["values": .dictionary(await widget.ownOptions())]
    case "update":
      return WireFormat.value(
        of: await widget.answer(hasContent: parameters.value(at: "hasContent").bool ?? false))
    case "prefetch":
      await widget.prefetch(hasContent: parameters.value(at: "hasContent").bool ?? false)
      return .null
    case "draw":
      let entry = parameters.value(at: "entry")
      let drawing = try await widget.drawing(
        of: entry.isNull ? nil : try WireFormat.entry(from: entry),
        at: parameters.value(at: "date").number.map { Date(timeIntervalSince1970: $0) } ?? environment.now(),
        in: try WireFormat.drawingWindow(from: parameters.value(at: "window")))
      return value(of: drawing)
    case "placeholder":
      return value(
        of: try await widget.placeholder(in: try WireFormat.drawingWindow(from: parameters.value(at: "window"))))
    case "picture": return value(of: try await widget.remoteImage(url: parameters.value(at: "url").string ?? ""))
    case "preview":
      let style = WidgetPreviewStyle(
        size: WireFormat.gridSize(from: parameters.value(at: "size")),
        scheme: parameters.value(at: "scheme").string.flatMap(ColorScheme.init(rawValue:)) ?? .light)
      return await WidgetPreview.draw(widget.definition, style, environment: environment).map { value(of: $0) } ?? .null
    default: throw UnknownMethod()
    }
  }

  private nonisolated func value(of drawing: WidgetDrawing) -> Value {
    var members = WireFormat.value(of: drawing.tree, for: .host).dictionary ?? [:]
    members["changes"] = .bool(drawing.changesByItself)
    return .dictionary(members)
  }

  private nonisolated func value(of image: ServedImage) -> Value {
    ["type": .string(image.format.contentType), "bytes": .string(Data(image.bytes).base64EncodedString())]
  }

  private nonisolated func number(in parameters: Value) throws(Diagnostic) -> Int {
    guard let number = parameters.value(at: "presentation").integer else {
      throw WireFormat.wrong("'presentation' must be the number of a presentation")
    }
    return Int(clamping: number)
  }

  private func setOptions(_ values: Value) { widget.setOptions(values.dictionary ?? [:]) }

  private func show(_ entry: Value) { widget.show(entry.isNull ? nil : try? WireFormat.entry(from: entry)) }

  // MARK: Presentations

  private func open(_ number: Int, _ parameters: Value) async throws {
    let window = try WireFormat.drawingWindow(from: parameters.value(at: "window"))
    let last = parameters.value(at: "after").integer.map { Int(clamping: $0) } ?? 0
    let presentation = await widget.makePresentation(window, numberingAfter: last)
    let updates = await presentation.updates(after: nil)
    let (first, hasTold) = AsyncStream.makeStream(of: Never.self)
    let telling = Task {
      for await update in updates {
        send(update, of: number)
        hasTold.finish()
      }
      hasTold.finish()
    }
    presentations[number] = (presentation, telling)
    // The first tree is sent before the response.
    for await _ in first {}
  }

  private func send(_ update: PresentationUpdate, of number: Int) {
    var members = WireFormat.value(of: update, for: .host).dictionary ?? [:]
    members["presentation"] = .integer(Int64(number))
    let method = if case .tree = update { "tree" } else { "patches" }
    host.write(.notification(method: method, .dictionary(members)))
  }

  private func close(_ number: Int) async {
    guard let (presentation, telling) = presentations.removeValue(forKey: number) else { return }
    telling.cancel()
    await presentation.close()
  }
}
