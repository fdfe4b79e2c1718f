import Foundation
import TesseraData
import TesseraExpressions
import TesseraValues

/// Measures importing, fetching and comparing 5,000 posts, in memory and in a file.
func dataBenchmarks() async throws {
  let model = try EntityModel(json: feedModel)
  var transformers = ValueTransformers.standard
  _ = transformers.registerDates(["strToDate": ["format": "EEE MMM d HH:mm:ss Z y", "locale": "en_US_POSIX"]])
  let dates = transformers
  let posts = feed(5000, dates: false)
  let changed = feed(5000, dates: false, round: 1)
  let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-benchmarks-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }

  func importing(_ json: Value, into store: Store, clearPolicy: ClearPolicy = .none) async throws {
    try await store.importJSON(
      json, entity: "Post", isList: true, clearPolicy: clearPolicy,
      environment: TemplateEnvironment(transformers: dates))
  }

  for place in ["memory", "file"] {
    var number = 0
    func location() -> StoreLocation {
      number += 1
      return place == "memory" ? .memory : .file(folder.appending(path: "\(number).sqlite"))
    }
    var times: [Double] = []
    for _ in 0..<7 {
      let store = try Store(model: model, location: location())
      times.append(try await nanoseconds { try await importing(posts, into: store) })
    }
    Measure(name: "data.import.new.\(place)", unit: "ns", value: median(times)).print()
    let store = try Store(model: model, location: location())
    try await importing(posts, into: store)
    try await measure("data.import.unchanged.\(place)") { try await importing(posts, into: store) }
    var isEven = false
    try await measure("data.import.changed.\(place)") {
      isEven.toggle()
      try await importing(isEven ? changed : posts, into: store)
    }
    try await measure("data.import.replace.\(place)") {
      try await importing(posts, into: store, clearPolicy: .after)
    }
  }
  let withDates = feed(5000, dates: true)
  try await measure("data.import.dates") {
    let store = try Store(model: model)
    try await importing(withDates, into: store)
  }
  try await fetching(model, posts) { try await importing($0, into: $1, clearPolicy: $2) }
}

private func fetching(
  _ model: EntityModel, _ posts: Value, _ importing: (Value, Store, ClearPolicy) async throws -> Void
) async throws {
  let store = try Store(model: model)
  try await importing(posts, store, .none)
  let filter = try ValuePredicate("text CONTAINS[cd] $input")
  let request = FetchRequest(
    "Post", predicates: [filter], variables: ["input": "GEOMETRY"], sortByFields: "timestamp", sortAscending: false)
  let all = try store.fetch(FetchRequest("Post")).map { Value.object($0) }
  let bound = filter.withSubstitutionVariables(["input": "GEOMETRY"])
  let inMemory = medianNanoseconds(runs: 5) { keep(all.filter { bound.evaluate(with: $0) }) }
  let inStore = medianNanoseconds { keep(try? store.fetch(request)) }
  Measure(name: "data.filter.ascii", unit: "ns", value: inStore, peer: ("evaluation in memory", inMemory)).print()

  let accents = try Store(model: model)
  try await importing(
    feed(5000, dates: false, mark: "Caf\u{e9} \u{201c}Ubung\u{201d} \u{2026} \u{1F600}"), accents, .none)
  try await measure("data.filter.accents") { keep(try accents.fetch(request)) }

  try await measure("data.fetch.all") { keep(try store.fetch(FetchRequest("Post"))) }
  try await measure("data.fetch.sorted.text") { keep(try store.fetch(FetchRequest("Post", sortByFields: "text"))) }
  try await measure("data.fetch.sorted.path") {
    keep(try store.fetch(FetchRequest("Post", sortByFields: "author.name, postId")))
  }
  try await measure("data.fetch.visible") {
    let found = try store.fetch(FetchRequest("Post", sortByFields: "postId"))
    for index in 0..<20 { keep(found[index].value(at: "author.name")) }
  }
  let old = try store.fetch(FetchRequest("Post", sortByFields: "postId"))
  let same = try store.fetch(FetchRequest("Post", sortByFields: "postId"))
  try await measure("data.changedKeys") { keep(same.changedKeys(since: old)) }
}

/// Returns posts by 50 authors. Every seventh post contains the search word.
private func feed(_ count: Int, dates: Bool, round: Int = 0, mark: String = "about the usual things") -> Value {
  .array(
    (0..<count).map { index in
      let author = index * 7 % 50
      let end = index % 7 == 0 ? " and Geometry" : ""
      var post: [String: Value] = [
        "id_str": .string("\(index)"), "favorite_count": .integer(Int64(index % 40 + round)),
        "repost_count": .integer(Int64(index % 9)),
        "text": .string(
          "This is the text of post number \(index * 7919 % count), which is \(mark)\(end), as such posts are"),
        "user": [
          "id_str": .string("\(author)"), "name": .string("Author \(author)"),
          "screen_name": .string("author\(author)"),
          "image_name": .string("ava\(author)"),
        ],
      ]
      if dates { post["created_at"] = .string("Wed Jun 20 1\(index % 10):0\(index % 6):00 +0000 2018") }
      return .dictionary(post)
    })
}

private let feedModel = """
  {"entities": {
    "User": {
      "identityAttribute": "userId",
      "attributes": {
        "userId": {"type": "string", "JSONKeyPath": "id_str"}, "name": {"type": "string", "JSONKeyPath": "name"},
        "nickname": {"type": "string", "JSONKeyPath": "screen_name"},
        "imageName": {"type": "string", "JSONKeyPath": "image_name"}
      },
      "relationships": {"posts": {"destination": "Post", "toMany": true, "inverse": "author"}}
    },
    "Account": {"parent": "User", "isOwnerEntity": true},
    "Post": {
      "identityAttribute": "postId", "ownerRelationship": "author",
      "attributes": {
        "postId": {"type": "string", "JSONKeyPath": "id_str"}, "text": {"type": "string", "JSONKeyPath": "text"},
        "timestamp": {"type": "date", "JSONKeyPath": "created_at", "JSONTransformerName": "strToDate"},
        "favoritesCount": {"type": "integer", "default": 0, "JSONKeyPath": "favorite_count"},
        "repostCount": {"type": "integer", "default": 0, "JSONKeyPath": "repost_count"}
      },
      "relationships": {"author": {"destination": "User", "inverse": "posts", "JSONKeyPath": "user"}}
    }
  }}
  """

private func measure(_ name: String, _ body: () async throws -> Void) async throws {
  try await body()
  var times: [Double] = []
  for _ in 0..<7 { times.append(try await nanoseconds(body)) }
  Measure(name: name, unit: "ns", value: median(times)).print()
}

private func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

private func nanoseconds(_ body: () async throws -> Void) async throws -> Double {
  let time = try await ContinuousClock().measure(body).components
  return Double(time.seconds) * 1e9 + Double(time.attoseconds) * 1e-9
}
