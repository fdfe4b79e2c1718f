import TesseraValues
import Testing

@testable import TesseraData

@Suite("The entity model")
struct EntityModelTests {
  private func problems(_ json: String) throws -> [Diagnostic] {
    var diagnostics = Diagnostics()
    let model = EntityModel.decode(try JSONNode.parse(json), diagnostics: &diagnostics)
    #expect((model == nil) == diagnostics.hasErrors)
    return diagnostics.all
  }

  @Test func `a model has the names of its annotations`() throws {
    let model = try EntityModel(json: Models.feed)
    let post = try #require(model["Post"])
    #expect(post.identityAttributes == ["postId"])
    #expect(post.ownerRelationship == "author")
    let timestamp = try #require(post.attribute("timestamp"))
    #expect(timestamp.type == .date)
    #expect(timestamp.jsonKeyPaths == ["created_at"])
    #expect(timestamp.transformerName == "strToDate")
    #expect(post.attribute("favoritesCount")?.defaultValue == 0)
    #expect(post.relationship("author")?.inverse == "posts")
    #expect(model["Account"]?.isOwnerEntity == true)
    #expect(model["User"]?.isOwnerEntity == false)
  }

  @Test func `a sub-entity has its parent's properties and identity`() throws {
    let model = try EntityModel(json: Models.feed)
    let account = try #require(model["Account"])
    #expect(account.attributes.map(\.name) == ["userId", "name", "imageName", "mail", "level"])
    #expect(account.identityAttributes == ["userId"])
    #expect(account.root == "User")
    #expect(model.entity("Account", isKindOf: "User"))
    #expect(!model.entity("User", isKindOf: "Account"))
  }

  @Test func `parents may follow their sub-entities`() throws {
    let model = try EntityModel(json: #"{"entities": {"B": {"parent": "A"}, "A": {}}}"#)
    #expect(model.names == ["A", "B"])
  }

  @Test func `an inverse that only one side declares is completed`() throws {
    let model = try EntityModel(json: Models.feed)
    #expect(model["Tag"]?.relationship("posts")?.inverse == "tags")
  }

  @Test func `a type alone describes an attribute`() throws {
    let model = try EntityModel(json: #"{"entities": {"A": {"attributes": {"a": "date"}}}}"#)
    #expect(model["A"]?.attribute("a")?.type == .date)
  }

  @Test func `several identity attributes are a list or one text and override the single one`() throws {
    for identities in [#"["a", "b"]"#, #""a, b""#, #""a b""#] {
      let model = try EntityModel(
        json: """
          {"entities": {"A": {"identityAttributes": \(identities), "identityAttribute": "c",
            "attributes": {"a": "string", "b": "string", "c": "string"}}}}
          """)
      #expect(model["A"]?.identityAttributes == ["a", "b"])
    }
  }

  @Test(
    arguments: [
      (#"[]"#, "model-type", 1, nil),
      (#"{"entitys": {}}"#, "unknown-key", 2, "did you mean 'entities'?"),
      (#"{"entities": {"A": {"parent": "Poost"}, "Post": {}}}"#, "unknown-entity", 31, "did you mean 'Post'?"),
      (#"{"entities": {"A": {"parent": "A"}}}"#, "model-cycle", 31, nil),
      (#"{"entities": {"a b": {}}}"#, "model-name", 15, nil),
      (#"{"entities": {"sqlite_a": {}}}"#, "model-name", 15, nil),
      (#"{"entities": {"Ab": {}, "aB": {}}}"#, "model-duplicate", 25, nil),
      (#"{"entities": {"A": {"atributes": {}}}}"#, "unknown-key", 21, "did you mean 'attributes'?"),
      (
        #"{"entities": {"A": {"attributes": {"a": {"type": "strng"}}}}}"#, "attribute-type", 50,
        "did you mean 'string'?"
      ),
      (#"{"entities": {"A": {"attributes": {"a": {}}}}}"#, "attribute-type", 36, nil),
      (
        #"{"entities": {"A": {"attributes": {"a": {"type": "integer", "default": "x"}}}}}"#, "attribute-default", 72,
        nil
      ),
      (#"{"entities": {"A": {"attributes": {"ab": "date", "aB": "date"}}}}"#, "model-duplicate", 50, nil),
      (#"{"entities": {"A": {"relationships": {"r": {}}}}}"#, "relationship-destination", 39, nil),
      (#"{"entities": {"A": {"relationships": {"r": {"destination": "Post"}}}}}"#, "unknown-entity", 60, nil),
      (
        #"{"entities": {"A": {"relationships": {"r": {"destination": "A", "inverse": "s"}}}}}"#,
        "relationship-inverse", 76, "did you mean 'r'?"
      ),
      (
        #"{"entities": {"A": {"relationships": {"r": {"destination": "A", "inverse": "r"}}}}}"#,
        "relationship-inverse", 76, nil
      ),
      (
        #"{"entities": {"A": {"relationships": {"r": {"destination": "A", "deleteRule": "nulify"}}}}}"#, "delete-rule",
        79, "did you mean 'nullify'?"
      ),
      (
        #"{"entities": {"A": {"identityAttribute": "i", "attributes": {"id": "string"}}}}"#, "identity-attribute", 42,
        "did you mean 'id'?"
      ),
      (#"{"entities": {"A": {"identityAttribute": "i", "attributes": {"i": "any"}}}}"#, "identity-attribute", 42, nil),
      (
        #"{"entities": {"A": {"ownerRelationship": "r", "relationships": {"r": {"destination": "A", "toMany": true}}}}}"#,
        "owner-relationship", 42, nil
      ),
      (#"{"entities": {"A": {"isAbstract": 2}}}"#, "model-type", 35, nil),
    ] as [(String, String, Int, String?)])
  func `every problem has a rule, a position and a fix`(json: String, rule: String, column: Int, fix: String?) throws {
    let found = try problems(json)
    let problem = try #require(found.first { $0.rule == rule }, "\(found)")
    #expect(problem.range?.start.column == column)
    #expect(problem.fix == fix)
  }

  @Test func `all problems are reported at once`() throws {
    let rules = try problems(
      """
      {"entities": {
        "A": {"parent": "Xyz", "attributes": {"a": "text"}, "identityAttribute": "z"},
        "B": {"parent": "C", "relationships": {"r": {"destination": "Y"}}},
        "C": {"parent": "B"}
      }}
      """
    ).map(\.rule)
    #expect(
      rules.sorted() == ["attribute-type", "identity-attribute", "model-cycle", "unknown-entity", "unknown-entity"])
  }

  @Test func `an inherited name cannot be declared again`() throws {
    let rules = try problems(
      #"{"entities": {"A": {"attributes": {"a": "string"}}, "B": {"parent": "A", "attributes": {"A": "string"}}}}"#
    ).map(\.rule)
    #expect(rules == ["model-duplicate"])
  }

  @Test func `unknown keys are warnings, so newer models can be read`() throws {
    let problems = try problems(#"{"entities": {"A": {"later": 1}}}"#)
    #expect(problems.map(\.severity) == [.warning])
  }

  @Test func `comments may appear in every object`() throws {
    let text = """
      {"***": 1, "entities": {"***": "what there is", "A": {"***": 1,
        "attributes": {"*** 1": "the time", "a": {"type": "date", "***": 1}},
        "relationships": {"***": {}, "r": {"destination": "A", "***": 1}}}}}
      """
    #expect(try problems(text) == [])
    #expect(try EntityModel(json: text)["A"]?.propertyNames == ["a", "r"])
  }

  @Test func `the number of entities is limited`() throws {
    let entities = (0...300).map { #""E\#($0)": {}"# }.joined(separator: ",")
    #expect(try problems("{\"entities\": {\(entities)}}").map(\.rule) == ["model-limit"])
  }
}
