package import Foundation
import Synchronization
package import TesseraBundles
package import TesseraRuntime
import TesseraValues

// Bundles that are installed while the server runs, by a page or with `tessera install`.
extension WidgetLibrary {
  /// The folder of the installed bundles; nil if none can be installed in files.
  package var installedFolder: URL? { installed?.folder }

  /// Adds the widgets that are installed.
  package func loadInstalled() {
    guard let installed else { return }
    installed.restore()
    installedStamps.withLock { $0 = installed.stamps() }
    for widget in installed.all() { _ = loadInstalled(widget) }
  }

  private func definition(of files: some BundleFiles) -> WidgetDefinition {
    let bundle = WidgetBundle(files: extensions.bundleFormats.open(files), decoding: environment.contentDecoding)
    return WidgetDefinition(bundle: bundle, extensions: extensions)
  }

  private func definition(of widget: InstalledWidgets.Widget) -> WidgetDefinition {
    definition(of: DirectoryBundleFiles(path: widget.path))
  }

  private func loadInstalled(_ widget: InstalledWidgets.Widget) -> WidgetDefinition {
    let definition = definition(of: widget)
    for diagnostic in definition.diagnostics where diagnostic.severity == .error {
      report(diagnostic.inFile("\(widget.id).widget"))
    }
    _ = add(definition, from: .folder(widget.path), isInstalled: true)
    return definition
  }

  /// Checks for bundles that another process installed or removed. Removed widgets can no longer be placed.
  package func refreshInstalled() -> InstallationChanges {
    guard let installed else { return InstallationChanges() }
    var stamps = installed.stamps()
    let known = installedStamps.withLock { $0 }
    stamps.merge(known.filter { installed.isKept($0.key) }) { now, _ in now }
    let before = installedStamps.withLock { [stamps] known in
      defer { known = stamps }
      return known
    }
    guard stamps != before else { return InstallationChanges() }
    var changes = InstallationChanges()
    for id in before.keys where stamps[id] == nil && removeInstalled(id) { changes.removed.append(id) }
    changes.replaced = installed.all().filter { stamps[$0.id] != before[$0.id] }.compactMap { widget in
      // A widget of the command line is shown as that says.
      let entry = entry(widget.id)
      guard entry?.isInstalled != false else { return nil }
      let definition = definition(of: widget)
      // A page of this server may have installed it.
      guard entry?.definition.bundle.fingerprint != definition.bundle.fingerprint else { return nil }
      return (widget.id, loadInstalled(widget))
    }
    return changes
  }

  /// What another process installed and removed.
  package struct InstallationChanges {
    /// The definitions that are new or changed.
    package var replaced: [(id: String, definition: WidgetDefinition)] = []
    /// The widgets that are there no longer.
    package var removed: [String] = []
  }

  /// Checks a bundle, stores it, and adds its widget, or replaces the one with its identity. Without a folder, the widget is
  /// available as long as the server runs.
  /// - Parameter origin: The origin, for display. It must not contain a password.
  /// - Throws: ``InstalledWidgets/Failure`` for a bundle with errors, and if it cannot be stored.
  package func install(_ files: some BundleFiles, from origin: String? = nil) throws(InstalledWidgets.Failure) -> (
    id: String, definition: WidgetDefinition
  ) {
    let files = extensions.bundleFormats.open(files)
    let definition = definition(of: files)
    guard let installed else {
      try InstalledWidgets.check(definition)
      return (add(definition, from: nil, isInstalled: true), definition)
    }
    try installed.install(definition, from: origin, decoding: environment.contentDecoding) {
      try files.bytes(at: $0, limit: BundleLimits.standard.totalBytes)
    }
    let path = installed.folder.appending(path: "\(definition.bundle.manifest.id).widget").path
    return (add(definition, from: .folder(path), isInstalled: true), definition)
  }

  /// What an installation would change.
  package struct InstallationPreview: Sendable {
    /// The widget in the bundle.
    package let definition: WidgetDefinition
    /// The version that is there now; nil if the widget is new.
    package let installedVersion: SemanticVersion?
    /// What the widget can contact, and the present version cannot.
    package let newAccess: NetworkAccess
  }

  /// Checks a bundle, and returns what its installation would change.
  /// - Throws: ``InstalledWidgets/Failure`` for a bundle with errors.
  package func previewInstallation(of files: some BundleFiles) throws(InstalledWidgets.Failure) -> InstallationPreview {
    // As the installation does, so that the same is reported.
    let definition = definition(of: files)
    try InstalledWidgets.check(definition)
    let present = self.definition(Self.identity(of: definition))?.bundle
    return InstallationPreview(
      definition: definition, installedVersion: present?.manifest.version,
      newAccess: definition.bundle.manifest.networkAccess.exceeding(present?.manifest.networkAccess))
  }

  /// The installed widgets by their identities, without those whose identities a widget of the command line has.
  package var installedWidgets: [String: InstalledWidgets.Widget] {
    Dictionary((installed?.all() ?? []).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      .filter { entry($0.key)?.isInstalled == true }
  }

  /// Restores the previous version of an installed widget. ``BoardHost/refreshInstalled(report:)`` shows it.
  package func rollBack(_ id: String) throws(InstalledWidgets.Failure) { try installed?.rollBack(id) }
}
