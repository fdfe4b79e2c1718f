/// The size classes of windows for which something differs.
package struct StoryboardTraits: Sendable, Hashable {
  package enum SizeClass: String, Sendable, Hashable {
    case compact
    case regular
  }

  /// The class of the width and of the height; `nil` if any will do.
  package var width: SizeClass?
  package var height: SizeClass?

  /// How many of the two matter. What is more specific wins.
  package var specificity: Int { (width == nil ? 0 : 1) + (height == nil ? 0 : 1) }

  package init(width: SizeClass? = nil, height: SizeClass? = nil) { (self.width, self.height) = (width, height) }

  /// Reads Interface Builder's words, such as `heightClass=compact-widthClass=regular`.
  package init(_ key: String) {
    for part in key.split(separator: "-") {
      let pair = part.split(separator: "=")
      guard pair.count == 2, let value = SizeClass(rawValue: String(pair[1])) else { continue }
      if pair[0] == "widthClass" { width = value }
      if pair[0] == "heightClass" { height = value }
    }
  }
}

/// Something that differs for some size classes.
package struct StoryboardVariation<Value: Sendable>: Sendable {
  package var traits: StoryboardTraits
  package var value: Value
}

/// For which size classes a view or a constraint exists.
package struct StoryboardInstallation: Sendable {
  /// Whether it exists where no exception holds.
  package var isInstalled = true
  package var exceptions: [StoryboardVariation<Bool>] = []

  package var isNever: Bool { !isInstalled && exceptions.allSatisfy { !$0.value } }
  package var isAlways: Bool { isInstalled && exceptions.allSatisfy(\.value) }
}
