import TesseraValues

/// Sources of data on this machine that its owner grants to widgets, each as a host: figures of the machine, folders, and
/// servers behind Unix sockets.
///
/// A widget names the host in its manifest, and asks it like any other: `http://machine.tessera.internal/figures`. Widgets
/// can only read.
package struct LocalSources: Sendable {
  /// What a source is.
  package enum Source: Sendable {
    /// A server that listens on the Unix socket at a path.
    case socket(path: String)
    /// A part of this process.
    case provider(any LocalSourceProvider)
  }

  private let sources: [String: Source]

  /// Creates sources by their names, such as `machine`.
  package init(_ sources: [String: Source] = [:]) { self.sources = sources }

  /// The names of all sources, sorted.
  package var names: [String] { sources.keys.sorted() }

  /// The paths of the folders among the sources, by the names of the sources.
  package var folders: [String: String] {
    sources.compactMapValues { if case .provider(let provider) = $0 { provider.folder } else { nil } }
  }

  /// Returns the source that a URL leads to; nil if it leads to a server.
  /// - Throws: ``ServiceError`` if the widget or the owner of the machine does not allow it.
  func source(for request: OutgoingRequest, policy: HostPolicy) throws(ServiceError) -> Source? {
    guard let name = LocalSourceHost.name(of: request.url.host) else { return nil }
    // Neither a redirect nor an address that a person typed leads here.
    guard policy.sources.contains(name) else {
      throw ServiceError(.hostNotAllowed, message: "The widget may not contact '\(request.url.authority)'")
    }
    guard request.method == .get || request.method == .head else {
      throw ServiceError(.invalidRequest, message: "Sources of this machine can only be read")
    }
    guard let source = sources[name] else {
      throw ServiceError(
        .addressNotAllowed, message: "The owner of this server has not granted '\(name)'",
        underlying: "'tessera serve --source' grants it")
    }
    return source
  }
}

/// Answers requests for a local source in this process.
package protocol LocalSourceProvider: Sendable {
  /// Returns the response to a `GET` request.
  /// - Parameter path: The percent-encoded path, which begins with `/`.
  func response(to path: String) async -> NetworkResponse

  /// The path of the folder whose files the responses depend on; nil if they depend on none.
  var folder: String? { get }
}

extension LocalSourceProvider {
  package var folder: String? { nil }
}
