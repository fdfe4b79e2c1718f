import TesseraComponents
import TesseraCustomWidgets
import TesseraRuntime
import TesseraValues
import TesseraViews

/// Generates a JSON Schema (draft 2020-12) of the components that screens can use from the registries, for editors.
///
/// The schema is less precise than `check`: each property also accepts any expression, which only `check` validates.
enum ReferenceSchema {
  static func text(of extensions: WidgetExtensions) -> String {
    JSONText.text(of: schema(of: extensions), indented: true) + "\n"
  }

  private static func schema(of extensions: WidgetExtensions) -> Value {
    let definitions = extensions.components.all.map {
      ("\($0.type)Component", component($0, extensions.customWidgets[$0.type]))
    }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A screen", "type": "object",
      "properties": ["view": reference("component")],
      "$defs": .dictionary(
        Dictionary(definitions, uniquingKeysWith: { $1 }).merging([
          "component": [
            "type": "object", "required": ["type"],
            "properties": ["type": ["enum": .array(extensions.components.types.map(Value.string))]],
            "allOf": .array(
              extensions.components.types.map { type in
                [
                  "if": ["properties": ["type": ["const": .string(type)]]], "then": reference("\(type)Component"),
                ]
              }),
          ],
          "expression": [
            "type": "string", "pattern": "@\\{", "description": "An expression, such as @{state.title}",
          ],
        ]) { $1 }),
    ]
  }

  private static func component(_ definition: ComponentDefinition, _ widget: CustomWidgetDefinition?) -> Value {
    var members: [String: Value] = [
      "id": ["type": "string", "description": "The component's name on its screen"], "style": ["type": "object"],
      "context": ["description": "Data that the component owns"],
    ]
    for property in definition.properties.all where property.isWritable {
      var schema = schema(of: property.type)
      schema["description"] = .string(property.documentation)
      if let own = widget?.property(property.name) { schema.merge(details(of: own)) { $1 } }
      members[property.name] = ["anyOf": [.dictionary(schema), ["type": "null"], reference("expression")]]
    }
    for event in definition.events {
      members[event.name] = [
        "description": .string(event.documentation), "anyOf": [["type": "object"], ["type": "array"]],
      ]
    }
    if definition.boundProperty != nil || !definition.written.isEmpty {
      members["bind"] = definition.written.isEmpty ? ["type": "string"] : ["type": ["string", "object"]]
    }
    for slot in definition.slots { members[slot.name] = schema(of: slot) }
    return [
      "description": .string(definition.documentation), "type": "object", "properties": .dictionary(members),
    ]
  }

  private static func details(of property: ModelProperty) -> [String: Value] {
    var schema: [String: Value] = ["title": .string(property.title), "default": property.default]
    if let range = property.range {
      schema["minimum"] = .double(range.lowerBound)
      schema["maximum"] = .double(range.upperBound)
    }
    return schema
  }

  private static func schema(of slot: SlotDefinition) -> Value {
    let description = Value.string(slot.documentation)
    return switch slot.content {
    case .one, .template: ["description": description, "$ref": "#/$defs/component"]
    case .many: ["description": description, "type": "array", "items": reference("component")]
    case .prototypes: ["description": description, "type": "object", "additionalProperties": reference("component")]
    case .templates: ["description": description, "type": "array", "items": ["type": "object"]]
    }
  }

  private static func schema(of type: PropertyType) -> [String: Value] {
    switch type {
    case .number: ["type": ["number", "boolean"]]
    case .bool: ["enum": [true, false, 0, 1]]
    case .choice(let names): ["enum": .array(names.map(Value.string))]
    case .strings: ["type": "array", "items": ["type": "string"]]
    case .list: ["type": "array"]
    case .object: ["type": "object"]
    case .itemSource: ["type": ["array", "string"]]
    case .scalar, .string: ["type": ["string", "number", "boolean"]]
    case .any, .condition: [:]
    default: ["type": "string"]
    }
  }

  private static func reference(_ name: String) -> Value { ["$ref": .string("#/$defs/\(name)")] }
}
