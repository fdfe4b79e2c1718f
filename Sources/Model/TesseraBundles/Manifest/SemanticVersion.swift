/// A semantic version as defined by semver.org 2.0.0, such as `1.4.0` or `2.0.0-beta.1+build.7`.
package struct SemanticVersion: Sendable, Hashable {
  /// The major version, for incompatible changes.
  package var major: Int
  /// The minor version, for compatible additions.
  package var minor: Int
  /// The patch version, for bug fixes.
  package var patch: Int
  /// The pre-release identifiers, such as `beta` and `1`. Empty for a release.
  package var prerelease: [String]
  /// The build identifiers, which have no precedence.
  package var build: [String]

  /// Creates a version.
  package init(_ major: Int, _ minor: Int, _ patch: Int, prerelease: [String] = [], build: [String] = []) {
    self.major = major
    self.minor = minor
    self.patch = patch
    self.prerelease = prerelease
    self.build = build
  }

  /// Parses a version. Returns nil if the text is not a version.
  package init?(_ text: String) {
    guard text.utf8.count <= 256 else { return nil }
    var core = text[...]
    var build: [String] = []
    var prerelease: [String] = []
    if let plus = core.firstIndex(of: "+") {
      guard let parts = Self.identifiers(core[core.index(after: plus)...], numeric: false) else { return nil }
      build = parts
      core = core[..<plus]
    }
    if let hyphen = core.firstIndex(of: "-") {
      guard let parts = Self.identifiers(core[core.index(after: hyphen)...], numeric: true) else { return nil }
      prerelease = parts
      core = core[..<hyphen]
    }
    let numbers = core.split(separator: ".", omittingEmptySubsequences: false).map(Self.number)
    guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2] else { return nil }
    self.init(major, minor, patch, prerelease: prerelease, build: build)
  }

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    guard text == "0" || !text.hasPrefix("0") else { return nil }
    return Int(text)
  }

  /// Returns dot-separated identifiers. Numeric pre-release identifiers must not have leading zeros.
  private static func identifiers(_ text: Substring, numeric: Bool) -> [String]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    for part in parts {
      guard !part.isEmpty, part.utf8.allSatisfy(isIdentifierByte) else { return nil }
      if numeric, part.utf8.allSatisfy({ (48...57).contains($0) }), part.count > 1, part.hasPrefix("0") { return nil }
    }
    return parts.map(String.init)
  }

  private static func isIdentifierByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

extension SemanticVersion: Comparable {
  /// Compares by precedence: a pre-release precedes its release, and build identifiers are ignored.
  package static func < (left: Self, right: Self) -> Bool {
    let leftCore = (left.major, left.minor, left.patch)
    let rightCore = (right.major, right.minor, right.patch)
    if leftCore != rightCore { return leftCore < rightCore }
    if right.prerelease.isEmpty { return !left.prerelease.isEmpty }
    if left.prerelease.isEmpty { return false }
    for (a, b) in zip(left.prerelease, right.prerelease) where a != b {
      switch (isNumber(a), isNumber(b)) {
      // Numbers of equal length compare digit by digit, so numbers that exceed `Int` are compared exactly.
      case (true, true): return (a.count, a) < (b.count, b)
      case (true, false): return true
      case (false, true): return false
      case (false, false): return a < b
      }
    }
    return left.prerelease.count < right.prerelease.count
  }

  private static func isNumber(_ text: String) -> Bool { text.utf8.allSatisfy { (48...57).contains($0) } }
}

extension SemanticVersion: CustomStringConvertible {
  /// The version as text.
  package var description: String {
    "\(major).\(minor).\(patch)" + (prerelease.isEmpty ? "" : "-" + prerelease.joined(separator: "."))
      + (build.isEmpty ? "" : "+" + build.joined(separator: "."))
  }
}
