import Foundation
import TesseraGraphics
import TesseraPlaces
import TesseraServer
import TesseraValues
import TesseraWebClient

/// Checks what the program needs beside itself: fonts, the files of the page, certificates of authorities, cities.
enum PartsCheck {
  static func findings() -> [Finding] { fonts + [page, authorities, cities] }

  private static var fonts: [Finding] {
    var findings: [Finding] = []
    do throws(Diagnostic) {
      _ = try FontFiles.find()
      findings.append(.ok("fonts", "The font '\(FontFile.family)' is installed"))
    } catch {
      findings.append(Finding(error))
    }
    let others = [
      (FontFile.iconFamily, "icons are shown as boxes", "fonts-materialdesignicons-webfont"),
      (FontFile.emojiFamily, "browsers show emoji of their own", "fonts-noto-color-emoji"),
      (FontFile.monospacedFamily, "code is shown in the font of texts", "fonts-dejavu-core"),
    ]
    for (family, consequence, debianName) in others where FontFile.installed(family: family) == nil {
      findings.append(
        .warning(
          "missing-font", "The font '\(family)' is not installed, so \(consequence)",
          fix: "Install the Debian package '\(debianName)'"))
    }
    return findings
  }

  private static var page: Finding {
    let fix = "Install Tessera again"
    // Without the folder, reading its files would end the process.
    let folder = Bundle.main.bundleURL.appending(path: "tessera_TesseraWebClient.resources")
    guard FileManager.default.fileExists(atPath: folder.path) else {
      return .error("missing-resource", "The files of the page are missing: there is no '\(folder.path)'", fix: fix)
    }
    do throws(Diagnostic) {
      let files = try WebClient.files()
      return .ok("page", "The \(files.count) files of the page are there")
    } catch {
      return .error(error.rule, error.message, fix: fix)
    }
  }

  /// The files in which systems keep the certificates of authorities: Debian's, Red Hat's, Alpine's.
  private static let authorityFiles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
  ]

  private static var authorities: Finding {
    let found = authorityFiles.first { FileManager.default.isReadableFile(atPath: $0) }
    guard let found else {
      return .warning(
        "no-authorities", "There are no certificates of authorities, so widgets reach no server over HTTPS",
        fix: "Install the Debian package 'ca-certificates'")
    }
    return .ok("authorities", "The certificates of authorities are in '\(found)'")
  }

  private static var cities: Finding {
    guard CityFinder().isAvailable else {
      return .warning(
        "no-cities", "There is no table of cities, so settings suggest none",
        fix: "Install the Debian package 'libtimezonemap-data'")
    }
    return .ok("cities", "The table of cities is in '\(CityFinder.standardFolder)'")
  }
}
