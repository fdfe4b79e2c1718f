import ArgumentParser
import Foundation
import TesseraLocalSources
import TesseraServices
import TesseraValues

/// A source of this machine on the command line: `machine`, `docker=unix:/run/docker.sock`, or `photos=folder:/srv/photos`.
struct SourceArgument: ExpressibleByArgument, Sendable, Hashable {
  /// What is behind a source.
  enum Kind: Sendable, Hashable {
    case machine
    case socket(String)
    case folder(String)
  }

  let name: String
  let kind: Kind

  /// The argument in a form that does not depend on the current folder.
  var text: String {
    switch kind {
    case .machine: name
    case .socket(let path): "\(name)=unix:\(path)"
    case .folder(let path): "\(name)=folder:\(path)"
    }
  }

  init?(argument: String) {
    guard argument != "machine" else {
      (name, kind) = (argument, .machine)
      return
    }
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, HostPattern.isLabel(parts[0]),
      let match = parts[1].wholeMatch(of: /(unix|folder):(.+)/)
    else { return nil }
    let path = URL(filePath: String(match.2)).standardizedFileURL.path
    name = String(parts[0]).lowercased()
    kind = match.1 == "unix" ? .socket(path) : .folder(path)
  }

  fileprivate var source: LocalSources.Source {
    switch kind {
    case .machine: .provider(MachineSource())
    case .socket(let path): .socket(path: path)
    case .folder(let path): .provider(FolderSource(path: path))
    }
  }
}

extension LocalSources {
  /// The sources that a command line grants. Of several with one name, the last is used.
  init(_ arguments: [SourceArgument]) {
    self.init(Dictionary(arguments.map { ($0.name, $0.source) }, uniquingKeysWith: { $1 }))
  }
}
