import Foundation
import TesseraBundles
import TesseraTestSupport
import TesseraValues
import Testing

@Suite("The feed sample")
struct SampleTests {
  static let root = Repository.root.path
  let bundle = WidgetBundle(directory: root + "/Samples/Feed.widget")

  @Test func `has no faults`() {
    #expect(bundle.problems == [])
    #expect(bundle.manifest.main == "Feed")
    #expect(bundle.screenNames == ["Feed", "NewPost", "PostDetails"])
    #expect(bundle.model != nil)
  }

  @Test func `has posts of five authors and the account, newest first, each author with an image`() throws {
    let actions = try #require(bundle.service?["actions"])
    let posts = try #require(actions["homeFeed"]?["response"]?.elements)
    #expect(posts.count >= 12)
    let authors = Set(posts.compactMap { $0["user"]?["id_str"]?.string })
    #expect(authors == ["0", "1", "2", "3", "4", "5"])
    let images = Set(posts.compactMap { $0["user"]?["image_name"]?.string })
    #expect(images.count == 5)
    for name in images.union([actions["currentUser"]?["response"]?["image_name"]?.string ?? ""]) {
      #expect(bundle.image(named: name)?.pixelSize == .init(width: 200, height: 200), "\(name)")
    }
    let dates = posts.compactMap { $0["created_at"]?.string }
    #expect(dates.count == posts.count)
    #expect(dates == dates.sorted(by: >))
    #expect(Set(posts.compactMap { $0["id_str"]?.string }).count == posts.count)
  }

  @Test func `has exactly one post about geometry`() {
    let posts = bundle.service?["actions"]?["homeFeed"]?["response"]?.elements ?? []
    #expect(posts.filter { $0["text"]?.string?.lowercased().contains("geometry") == true }.count == 1)
  }
}
