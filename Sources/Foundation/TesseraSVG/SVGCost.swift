/// Estimates the cost of drawing an image, including parts that are drawn more than once.
struct SVGCost {
  /// The reason why the image is too expensive; nil if it is not.
  private(set) var problem: String?

  /// The number of elements drawn for an element, the number of layers needed, and the nesting depth of those layers.
  private struct Cost {
    var elements = 1
    var layers = 0
    var depth = 0
  }

  private var byName: [String: SVGElement] = [:]
  private var known: [ObjectIdentifier: Cost] = [:]
  private var underWay: Set<ObjectIdentifier> = []
  /// The maximum total number of layers of an SVG image, counted each time they are drawn. An image with more is
  /// refused.
  private static let maximumLayers = 256

  /// The maximum depth of nested elements and references in an SVG image. A deeper image is refused.
  private static let maximumDepth = 256

  /// Attributes that draw the element they refer to, or draw through it.
  private static let drawing = ["mask", "clip-path", "marker-start", "marker-mid", "marker-end", "fill", "stroke"]

  init(_ root: SVGElement) {
    collectNames(root)
    let cost = cost(of: root)
    guard problem == nil else { return }
    if cost.elements > SanitizedSVG.maximumCost {
      problem = "draws \(cost.elements) elements; the limit is \(SanitizedSVG.maximumCost)"
    } else if cost.depth > SanitizedSVG.maximumLayers {
      problem = "nests masks, patterns and clips \(cost.depth) levels deep; the limit is \(SanitizedSVG.maximumLayers)"
    } else if cost.layers > Self.maximumLayers {
      problem = "has \(cost.layers) masks, patterns and layers; the limit is \(Self.maximumLayers)"
    }
  }

  private mutating func collectNames(_ element: SVGElement) {
    if let name = element["id"], byName[name] == nil { byName[name] = element }
    for child in element.children { collectNames(child) }
  }

  private mutating func cost(of element: SVGElement) -> Cost {
    let key = ObjectIdentifier(element)
    if let known = known[key] { return known }
    guard underWay.count < Self.maximumDepth else {
      problem = problem ?? "has a chain of more than \(Self.maximumDepth) references"
      return Cost()
    }
    guard underWay.insert(key).inserted else {
      problem = problem ?? "has parts that contain themselves"
      return Cost()
    }
    defer { underWay.remove(key) }
    var result = Cost()
    func add(_ cost: Cost) {
      result.elements = min(Int(Int32.max), result.elements + cost.elements)
      result.layers = min(Int(Int32.max), result.layers + cost.layers)
      result.depth = max(result.depth, cost.depth)
    }
    for child in element.children { add(cost(of: child)) }
    if element.name == "use", let name = element["href"]?.dropFirst(), let target = byName[String(name)] {
      add(cost(of: target))
    }
    for attribute in Self.drawing + ["style"] {
      for name in element[attribute].map(SVGSubset.references) ?? [] {
        guard let target = byName[name], !target.name.hasSuffix("Gradient") else { continue }
        var part = cost(of: target)
        part.layers += 1
        part.depth += 1
        add(part)
      }
    }
    // A pattern may inherit from another one, as a gradient may.
    if ["pattern", "mask", "clipPath"].contains(element.name), let name = element["href"]?.dropFirst(),
      let target = byName[String(name)]
    {
      add(cost(of: target))
    }
    if isSeenThrough(element) {
      result.layers += 1
      result.depth += 1
    }
    known[key] = result
    return result
  }

  /// Returns whether a group is drawn into a separate layer and then composited.
  private func isSeenThrough(_ element: SVGElement) -> Bool {
    guard ["g", "svg", "use", "symbol"].contains(element.name) else { return false }
    return element["opacity"].map { $0 != "1" } ?? false || (element["style"]?.contains("opacity") ?? false)
  }
}
