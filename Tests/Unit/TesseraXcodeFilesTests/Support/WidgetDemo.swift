import Foundation
import TesseraBundles
import TesseraTestSupport
import Testing

@testable import TesseraXcodeFiles

/// The files of WidgetKit's demo, compiled by Xcode 9.4.
enum WidgetDemo {
  static let absence = Comment(rawValue: PublishedWidget.absence)
  static var isThere: Bool { PublishedWidget.isThere }

  /// The names of the storyboard's nibs.
  static let nibNames = [
    "UINavigationController-yPR-kR-hKI", "FeedViewController", "zbs-L4-ivJ-view-Ech-rE-AyQ",
    "UIViewController-CR3-lf-MN1", "CR3-lf-MN1-view-VpZ-Lg-ccU", "UINavigationController-awX-dA-9mM",
    "NewPostViewController", "AWF-at-cRx-view-Chk-bH-bkH",
  ]

  /// Returns the content of a file of the bundle.
  static func bytes(_ path: String) throws -> [UInt8] { try files.bytes(at: path, limit: 4_000_000) }

  private static let files = {
    let files = ArchiveBundleFiles(path: PublishedWidget.archive.path)
    // The folder within the archive is found when it is listed.
    _ = files.list(limits: .standard)
    return files
  }()

  static func nib(_ name: String) throws -> [UInt8] { try bytes("Base.lproj/Main.storyboardc/\(name).nib") }

  static func nibObjects(_ name: String) throws -> ArchivedObjects {
    try NIBArchiveReader.objects(of: nib(name))
  }

  /// The nib of the feed's prototype cell, which is a value in the nib of the feed's view.
  static func cellNib() throws -> [UInt8] {
    let feed = try nibObjects("zbs-L4-ivJ-view-Ech-rE-AyQ")
    guard let nib = feed.objects.firstIndex(where: { $0.className == "UINib" }),
      let bytes = feed.data(of: "archiveData", in: nib)
    else { throw XcodeFileError("The feed has no prototype cell") }
    return bytes
  }
}
