import Foundation
import TesseraText
package import TesseraValues

extension Template {
  /// What is wrong with the literal arguments of operations and transformers: predicates, patterns, orders and time
  /// zones, which would give null without a word.
  package var argumentProblems: [Diagnostic] {
    var problems: [Diagnostic] = []
    visit { node in
      do throws(Diagnostic) {
        switch node {
        case .operation(let name, let arguments):
          try Self.checkCount(of: arguments, of: name)
          try Self.check(arguments, of: name)
        case .transformed(_, by: "date", argument: .list(let parts)?) where parts.count == 2:
          try Self.checkTimeZone(parts[1])
          try Self.checkDatePattern(parts[0])
        case .transformed(_, by: "date", argument: let pattern?): try Self.checkDatePattern(pattern)
        default: break
        }
      } catch {
        problems.append(error)
      }
    }
    return problems
  }

  /// The keys of the texts that `text` looks up, where they are literal, with the number of arguments that follow.
  package var textCalls: [(key: String, arguments: Int)] {
    var calls: [(String, Int)] = []
    visit { node in
      guard case .operation("text", let arguments) = node, case .literal(.text(let key))? = arguments.first else {
        return
      }
      calls.append((key, arguments.count - 1))
    }
    return calls
  }

  private static func checkCount(of arguments: [TemplateNode], of operation: String) throws(Diagnostic) {
    guard let arity = OperationArity.arity(of: operation), !arity.contains(arguments.count) else { return }
    let isFew = arguments.count < arity.lowerBound
    let wanted = isFew ? arity.lowerBound : arity.upperBound
    let bound = arity.lowerBound == arity.upperBound ? "" : isFew ? "at least " : "at most "
    throw Diagnostic(
      .warning, rule: "operation-argument",
      message: "'\(operation)' takes \(bound)\(wanted) argument\(wanted == 1 ? "" : "s"), found \(arguments.count)")
  }

  private static func check(_ arguments: [TemplateNode], of operation: String) throws(Diagnostic) {
    if arguments.contains(where: \.isFunction), TemplateNode.elementwise(operation, arguments) == nil {
      throw Diagnostic(
        rule: "operation-argument", message: "'\(operation)' takes no function here",
        fix: "'map', 'filter', 'sort' and 'group' take one as the second argument")
    }
    switch operation {
    case "filter":
      guard arguments.count > 1, case .literal(.text(let format)) = arguments[1] else { return }
      // What is not known yet may be a value as well as a key.
      let values = arguments.dropFirst(2).map { argument -> Value in
        if case .literal(let literal) = argument { literal.value } else { "key" }
      }
      _ = try ValuePredicate(format, arguments: values)
    case "match":
      guard arguments.count > 1, case .literal(.text(let pattern)) = arguments[1] else { return }
      _ = try RegularExpression(pattern, isSearch: true)
    case "sort":
      guard arguments.count > 2, case .literal(let order) = arguments[2] else { return }
      if !RowOperations.orders.contains(order.value.string ?? "") {
        throw Diagnostic(
          rule: "operation-argument", message: "'\(order.value.description.prefix(60))' is no order",
          fix: "write 'ascending' or 'descending'")
      }
    case "toDate":
      if arguments.count > 1 { try checkDatePattern(arguments[1]) }
      if arguments.count > 2 { try checkTimeZone(arguments[2]) }
    case "sunrise", "sunset": if arguments.count > 2 { try checkTimeZone(arguments[2]) }
    default: break
    }
  }

  private static func checkDatePattern(_ node: TemplateNode) throws(Diagnostic) {
    guard case .literal(.text(let pattern)) = node, let mistake = DatePatternMistake.find(in: pattern) else { return }
    throw mistake
  }

  private static func checkTimeZone(_ node: TemplateNode) throws(Diagnostic) {
    guard case .literal(let literal) = node, TimeZoneReading.timeZone(literal.value, usual: .gmt) == nil else {
      return
    }
    throw Diagnostic(
      rule: "operation-argument", message: "'\(literal.value.description.prefix(60))' is no time zone",
      fix: "write a name such as 'Europe/Berlin' or 'GMT'")
  }
}
