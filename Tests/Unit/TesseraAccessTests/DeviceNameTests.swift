import Testing

@testable import TesseraAccess

@Suite("Names of devices")
struct DeviceNameTests {
  @Test(
    arguments: [
      ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
      (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
          + "Safari/537.36 Edg/140.0.0.0", "Edge, Windows"
      ),
      (
        "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
        "Chrome, Android"
      ),
      (
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 "
          + "Safari/605.1.15", "Safari, macOS"
      ),
      ("Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) FxiOS/140.0 Mobile Safari/605.1.15", "Firefox, iPad"),
      ("curl/8.5.0", "curl"), ("<script>", nil), ("", nil),
      (String(repeating: "a", count: 5000), String(repeating: "a", count: 30)),
    ] as [(String, String?)])
  func `tell the browser and the system`(field: String, name: String?) {
    #expect(DeviceName.name(ofUserAgent: field) == name)
  }
}
