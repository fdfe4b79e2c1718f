import ArgumentParser
import TesseraBundles
import TesseraConfinement
import TesseraSVG
import TesseraValues
import TesseraXML

/// `tessera decode`: runs decoders for the host that starts the process.
struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode", abstract: "Decodes content for 'tessera serve', which starts it.",
    discussion: "It communicates over descriptors that it inherits.", shouldDisplay: false)

  func run() throws {
    guard DecoderProgram([ArchiveBundleFiles.decoder, SanitizedSVG.decoder, XMLDocument.decoder]).run() else {
      throw ValidationError("'tessera serve' starts this command")
    }
  }
}

extension TesseraCommand {
  /// The place where decoders of a board, or of a widget's process, run.
  static let contentDecoding = DecoderProcesses(.own(["decode"])) { StandardError.write([$0]) }
}
