package import TesseraLayout
package import TesseraValues

/// The progress of a task, as a bar or a ring.
package final class ProgressView: View {
  /// The progress from 0 to 1; nil if it is indeterminate.
  package var fraction: Double? {
    get { self[.value].number }
    set { self[.value] = newValue.map { .double(min(max($0, 0), 1)) } ?? .null }
  }

  /// The progress; null if it is indeterminate.
  package override var value: Value {
    get { self[.value] }
    set { fraction = newValue.number }
  }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    let natural = kind == .progressRing ? ControlMetrics.Progress.ringSize : ControlMetrics.Progress.barSize
    guard kind == .progress, case .definite(let points) = width else { return MeasuredSize(size: natural) }
    return MeasuredSize(width: points, height: natural.height)
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.progress.properties }
}

extension ViewKind {
  private static let element = WebElement(
    attributes: ["role": "progressbar", "aria-valuemin": "0", "aria-valuemax": "1"], isDrawn: true,
    states: [.value: "aria-valuenow"])

  /// A progress bar.
  package static let progress = ViewKind(
    "progress", defaults: ViewDefaults(color: .accent), element: element,
    drawing: { node, box, canvas in
      let height = min(box.height, ControlMetrics.Progress.barSize.height)
      let track = Rect(x: box.minX, y: box.midY - height / 2, width: box.width, height: height)
      canvas.fill(RoundedBox(track, radius: height / 2), canvas.color(.separator))
      // Indeterminate progress is a section in the middle, which browsers animate.
      let width = track.width * (node[.value].number ?? 0.3)
      guard width > 0 else { return }
      let x =
        node[.value].isNull ? track.midX - width / 2 : node.isRightToLeft ? track.maxX - width : track.minX
      canvas.clipped(to: RoundedBox(track, radius: height / 2)) {
        canvas.fill(
          RoundedBox(Rect(x: x, y: track.minY, width: width, height: height), radius: height / 2),
          node.color(in: canvas.scheme))
      }
    })

  /// A progress ring.
  package static let progressRing = ViewKind(
    "progressRing", defaults: ViewDefaults(color: .accent), style: LayoutStyle { $0.flexShrink = 0 }, element: element,
    drawing: { node, box, canvas in
      let line = ControlMetrics.Progress.ringWidth
      let radius = max(0, min(box.width, box.height) / 2 - line / 2)
      let top = -Double.pi / 2
      func arc(_ fraction: Double) -> [PathStep] {
        let end = top + fraction * 2 * .pi * (node.isRightToLeft ? -1 : 1)
        return [
          .arc(center: Point(x: box.midX, y: box.midY), radius: radius, from: min(top, end), to: max(top, end))
        ]
      }
      canvas.stroke(arc(1), width: line, canvas.color(.separator))
      // Indeterminate progress is a quarter of the ring, which browsers animate.
      let fraction = node[.value].number ?? 0.25
      if fraction > 0 {
        canvas.stroke(arc(fraction), width: line, node.color(in: canvas.scheme))
      }
    })
}

extension ComponentDefinition {
  /// The progress of a task.
  package static let progress = progress(.progress, "The progress of a task, as a bar.")
    .with([Variant("shape", "ring", .progressRing)])

  private static let progressRing = progress(.progressRing, "The progress of a task, as a ring.")

  private static func progress(_ kind: ViewKind, _ documentation: String) -> ComponentDefinition {
    ComponentDefinition(
      type: "progress", documentation: documentation, synonyms: ["progressBar", "progressView", "meter"], kind: kind,
      properties: [
        .of(
          ProgressView.self, "value", .number, "The progress from 0 to 1; null if it is indeterminate.",
          get: { $0.value },
          set: { $0.value = $1 }),
        .of(
          ProgressView.self, "shape", .choice(["bar", "ring"]), "The shape; a bar by default. Must be a literal.",
          get: { $0.kind == .progressRing ? "ring" : "bar" }),
      ],
      makeView: { ProgressView(kind, in: $0) })
  }
}
