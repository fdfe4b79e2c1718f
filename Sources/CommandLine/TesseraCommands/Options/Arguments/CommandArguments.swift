import ArgumentParser
import Foundation
import TesseraLayout
import TesseraValues

/// A size on the command line, such as `375x667`.
struct WindowSize: ExpressibleByArgument, CustomStringConvertible, Sendable {
  var size: Size

  init(size: Size) { self.size = size }

  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], (1...10_000).contains(width),
      (1...10_000).contains(height)
    else { return nil }
    size = Size(width: width, height: height)
  }

  var description: String { "\(Int(size.width))x\(Int(size.height))" }
  var defaultValueDescription: String { description }
}

/// A size in cells on the command line, such as `4x2`: columns and rows.
struct CellSize: ExpressibleByArgument, Sendable {
  var size: GridSize

  init?(argument: String) {
    guard let size = GridSize(argument) else { return nil }
    self.size = size
  }
}

/// A date on the command line or in a scenario, in ISO 8601, such as `2018-06-20T19:00:00Z`.
struct StartDate: ExpressibleByArgument, Sendable {
  var date: Date

  init?(argument: String) {
    guard let date = try? Date(argument, strategy: .iso8601) else { return nil }
    self.date = date
  }
}
