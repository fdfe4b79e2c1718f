import Foundation

/// Checks whether the server that uses a data folder took its configuration file.
struct ConfigurationCheck {
  /// The data folder, without links.
  let folder: URL

  var findings: [Finding] {
    RefusedConfiguration.problems(in: folder).map { problem in
      .warning(
        "configuration", "The server did not take its configuration, and uses the former one: \(problem)",
        fix: "Mend the file, or restart the server if the change is meant")
    }
  }
}
