import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// Returns a page with a title and a sentence, for people whose browser opened an address that shows nothing else.
  /// - Parameters:
  ///   - title: Plain text without characters that HTML escapes.
  ///   - text: The same.
  static func notice(_ status: HTTPResponse.Status, _ title: StaticString, _ text: StaticString) -> Response {
    let html = """
      <!doctype html>
      <html lang="en">
      <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>\(title)</title></head>
      <body><h1>\(title)</h1><p>\(text)</p></body>
      </html>

      """
    return Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html))
    ).retriable()
  }
}
