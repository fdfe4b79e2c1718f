import Foundation

/// Runs a Python script of `Benchmarks/Peers` with the packages of `Peers/requirements.txt`, and returns the figures
/// that it prints: the values of peers in seconds, by measure. If the packages cannot be installed, prints a note and
/// returns an empty dictionary.
func peerFigures(_ script: String) -> [String: [String: Double]] {
  let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Peers").standardized
  let environment = directory.appending(path: ".venv")
  let python = environment.appending(path: "bin/python")
  do {
    let marker = environment.appending(path: "requirements.txt")
    let requirements = directory.appending(path: "requirements.txt")
    if try !FileManager.default.isExecutableFile(atPath: python.path)
      || Data(contentsOf: requirements) != (try? Data(contentsOf: marker))
    {
      _ = try output(of: "/usr/bin/env", ["python3", "-m", "venv", environment.path])
      _ = try output(of: python.path, ["-m", "pip", "install", "--quiet", "--requirement", requirements.path])
      try Data(contentsOf: requirements).write(to: marker)
    }
    let figures = try output(of: python.path, [directory.appending(path: script).path])
    return try JSONDecoder().decode([String: [String: Double]].self, from: figures)
  } catch {
    FileHandle.standardError.write(Data("No peers to compare with: \(error)\n".utf8))
    return [:]
  }
}

private func output(of program: String, _ arguments: [String]) throws -> Data {
  let process = Process()
  process.executableURL = URL(filePath: program)
  process.arguments = arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
  return data
}
