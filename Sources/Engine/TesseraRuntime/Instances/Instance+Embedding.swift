import Foundation
import Synchronization
import TesseraBundles
import TesseraData
import TesseraServices
import TesseraValues
import TesseraViews

/// Embedded widgets. Each has its own instance, which all presentations of the outer widget share.
extension Instance {
  /// The maximum nesting depth of widgets. A deeper one shows an error in its place.
  static let maximumNesting = 3
  /// The prefix of the names of an embedded widget's images, followed by the widget's name and the image's.
  static let embeddedMark = "@"

  /// Returns the instance of an embedded widget, and creates it if needed.
  /// - Parameter identifier: The name under which the widget stores its data; empty for the widget's own identifier.
  func embedded(_ source: WidgetView.Source, identifier: String) async -> Result<Instance, ActionFailure> {
    guard enclosure.depth < Self.maximumNesting else {
      return .failure(ActionFailure("Widgets can be nested at most \(Self.maximumNesting) levels deep"))
    }
    do throws(ServiceError) {
      let (definition, isTrusted) = try await definition(of: source)
      let name = identifier.isEmpty ? definition.bundle.manifest.id : identifier
      guard PortableFilename.isValid(name) else {
        return .failure(
          ActionFailure("'\(name.prefix(100))' is not a valid identifier; use letters, digits, '.', '-' and '_'"))
      }
      return .success(try place(definition, named: name, isTrusted: isTrusted))
    } catch {
      return .failure(ActionFailure(error))
    }
  }

  /// Returns an embedded instance by its name.
  func embeddedInstance(_ name: String) -> Instance? { embeddings.withLock { $0[name] } }

  private func place(
    _ definition: WidgetDefinition, named name: String, isTrusted: Bool
  ) throws(ServiceError) -> Instance {
    do {
      return try embeddings.withLock { embeddings in
        if let known = embeddings[name], known.definition.bundle.fingerprint == definition.bundle.fingerprint {
          return known
        }
        guard embeddings[name] == nil else { throw EmbeddingProblem.taken }
        guard enclosure.budget.reserve() else { throw EmbeddingProblem.tooMany }
        let instance = try Instance(
          id: "\(id).\(name)", definition: definition, location: location(ofEmbedded: name), environment: environment,
          enclosure: Enclosure(
            depth: enclosure.depth + 1,
            // A widget from a bundle or a URL may not reach hosts that the outer widget may not reach.
            hostLimit: isTrusted ? nil : policy.hosts, budget: enclosure.budget))
        embeddings[name] = instance
        return instance
      }
    } catch let problem as EmbeddingProblem {
      throw ServiceError(
        .invalidRequest,
        message: problem == .taken
          ? "Another embedded widget already has the identifier '\(name)'"
          : "More than \(EmbeddingBudget.maximum) widgets are embedded")
    } catch {
      throw ServiceError(.unexpectedShape, message: "The widget's data cannot be opened", underlying: "\(error)")
    }
  }

  /// Returns the folder of downloaded archives: beside the store, or else in the temporary directory. Only the current
  /// user can access it.
  private func archives() throws(ServiceError) -> URL {
    let folder =
      switch location {
      case .file(let file): URL(filePath: "\(file.path).widgets/archives")
      case .memory:
        FileManager.default.temporaryDirectory.appending(
          path: "tessera-\(getpid())-\(ObjectIdentifier(self).hashValue)")
      }
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      return folder
    } catch {
      throw ServiceError(
        .connection, message: "The widget cannot be stored", underlying: "'\(folder.path)' cannot be created: \(error)")
    }
  }

  private enum EmbeddingProblem: Error { case tooMany, taken }

  private func definition(
    of source: WidgetView.Source
  ) async throws(ServiceError) -> (definition: WidgetDefinition, isTrusted: Bool) {
    switch source {
    case .resource(let text):
      let name = text.hasSuffix(".widget") ? String(text.dropLast(".widget".count)) : text
      if let own = definition.embedded[name] { return (own, false) }
      if let known = environment.widgets?[text] { return (known, true) }
      let names = Array(definition.embedded.keys) + (environment.widgets?.names ?? [])
      let hint = SpellingSuggestion.fix(for: name, in: names).map { "; \($0)" } ?? ""
      throw ServiceError(.invalidRequest, message: "There is no widget '\(text.prefix(200))'\(hint)")
    case .download(let address):
      let download = ArchiveDownload(
        folder: try archives(),
        transport: environment.transport)
      let file = try await download.file(at: absolute(address), policy: policy)
      let bundle = WidgetBundle(
        .archive(file.path), extensions: definition.extensions, decoding: environment.contentDecoding)
      if let problem = bundle.diagnostics.first(where: { $0.severity == .error }) {
        throw ServiceError(
          .unexpectedShape, message: "The widget cannot be read: \(problem.message)", underlying: "\(problem)")
      }
      return (WidgetDefinition(bundle: bundle, extensions: definition.extensions), false)
    }
  }
}

/// The place of an instance within other widgets.
struct Enclosure: Sendable {
  /// The number of widgets that enclose the instance.
  var depth = 0
  /// The only hosts of the manifest that the instance may contact; nil for all.
  var hostLimit: [HostPattern]?
  /// The limit on embedded widgets, shared by all levels.
  var budget = EmbeddingBudget()
}

/// Limits the number of embedded widgets across all levels.
final class EmbeddingBudget: Sendable {
  /// The maximum number of widgets that are embedded across all levels. A further one shows an error in its place.
  static let maximum = 32
  private let count = Mutex(0)

  /// Reserves room for a widget.
  ///
  /// - Returns: Whether there was room.
  func reserve() -> Bool {
    count.withLock { count in
      guard count < Self.maximum else { return false }
      count += 1
      return true
    }
  }
}
