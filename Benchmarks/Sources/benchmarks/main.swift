// Prints one line of JSON for each measure. Arguments select the areas to run, by name.

/// The areas, by name. Each is a file of this target.
let areas: [(name: String, run: () async throws -> Void)] = [
  ("memory", memoryBenchmarks), ("constraints", constraintBenchmarks), ("data", dataBenchmarks),
  ("expressions", expressionBenchmarks), ("templates", templateBenchmarks),
  ("layout", layoutBenchmarks), ("widget", widgetBenchmarks), ("decoding", decodingBenchmarks),
  ("changes", changeBenchmarks), ("lists", listBenchmarks), ("schemes", schemeBenchmarks), ("beagle", beagleBenchmarks),
  ("protocol", protocolBenchmarks), ("formats", formatBenchmarks), ("xcode", xcodeBenchmarks),
]

let wanted = CommandLine.arguments.dropFirst()
for area in areas where wanted.isEmpty || wanted.contains(area.name) {
  try await area.run()
}
