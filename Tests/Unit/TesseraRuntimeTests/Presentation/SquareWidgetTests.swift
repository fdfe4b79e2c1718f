import TesseraBundles
import TesseraCustomWidgets
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

  /// The worked example P3: a title stands below the content, in 13 points on phones and 18 on tablets.
  @Test(arguments: [(13.0, 135.0), (18, 130)])
  func `buttons surround the content of a widget with a title below it`(title: Double, height: Double) async throws {
    var extensions = WidgetExtensions.standard
    extensions.register(TitledWidget.self)
    let definition = WidgetDefinition(TitledWidget.definition, extensions: extensions)
    let widget = try TestWidget(definition)
    widget.instance.setOption("title", to: .double(title))
    let host = await widget.open(
      size: Size(width: 321, height: 148), place: GridPlace(cells: GridSize(columns: 4, rows: 2)))
    #expect(
      await host.tree.preorder().first?[.accessories] == [
        "enabled": ["settings"], "frame": [0, 0, 321, .double(height)],
      ])
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

/// A widget that shows its content above a title.
private final class TitledWidget: GridWidget {
  static let title = ModelKey("title", "The height of the title.", default: 13.0)
  static let definition = CustomWidgetDefinition(
    type: "titled", id: "org.example.titled", title: "Titled", documentation: "Content with a title.",
    properties: [title.property], cornerRadius: 20, allowedInstancesPerPage: 1)

  let view: View
  private let environment: CustomWidgetEnvironment
  private var size = Size.zero

  init(delegate: CustomWidgetEventDelegate, environment: CustomWidgetEnvironment) {
    self.environment = environment
    view = View(.container, in: environment.viewContext)
  }

  func setFrame(_ frame: Rect) { size = frame.size }

  var calculatedFrame: Rect {
    Rect(x: 0, y: 0, width: size.width, height: size.height - environment.model[Self.title])
  }

  func isAccessoryTypeEnabled(_ type: AccessoryType) -> Bool { type == .settings }
  func accessoryTypeTapped(_ type: AccessoryType) {}
}
