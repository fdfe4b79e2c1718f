"""Writes Sources/UI/TesseraViews/Components/Content/IconNames.swift with the icon names of the font's style sheet."""

import pathlib
import re

STYLES = pathlib.Path("/usr/share/fonts-materialdesignicons-webfont/css/materialdesignicons.min.css")
ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = ROOT / "Sources/UI/TesseraViews/Components/Content/IconNames.swift"
WIDTH = 118

codes = {
    int(code, 16): name
    for name, code in re.findall(r'\.mdi-([a-z0-9-]+):before\{content:"\\([0-9A-F]+)"', STYLES.read_text())
}
first, last = min(codes), max(codes)
words = [codes.get(code, "-") for code in range(first, last + 1)]

lines, line = [], "   "
for word in words:
    if len(line) + len(word) + 1 > WIDTH:
        lines.append(line + " \\")
        line = "   "
    line += " " + word
lines.append(line)

TARGET.write_text(f'''// Written by Tools/icon-names from the font's own style sheet.

/// The icons of Material Design Icons {"1.6.50"}, by their names in that font.
package enum IconNames {{
  /// The scalar of an icon; nil for a name that the font does not have.
  package static func scalar(named name: String) -> Unicode.Scalar? {{ scalars[name] }}

  /// All names.
  package static var all: some Sequence<String> {{ scalars.keys }}

  /// The scalars that icons have, in a private use area.
  package static let range: ClosedRange<UInt32> = 0x{first:X}...0x{last:X}

  private static let scalars: [String: Unicode.Scalar] = {{
    var scalars: [String: Unicode.Scalar] = [:]
    for (offset, name) in names.split(separator: " ").enumerated() where name != "-" {{
      scalars[String(name)] = Unicode.Scalar(range.lowerBound + UInt32(offset))
    }}
    return scalars
  }}()

  /// In the order of their scalars, from the first one on; `-` where there is none.
  private static let names = """
{chr(10).join(lines)}
    """
}}
''')
print(f"{len(codes)} icons")
