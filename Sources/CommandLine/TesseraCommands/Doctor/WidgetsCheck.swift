import TesseraBundles

/// Checks the installed widgets.
struct WidgetsCheck {
  let widgets: [InstalledWidget]

  /// An installed widget, as its files are now.
  struct InstalledWidget {
    let path: String
    let bundle: WidgetBundle
  }

  var findings: [Finding] {
    guard !widgets.isEmpty else { return [.ok("widgets", "No widgets are installed")] }
    var findings: [Finding] = []
    for widget in widgets where widget.bundle.hasErrors {
      findings.append(
        .error("widget-errors", "The widget in '\(widget.path)' has errors", fix: "Run 'tessera check \(widget.path)'"))
    }
    if findings.isEmpty { findings.append(.ok("widgets", "The \(widgets.count) installed widgets can be read")) }
    for widget in widgets {
      guard let program = widget.bundle.manifest.program else { continue }
      findings.append(
        .ok(
          "widget-program", "A program draws the widget '\(widget.bundle.manifest.id)'",
          fix: "Name its command where the server is started: --program \(program)=command"))
    }
    return findings
  }
}
