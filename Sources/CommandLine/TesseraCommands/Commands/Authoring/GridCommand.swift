import ArgumentParser
import TesseraFixtures
import TesseraValues

/// `tessera grid`: answers queries about the grid of a board.
struct GridCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grid", abstract: "Find places for widgets on a page: JSON in, JSON out.",
    discussion: """
      Standard input is {"page": [rows, columns], "icons": number, "widgets": [{"id", "frame": [row, column, rows, \
      columns]}], "ask": …}, or a list of those. Rows and columns count from 1. Questions are {"resize": id, "to": [rows, \
      columns]}, {"move": id, "to": [row, column]}, {"fit": [rows, columns], "near"?: [row, column]}, all answered with \
      {"origin": [row, column] or null}, and {"iconCells": true}, answered with {"cells": [[row, column], …]}. With \
      "makeRoom": true others may move, and the answer lists their new places in "moved".
      """)

  func run() throws {
    try GridDocument.run(StandardInput.readToEnd()).write()
  }
}
