import Foundation
import HTTPTypes
import Hummingbird
import TesseraValues
import Testing

@testable import TesseraServer

@Suite struct PlaceRouteTests {
  /// Runs a test against a server with a table of two cities.
  private func withCities(_ test: @escaping @Sendable (RouteClient) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let lines = [
      "1\tMunich\tMunich\tMünchen\t48.13743\t11.57549\tP\tPPLA\tDE\t\t02\t\t\t\t1260391\t\t524\tEurope/Berlin\t2014-01-26",
      "2\tMuncie\tMuncie\t\t40.19338\t-85.38636\tP\tPPLA2\tUS\t\tIN\t\t\t\t70085\t\t291\tAmerica/New_York\t2014-01-26",
    ]
    try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: "cities15000.txt"))
    try Data("DE.02\tBavaria\tBavaria\t2951839\n".utf8).write(to: folder.appending(path: "admin1Codes.txt"))
    var configuration = ServerConfiguration()
    configuration.cityFolder = folder.path
    try await withRoutes(configuration: configuration, test)
  }

  @Test func `cities have their region, the country in the language, coordinates and time zone`() async throws {
    try await withCities { client in
      let response = try await client.get("/places?query=M%C3%BCnch&language=de-AT")
      #expect(response.status == .ok)
      let munich: Value = [
        "name": "München", "region": "Bavaria", "country": "Deutschland", "latitude": 48.13743, "longitude": 11.57549,
        "timeZone": "Europe/Berlin",
      ]
      let value = try Value.parseJSON(response.body.readableBytesView)
      #expect(value == ["isAvailable": true, "places": [munich]])
    }
  }

  @Test(arguments: [
    ("/places?query=mun&language=fr", "", ["Allemagne", "États-Unis"]),
    ("/places?query=mun", "es-MX,es;q=0.9", ["Alemania", "Estados Unidos"]),
    ("/places?query=mun", "", ["Germany", "United States"]),
    ("/places?query=mun&language=no%2Flanguage", "", ["Germany", "United States"]),
  ])
  func `the language of the query decides, then that of the browser`(
    path: String, accepted: String, countries: [String]
  ) async throws {
    try await withCities { client in
      let response = try await client.get(path, headers: accepted.isEmpty ? [:] : [.acceptLanguage: accepted])
      let places = try Value.parseJSON(response.body.readableBytesView).value(at: "places").array
      #expect(places?.map { $0.value(at: "country").string ?? "" } == countries)
    }
  }

  @Test(arguments: ["/places", "/places?query=", "/places?query=m", "/places?query=%FF%FE", "/places?query=nowhere"])
  func `a query that means no city is answered with none`(path: String) async throws {
    try await withCities { client in
      let text = try await client.get(path).text
      #expect(text == #"{"isAvailable":true,"places":[]}"#)
    }
  }

  @Test func `without the table the answer says so`() async throws {
    var configuration = ServerConfiguration()
    configuration.cityFolder = "/nonexistent"
    try await withRoutes(configuration: configuration) { client in
      let text = try await client.get("/places?query=munich").text
      #expect(text == #"{"isAvailable":false,"places":[]}"#)
    }
  }
}
