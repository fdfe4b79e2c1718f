import Foundation
import Hummingbird
import TesseraBundles
import TesseraPlaces
import TesseraValues

/// The route by which people find cities for the options of widgets, without any network.
struct PlaceRoutes: Sendable {
  let cities: CityFinder

  func add(to routes: RouteRegistrar) {
    routes.on(.places) { request, _ in
      let parameters = request.uri.queryParameters
      let query = parameters["query"].map { String($0) } ?? ""
      let wanted = parameters["language"].map { String($0) } ?? request.languages.first ?? ""
      let locale = Locale(identifier: (LocaleTag(wanted) ?? .english).languageAndRegion)
      // Without a query, a form asks whether there is anything to search.
      let found = await cities.cities(named: query)
      return .json([
        "isAvailable": .bool(cities.isAvailable), "places": .array(found.map { Self.value(of: $0, in: locale) }),
      ])
    }
  }

  private static func value(of city: City, in locale: Locale) -> Value {
    [
      "name": .string(city.name), "region": .string(city.region), "country": .string(city.country(in: locale)),
      "latitude": .double(city.latitude), "longitude": .double(city.longitude), "timeZone": .string(city.timeZone),
    ]
  }
}
