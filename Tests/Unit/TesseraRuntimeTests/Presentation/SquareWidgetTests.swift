import TesseraBundles
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TeamExtension
@testable import TesseraRuntime

/// The widget of HSWidgets' tutorial: a square that grows by a row and a column at the same time.
@Suite struct SquareWidgetTests {
  /// The worked example P4, and two sizes that are too small.
  @Test(arguments: [
    (Size(width: 200, height: 120), Rect(x: 5, y: 5, width: 110, height: 110)),
    (Size(width: 120, height: 200), Rect(x: 5, y: 5, width: 110, height: 110)),
    (Size(width: 8, height: 200), Rect(x: 5, y: 5, width: 0, height: 0)),
  ])
  func `the square is as large as the shorter side allows`(size: Size, square: Rect) {
    #expect(SquareWidget.square(in: size) == square)
  }

  @Test func `buttons appear if there is room, surround the square, and call the board`() async throws {
    let definition = WidgetDefinition(SquareWidget.definition, extensions: .team)
    #expect(definition.diagnostics == [] && definition.decidesSize)
    let host = await (try TestWidget(definition)).open(size: Size(width: 200, height: 120))
    func accessories() async -> Value { await host.tree.preorder().first?[.accessories] ?? .null }
    #expect(await accessories().isNull)
    let cells = GridSize(columns: 2, rows: 2)
    await host.send(.grid(GridPlace(cells: cells, fitting: [GridSize(columns: 3, rows: 3)])))
    #expect(await accessories() == ["enabled": ["expand", "settings"], "frame": [5, 5, 110, 110]])
    let updates = await host.presentation.updates(after: await host.presentation.tree().revision)
    await host.send(.accessory(.shrink), .accessory(.expand))
    for await update in updates {
      guard case .patches(let patches, _) = update else { continue }
      let asked = patches.compactMap { if case .effect(_, .requestGridCells(let cells)) = $0 { cells } else { nil } }
      #expect(asked == [GridSize(columns: 3, rows: 3)])
      break
    }
    await host.send(.grid(GridPlace(cells: GridSize(columns: 1, rows: 3), fitting: [cells])))
    #expect(await accessories().value(at: "enabled") == ["settings"])
  }
}
