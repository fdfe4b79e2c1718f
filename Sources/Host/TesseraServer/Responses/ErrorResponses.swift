import HTTPTypes
import Hummingbird
import NIOCore
import TesseraBoard
import TesseraData
import TesseraProtocol
import TesseraValues

/// Responds to a request, and converts errors to responses.
func respond(
  to request: Request, hasBody: Bool = true, _ body: (ByteBufferView) async throws -> Response
) async throws -> Response {
  do {
    let bytes = hasBody ? try await request.body.collect(upTo: WireFormat.maximumBodySize) : ByteBuffer()
    return try await body(bytes.readableBytesView)
  } catch let refusal as BoardRefusal {
    let status: HTTPResponse.Status = refusal.rule.hasPrefix("unknown-") ? .notFound : .conflict
    return Response.problem(status, rule: refusal.rule, message: refusal.message)
  } catch let problem as Diagnostic where problem.rule.hasPrefix("unknown-") {
    return Response.problem(.notFound, rule: problem.rule, message: problem.message)
  } catch let problem as Diagnostic where problem.rule == "last-board" || problem.rule == "too-many-boards" {
    return Response.problem(.conflict, rule: problem.rule, message: problem.message)
  } catch let problem as Diagnostic {
    return Response.problem(problem)
  } catch let error as StoreError where error.diagnostic.rule == "perhaps-kept" {
    return Response.problem(.serviceUnavailable, rule: "perhaps-stored", message: error.diagnostic.message)
  } catch let error as StoreError {
    return Response.problem(of: error.diagnostic, "The board cannot be stored, so nothing was changed")
  }
}
