import Foundation
import HTTPTypes
import Hummingbird
import TesseraServices
import TesseraValues

/// The routes by which an app reads and writes the files that it shares with its widgets.
struct GroupRoutes: Sendable {
  /// The folder of all groups.
  let root: URL
  /// The token that authenticates apps.
  let token: ServerToken

  func add(to routes: RouteRegistrar) {
    routes.on(.groupFiles) { request, context in
      try respond(to: request, in: context) { group, _ in
        let files = try group.files().map { file -> Value in
          ["name": .string(file.name), "version": .integer(Int64(file.version)), "size": .integer(Int64(file.size))]
        }
        return .json(["files": .array(files)])
      }
    }
    routes.on(.groupFile) { request, context in
      try respond(to: request, in: context) { group, name in
        guard let (bytes, version) = try group.read(name) else { return Self.missing }
        let tag = "\"\(version)\""
        if EntityTags(request.headers[.ifNoneMatch])?.contains(tag) == true { return Response(status: .notModified) }
        return Response(
          status: .ok, headers: [.contentType: "application/octet-stream", .eTag: tag],
          body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
      }
    }
    routes.on(.putGroupFile) { request, context in
      guard token.isIn(request) else { return ServerToken.refusal }
      let body = try await request.body.collect(upTo: GroupStore.maximumSize)
      return try respond(to: request, in: context) { group, name in
        if EntityTags(request.headers[.ifMatch]) == .any, try group.read(name) == nil {
          throw GroupStore.Failure(message: "The file '\(name)' does not exist", version: 0)
        }
        let version = try group.write(name, Array(body.readableBytesView), ifVersion: try Self.expected(in: request))
        return Response(status: .noContent, headers: [.eTag: "\"\(version)\""])
      }
    }
    routes.on(.removeGroupFile) { request, context in
      try respond(to: request, in: context) { group, name in
        try group.remove(name, ifVersion: try Self.expected(in: request))
        return Response(status: .noContent)
      }
    }
  }

  private static var missing: Response {
    .problem(.notFound, rule: "unknown-file", message: "The file does not exist in the group")
  }

  /// Returns the version that a file must have: the one of `If-Match`, 0 (no file) for `If-None-Match: *`, or nil for
  /// any version.
  private static func expected(in request: Request) throws(GroupStore.Failure) -> Int? {
    if EntityTags(request.headers[.ifNoneMatch]) == .any { return 0 }
    guard case .tags(let tags)? = EntityTags(request.headers[.ifMatch]) else { return nil }
    guard tags.count == 1, let version = Int(tags[0].filter { $0 != "\"" }) else {
      throw GroupStore.Failure(message: "'If-Match' must be the version from the 'ETag' field")
    }
    return version
  }

  private func respond(
    to request: Request, in context: ServerContext, _ body: (GroupStore, String) throws -> Response
  ) throws -> Response {
    guard token.isIn(request) else { return ServerToken.refusal }
    guard let group = GroupStore(context.parameters.get("group") ?? "", in: root) else { return Self.missing }
    do {
      return try body(group, context.parameters.get("file") ?? "")
    } catch let failure as GroupStore.Failure {
      if failure.isStorage {
        return .problem(.insufficientStorage, rule: "store-unavailable", message: failure.message)
      }
      let status: HTTPResponse.Status = failure.version == nil ? .badRequest : .preconditionFailed
      return .problem(status, rule: failure.version == nil ? "group-file" : "group-version", message: failure.message)
    }
  }
}
