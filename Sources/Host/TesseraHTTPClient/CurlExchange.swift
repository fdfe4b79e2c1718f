import CCurl
import Foundation
import HTTPTypes
import TesseraServices
import TesseraValues

/// A transfer of libcurl: an easy handle with its options and callbacks. It is confined to the loop's thread.
final class CurlExchange {
  /// The maximum size of all header fields of a response, in bytes. The request fails.
  private static let maximumHeadBytes = 128 << 10
  /// The time limit for establishing a connection, including TLS, in milliseconds. The request fails.
  private static let connectTimeout = 10_000

  let transfer: Transfer
  let handle: UnsafeMutableRawPointer
  private var lists: [UnsafeMutablePointer<curl_slist>] = []
  private let message: UnsafeMutablePointer<CChar>
  private var headBytes = 0
  private var head = Transfer.Head(status: 0, fields: [:])
  private var isHeadOver = false
  private var uploaded: Double?

  init?(_ transfer: Transfer, certificateAuthorities: String?) {
    guard let handle = curl_easy_init() else { return nil }
    self.transfer = transfer
    self.handle = handle
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    configureConnection(certificateAuthorities)
    switch transfer.purpose {
    case .response:
      configureRequest()
      configureCallbacks()
    case .tunnel: set(CURLOPT_CONNECT_ONLY, 1)
    case .certificate:
      set(CURLOPT_CONNECT_ONLY, 1)
      set(CURLOPT_CERTINFO, 1)
      acceptAnyCertificate()
    }
  }

  deinit {
    curl_easy_cleanup(handle)
    for list in lists { curl_slist_free_all(list) }
    message.deallocate()
  }

  /// Starts the transfer.
  /// - Returns: Whether libcurl accepted it.
  func attach(to multi: UnsafeMutableRawPointer) -> Bool { curl_multi_add_handle(multi, handle) == CURLM_OK }

  /// Removes the transfer from libcurl. A connection that cannot be reused is closed.
  func detach(from multi: UnsafeMutableRawPointer) {
    // The handle is freed together with the exchange, but only after libcurl has released it.
    withExtendedLifetime(self) { _ = curl_multi_remove_handle(multi, handle) }
  }

  /// Resumes a paused transfer.
  func resume() -> CURLcode { curl_easy_pause(handle, CURLPAUSE_CONT) }

  /// Reports the result to the transfer.
  func finish(_ code: CURLcode) {
    if code == CURLE_OK, transfer.purpose == .certificate { receiveCertificate() }
    guard code != CURLE_OK else { return transfer.finish(.success(())) }
    let detail = String(cString: message)
    transfer.finish(
      .failure(
        HTTPClientError(
          kind: Self.kind(of: code),
          description: detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail)))
  }

  private static func kind(of code: CURLcode) -> HTTPClientError.Kind {
    switch code {
    case CURLE_OPERATION_TIMEDOUT: .timeout
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_PINNEDPUBKEYNOTMATCH: .certificate
    default: .connection
    }
  }

  // MARK: Options

  private func set(_ option: CURLoption, _ value: Int) { tessera_curl_set_long(handle, option, value) }

  private func set(_ option: CURLoption, _ value: String) { tessera_curl_set_text(handle, option, value) }

  private func set(_ option: CURLoption, _ lines: [String]) {
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines { list = curl_slist_append(list, line) }
    guard let list else { return }
    lists.append(list)
    tessera_curl_set_list(handle, option, list)
  }

  private func configureConnection(_ certificateAuthorities: String?) {
    let request = transfer.request
    let address = request.address.isIPv6 ? "[\(request.address)]" : request.address.description
    set(CURLOPT_URL, request.url)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    // Every host name is connected to at this address. Connections are reused only for the same address.
    set(CURLOPT_CONNECT_TO, ["::\(address):\(request.port)"])
    if let path = request.socketPath { set(CURLOPT_UNIX_SOCKET_PATH, path) }
    // Proxy settings of the environment must not affect where a request is sent.
    set(CURLOPT_PROXY, "")
    set(CURLOPT_PATH_AS_IS, 1)
    // HTTP/1.1 uses one connection per response. With HTTP/2, libcurl buffers up to 32 MB for a slow reader.
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    set(CURLOPT_CONNECTTIMEOUT_MS, Self.connectTimeout)
    set(CURLOPT_NOSIGNAL, 1)
    tessera_curl_set_close_on_exec(handle)
    tessera_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, message)
    // The directory would be trusted in addition to the file, and would keep libcurl from caching the file.
    tessera_curl_set_text(handle, CURLOPT_CAPATH, nil)
    if let certificateAuthorities = request.certificateFile ?? certificateAuthorities {
      set(CURLOPT_CAINFO, certificateAuthorities)
    }
    if let key = request.serverKey {
      // The key stands for the whole certificate: for its name and its dates, too, which such servers often have wrong.
      acceptAnyCertificate()
      set(CURLOPT_PINNEDPUBLICKEY, key)
    }
  }

  private func acceptAnyCertificate() {
    set(CURLOPT_SSL_VERIFYPEER, 0)
    set(CURLOPT_SSL_VERIFYHOST, 0)
  }

  private func configureRequest() {
    let request = transfer.request
    let method = request.method.rawValue
    if let body = request.body {
      set(CURLOPT_POST, 1)
      _ = body.withUnsafeBytes { tessera_curl_set_body(handle, $0.baseAddress, curl_off_t($0.count)) }
    } else if ["POST", "PUT", "PATCH"].contains(method) {
      // Servers expect the length of an empty body too (RFC 9110, section 8.6).
      set(CURLOPT_POST, 1)
      tessera_curl_set_body(handle, "", 0)
    }
    // On a reused connection, libcurl repeats a request that received no response. These methods are not idempotent.
    if method == "POST" || method == "PATCH" { set(CURLOPT_FRESH_CONNECT, 1) }
    if method == "HEAD" { set(CURLOPT_NOBODY, 1) } else { set(CURLOPT_CUSTOMREQUEST, method) }

    // A name without a value removes a header field that libcurl would add by itself.
    var lines = ["Expect:"]
    lines.append("Accept-Encoding: \(request.acceptsCompression ? ContentDecoder.acceptedCodings : "identity")")
    for name in [HTTPField.Name.accept, .contentType, .userAgent] where !request.fields.contains(name) {
      lines.append("\(name.rawName):")
    }
    for field in request.fields {
      lines.append(field.value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(field.value)")
    }
    set(CURLOPT_HTTPHEADER, lines)
  }

  /// Hands the server's own certificate to the transfer as its content.
  private func receiveCertificate() {
    var chain: UnsafeMutablePointer<curl_certinfo>?
    guard tessera_curl_get_certificates(handle, &chain) == CURLE_OK, let chain, chain.pointee.num_of_certs > 0 else {
      return
    }
    var entry = chain.pointee.certinfo?.pointee
    while let line = entry {
      let text = line.pointee.data.map { String(cString: $0) } ?? ""
      if text.hasPrefix("Cert:") {
        Array(text.dropFirst("Cert:".count).utf8).withUnsafeBytes { _ = transfer.receive($0) }
      }
      entry = line.pointee.next
    }
  }

  // MARK: Callbacks

  private func configureCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    tessera_curl_set_pointer(handle, CURLOPT_HEADERDATA, context)
    tessera_curl_set_data_function(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      CurlExchange.at(context).receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    tessera_curl_set_pointer(handle, CURLOPT_WRITEDATA, context)
    tessera_curl_set_data_function(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      let chunk = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return CurlExchange.at(context).transfer.receive(chunk) ? chunk.count : Int(CURL_WRITEFUNC_PAUSE)
    }
    guard transfer.request.onUploadProgress != nil else { return }
    set(CURLOPT_NOPROGRESS, 0)
    tessera_curl_set_pointer(handle, CURLOPT_XFERINFODATA, context)
    tessera_curl_set_progress_function(handle) { context, _, _, total, sent in
      CurlExchange.at(context).reportUpload(sent, of: total)
      return 0
    }
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> CurlExchange {
    // libcurl passes back the pointer that it was given. Callbacks run only while the exchange is in the loop's table.
    Unmanaged<CurlExchange>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
  }

  private func reportUpload(_ sent: curl_off_t, of total: curl_off_t) {
    guard total > 0 else { return }
    let share = Double(sent) / Double(total)
    guard share != uploaded else { return }
    uploaded = share
    transfer.request.onUploadProgress?(share)
  }

  /// Processes a line of the head.
  /// - Returns: The number of bytes in the line. Any other number ends the transfer.
  private func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    headBytes += bytes.count
    guard headBytes <= Self.maximumHeadBytes else { return 0 }
    // Header lines after the body are trailers, which are ignored.
    guard !isHeadOver else { return bytes.count }
    let line = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    if line.isEmpty {
      // Informational responses precede the final one (RFC 9110, section 15.2).
      guard head.status >= 200 else { return bytes.count }
      isHeadOver = true
      transfer.receive(head)
    } else if line.hasPrefix("HTTP/") {
      let status = line.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Int($0) }
      head = Transfer.Head(status: status ?? 0, fields: [:])
    } else if let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) {
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      head.fields.append(HTTPField(name: name, value: value))
    }
    return bytes.count
  }
}
