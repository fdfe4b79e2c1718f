import Foundation
import TesseraValues
import Testing

@testable import TesseraXcodeFiles

@Suite("Data models of Xcode")
struct DataModelTests {
  @Test func `the source of the sample's model gives its document`() throws {
    let document = ModelDocument(try ModelSourceReader.read(try Fixtures.bytes("contents.xml")))
    #expect(try JSONNode.parse(document.text).value == (try Fixtures.json("model.json").value))
    #expect(document.problems == [])
  }

  @Test(.enabled(if: WidgetDemo.isThere, WidgetDemo.absence)) func `the sample's compiled model gives its document`()
    throws
  {
    let model = try ModelFolder.read(paths: ["Model.mom", "VersionInfo.plist"]) { path throws(XcodeFileError) in
      guard let bytes = try? WidgetDemo.bytes("Model.momd/\(path)") else { throw XcodeFileError("absent") }
      return bytes
    }
    let document = ModelDocument(model)
    #expect(try JSONNode.parse(document.text).value == (try Fixtures.json("model.json").value))
    #expect(document.problems == [])
    #expect(model.entities.map(\.className) == ["WidgetDemo.Account", "WidgetDemo.Post", "WidgetDemo.User"])
  }

  @Test(.enabled(if: WidgetDemo.isThere, WidgetDemo.absence))
  func `source and compiled model of the sample are the same`() throws {
    let compiled = try CompiledModelReader.read(try WidgetDemo.bytes("Model.momd/Model.mom"))
    let source = try ModelSourceReader.read(try Fixtures.bytes("contents.xml"))
    for entity in source.entities {
      let twin = try #require(compiled.entities.first { $0.name == entity.name })
      #expect(twin.parentName == entity.parentName)
      #expect(Set(twin.userInfo) == Set(entity.userInfo))
      for attribute in entity.attributes {
        var other = try #require(twin.attributes.first { $0.name == attribute.name })
        other.renamingIdentifier = nil
        other.userInfo.sort { $0.key < $1.key }
        #expect(other == attribute)
      }
      for relationship in entity.relationships {
        var other = try #require(twin.relationships.first { $0.name == relationship.name })
        other.renamingIdentifier = nil
        #expect(other == relationship)
      }
    }
  }

  @Test func `all types, defaults and rules of a compiled model are read`() throws {
    let model = try CompiledModelReader.read(try Fixtures.bytes("Everything.mom"))
    let thing = try #require(model.entities.first { $0.name == "Thing" })
    #expect(thing.isAbstract)
    #expect(
      Set(thing.attributes.map(\.type))
        == Set(ManagedObjectModel.AttributeType.allCases).subtracting([.composite]))
    let defaults = Dictionary(uniqueKeysWithValues: thing.attributes.map { ($0.name, $0.defaultValue) })
    let date = Date(timeIntervalSinceReferenceDate: 551_296_800)
    let expected: [String: Value] = [
      "small": 1, "middle": -2, "large": .integer(1 << 40), "ratio": 0.5, "share": 0.25, "title": "None",
      "isOpen": true, "when": .date(date), "image": "AQI=", "key": "00010203-0405-0607-0809-0a0b0c0d0e0f",
    ]
    #expect(defaults.compactMapValues(\.self) == expected)
    let people = try #require(model.entities.first { $0.name == "Gallery" }?.relationships.first)
    #expect(people.isToMany && people.isOrdered && people.deleteRule == .cascade)
    #expect(people.inverseName == "gallery" && people.destinationName == "Person")
    #expect(model.fetchRequestNames == ["newest"])
  }

  /// Expects problems in any order: the severity, the rule, and the entity and property that each names.
  private func expect(_ problems: [Diagnostic], _ expected: [String]) {
    #expect(problems.count == expected.count)
    for words in expected {
      let parts = words.split(separator: " ")
      let isThere = problems.contains { problem in
        "\(problem.severity)" == parts[0] && problem.rule == parts[1]
          && parts[2].split(separator: ".").allSatisfy { problem.message.contains($0) }
      }
      #expect(isThere, "\(words)")
    }
  }

  @Test func `what a document cannot say is a problem`() throws {
    let document = ModelDocument(try CompiledModelReader.read(try Fixtures.bytes("Everything.mom")))
    expect(
      document.problems,
      [
        "warning model-unread Thing.needed", "warning model-transformer Thing.colour",
        "warning model-transient Thing.anything", "error model-type Thing.place", "warning model-required Thing.needed",
        "warning model-user-info Thing.needed", "warning model-ordered Gallery.people",
        "warning model-required Gallery.people", "warning model-delete-rule Gallery.best",
        "warning model-count Gallery.best", "warning model-user-info Gallery.", "warning model-fetch-request .",
      ])
    let entities = document.root.value.dictionary?["entities"]?.dictionary
    let attributes = entities?["Thing"]?.dictionary?["attributes"]?.dictionary
    #expect(attributes?["place"] == nil)
    #expect(attributes?["needed"] == ["type": "string", "renamingIdentifier": "wanted"])
    #expect(attributes?["when"] == ["type": "date", "default": "2018-06-21T18:00:00Z"])
    #expect(attributes?["isOpen"] == ["type": "boolean", "default": true])
    let person = entities?["Person"]?.dictionary
    #expect(person?["isOwnerEntity"] == true)
    #expect(
      person?["relationships"]
        == ["gallery": ["destination": "Gallery", "inverse": "people", "deleteRule": "deny"]])
  }

  @Test(arguments: [
    ("<entity name=\"A b\"/>", "error model-name A b."),
    ("<entity name=\"A\"/><entity name=\"a\"/>", "error model-name a."),
    ("<entity name=\"A\" parentEntity=\"A\"/>", "error model-parent A."),
    ("<entity name=\"A\" parentEntity=\"B\"/>", "error model-parent A."),
    (
      "<entity name=\"A\"><attribute name=\"b\" optional=\"YES\" attributeType=\"String\"/>"
        + "<attribute name=\"B\" optional=\"YES\" attributeType=\"String\"/></entity>", "error model-name A.B"
    ),
    (
      "<entity name=\"A\"><attribute name=\"b\" optional=\"YES\" attributeType=\"Integer 16\" "
        + "defaultValueString=\"x\"/></entity>", "warning model-default A.b"
    ),
    (
      "<entity name=\"A\"><attribute name=\"b\" optional=\"YES\" attributeType=\"Date\" "
        + "defaultDateTimeInterval=\"1e300\"/></entity>", "warning model-default A.b"
    ),
    (
      "<entity name=\"A\"><attribute name=\"b\" optional=\"YES\" attributeType=\"String\" "
        + "regularExpressionString=\".*\"/></entity>", "warning model-unread A.b"
    ),
    ("<entity name=\"A\"><fetchedProperty name=\"f\"/></entity>", "warning model-unread A.f"),
    (
      "<entity name=\"A\"><relationship name=\"r\" optional=\"YES\" destinationEntity=\"B\"/></entity>",
      "error model-destination A.r"
    ),
    (
      "<entity name=\"A\"><relationship name=\"r\" optional=\"YES\" destinationEntity=\"A\" "
        + "inverseName=\"r\"/></entity>",
      "error model-inverse A.r"
    ),
    (
      "<entity name=\"A\"><uniquenessConstraints><uniquenessConstraint><constraint value=\"b\"/>"
        + "</uniquenessConstraint></uniquenessConstraints></entity>", "warning model-uniqueness A."
    ),
    (
      "<entity name=\"A\"><userInfo><entry key=\"ownerRelationship\" value=\"b\"/></userInfo></entity>"
        + "<entity name=\"C\" parentEntity=\"A\"/>", "warning model-owner C."
    ),
  ])
  func `a model that contradicts itself or Tessera gives a problem`(_ entities: String, problem: String) throws {
    let model = try ModelSourceReader.read(Array("<model>\(entities)</model>".utf8))
    expect(ModelDocument(model).problems, [problem])
  }

  @Test func `entities that inherit from an owner say whether they are one`() throws {
    let text = """
      <model><entity name="A"><userInfo><entry key="isOwnerEntity" value="YES"/></userInfo></entity>
      <entity name="B" parentEntity="A"/></model>
      """
    let entities = ModelDocument(try ModelSourceReader.read(Array(text.utf8))).root.value.dictionary?["entities"]
    #expect(entities == ["A": ["isOwnerEntity": true], "B": ["parent": "A", "isOwnerEntity": false]])
  }

  // MARK: - Folders

  @Test(arguments: [
    (
      ["A.xcdatamodel/contents", "B.xcdatamodel/contents", ".xccurrentversion"],
      "<plist><dict><key>_XCCurrentVersionName</key><string>B.xcdatamodel</string></dict></plist>", "B"
    ),
    (["A.xcdatamodel/contents"], "", "A"),
    (
      ["A.mom", "B.mom", "VersionInfo.plist", "B.omo"],
      "<plist><dict><key>NSManagedObjectModel_CurrentVersionName</key><string>B</string></dict></plist>", "B"
    ),
  ])
  func `a folder gives its current version`(_ paths: [String], information: String, version: String) throws {
    let source = try Fixtures.bytes("contents.xml")
    let compiled = try Fixtures.bytes("Everything.mom")
    let model = try ModelFolder.read(paths: paths) { path throws(XcodeFileError) in
      guard path.hasPrefix(version) else { return Array(information.utf8) }
      return path.hasSuffix(".mom") ? compiled : source
    }
    #expect(model.entities.count == 3)
  }

  @Test(arguments: [
    (["A.mom", "B.mom"], "", "The current version of a data model is not named"),
    (["a.txt"], "", "The folder of a data model has no model"),
    (
      ["A.mom", "VersionInfo.plist"],
      "<plist><dict><key>NSManagedObjectModel_CurrentVersionName</key><string>B</string></dict></plist>",
      "The current version 'B' of the data model does not exist"
    ),
    (["A.mom", "VersionInfo.plist"], "x", "'VersionInfo.plist': The XML is invalid, at line 1"),
    (["A.mom"], "<plist><dict/></plist>", "'A.mom': The property list is not a keyed archive"),
  ])
  func `a folder without a current version is refused`(_ paths: [String], contents: String, reason: String) {
    let error = XcodeFileError.of {
      _ = try ModelFolder.read(paths: paths) { _ throws(XcodeFileError) in Array(contents.utf8) }
    }
    #expect(error?.reason == reason)
  }

  @Test func `hashes of other entities are a problem`() throws {
    let information = """
      <plist><dict><key>NSManagedObjectModel_VersionHashes</key><dict><key>A</key><dict><key>Post</key><data/>
      <key>User</key><data/><key>Other</key><data/></dict></dict></dict></plist>
      """
    let source = try Fixtures.bytes("contents.xml")
    let model = try ModelFolder.read(paths: ["VersionInfo.plist", "A.xcdatamodel/contents"]) {
      path throws(XcodeFileError) in path == "VersionInfo.plist" ? Array(information.utf8) : source
    }
    #expect(model.problems.map { $0.message.split(separator: "'")[1] } == ["Account", "Other"])
  }

  // MARK: - Hostile files

  @Test func `damaged models give an error or a document`() throws {
    let everything = try Fixtures.bytes("Everything.mom")
    Fixtures.readDamaged(everything, seed: 3, step: 7) { _ = ModelDocument(try CompiledModelReader.read($0)).text }
    let source = try Fixtures.bytes("contents.xml")
    Fixtures.readDamaged(source, seed: 4, step: 13) { _ = ModelDocument(try ModelSourceReader.read($0)).text }
  }

  @Test(.enabled(if: WidgetDemo.isThere, WidgetDemo.absence))
  func `the sample's model, damaged at each byte, gives an error or a model`() throws {
    let model = try WidgetDemo.bytes("Model.momd/Model.mom")
    Fixtures.readDamaged(model, seed: 8) { _ = try CompiledModelReader.read($0) }
  }

  @Test func `entities that share one table of properties are bounded`() throws {
    let properties = (0..<300).map { _ in ArchivedValue.reference(2) }
    let names = (0..<300).map { ArchivedValue.string("p\($0)") }
    let entityNames = (0..<200).map { ArchivedValue.string("E\($0)") }
    let archive = ArchivedObjects(
      objects: [
        .init(className: "NSManagedObjectModel", values: [("NSEntities", .reference(3))]),
        .init(
          className: "NSEntityDescription",
          values: [("NSEntityName", .string("E")), ("NSProperties", .reference(4))]),
        .init(className: "NSAttributeDescription", values: [("NSPropertyName", .string("p"))]),
        .init(
          className: "NSDictionary",
          values: [
            ("NS.keys", .array(entityNames)), ("NS.objects", .array(entityNames.map { _ in .reference(1) })),
          ]),
        .init(className: "NSDictionary", values: [("NS.keys", .array(names)), ("NS.objects", .array(properties))]),
      ], root: 0)
    #expect(
      XcodeFileError.of { _ = try CompiledModelReader.read(archive) }?.reason
        == "The model has more than 4096 properties")
  }
}
