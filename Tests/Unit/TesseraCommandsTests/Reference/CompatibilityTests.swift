import Foundation
import TesseraComponents
import TesseraExpressions
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// The documentation page that lists the support for WidgetKit's features.
@Suite("The page on compatibility")
struct CompatibilityTests {
  private struct Row {
    var feature: String
    var mark: String
    var how: String
    var known: String
  }

  private static func rows() throws -> [Row] {
    let text = try String(contentsOf: Repository.url("docs/reference/widgetkit.md"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count >= 6, ["works", "differs", "not"].contains(cells[cells.count - 4]) else { return nil }
      return Row(
        feature: cells[1], mark: cells[cells.count - 4], how: cells[cells.count - 3],
        known: cells[cells.count - 2].replacing("`", with: ""))
    }
  }

  @Test func `It has all rows, and counts them`() throws {
    let rows = try Self.rows()
    #expect(rows.count == 356)
    let text = try String(contentsOf: Repository.url("docs/reference/widgetkit.md"), encoding: .utf8)
    let count = Dictionary(grouping: rows, by: \.mark).mapValues(\.count)
    #expect(
      text.contains(
        "\(count["works"] ?? 0) rows work as there, \(count["differs"] ?? 0) differ, \(count["not"] ?? 0) are not there"
      ))
    for row in rows where row.mark == "differs" { #expect(!row.how.isEmpty, "\(row.feature) says nothing") }
  }

  @Test func `Every name that it promises exists`() throws {
    let extensions = WidgetExtensions.standard
    for row in try Self.rows() where !row.known.isEmpty {
      let parts = row.known.split(separator: " ", maxSplits: 1).map(String.init)
      let path = (parts.last ?? "").split(separator: ".", maxSplits: 1).map(String.init)
      let (owner, member) = (path.first ?? "", path.count > 1 ? path[1] : nil)
      let isThere: Bool
      switch parts.first {
      case "object":
        let type = extensions.mediators[owner]?.mediatorClass
        isThere =
          type.map { type in
            guard let member else { return true }
            return type.properties[View.canonicalKey(member)] != nil || type.outlets.contains { $0.name == member }
              || type.selectors.contains(member)
          } ?? false
      case "component": isThere = extensions.components[owner] != nil
      case "property": isThere = extensions.components[owner]?.properties.named(member ?? "") != nil
      case "constraint": isThere = ConstraintElement.properties[owner] != nil
      case "screen": isThere = ScreenController.properties[owner] != nil
      case "selector": isThere = ScreenController.selectors.contains(member ?? "")
      case "service": isThere = extensions.serviceProviders[owner] != nil
      case "transformer": isThere = extensions.transformers.contains(owner)
      case "action": isThere = extensions.actions[owner] != nil
      default: isThere = false
      }
      #expect(isThere, "'\(row.known)' of \(row.feature)")
    }
  }
}
