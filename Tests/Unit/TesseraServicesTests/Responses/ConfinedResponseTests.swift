import TesseraHTTPClient
import TesseraLoopback
import TesseraValues
import Testing

@testable import TesseraServices

/// A place for decoders in which all content is fatal.
private struct FailingDecoding: ContentDecoding {
  func result(of decoder: String, parameters: [UInt8], content: [UInt8]) throws(Diagnostic) -> [UInt8] {
    throw .decoderFailure("the decoder '\(decoder)' crashed")
  }
}

@Suite("Responses that are decoded in another process")
struct ConfinedResponseTests {
  @Test(arguments: ResponseFormat.ofBodies)
  func `those with XML are, and no others`(format: ResponseFormat) {
    let context = ResponseContext(contentDecoding: FailingDecoding())
    do throws(Diagnostic) {
      _ = try format.value(of: Array("<rss><channel/></rss>".utf8), in: context)
      #expect(![.xml, .feed].contains(format))
    } catch {
      #expect([.xml, .feed].contains(format) == (error.rule == "decoder-failure"), "\(error)")
    }
  }

  @Test func `a decoder that crashes is a failure of the request`() async throws {
    try await LoopbackServer.run { _ in
      LoopbackServer.Answer(headers: ["content-type": "text/xml"], body: Array("<a/>".utf8))
    } during: { server in
      let description = try ServiceDescription(
        #"{"actions": {"get": {"baseUrl": "\#(server.url("/x"))", "format": "xml"}}}"#)
      let provider = StandardServiceProvider(
        description: description, policy: server.policy, transport: HTTPTransport(),
        context: ServiceExchangeContext(contentDecoding: FailingDecoding()))
      let error = await #expect(throws: ServiceError.self) {
        try await provider.perform(ServiceRequest(action: "get", object: .null))
      }
      #expect(error?.underlying?.contains("the decoder 'xml' crashed") == true)
    }
  }
}
