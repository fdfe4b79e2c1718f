"""The list of public declarations: the same for the same source, whatever the compiler met first."""

import pytest
import scripts

list_symbols = scripts.load("list-symbols")


@pytest.mark.parametrize("declaration, plain", [
    ("var array: [Value.Value]? { get }", "var array: [Value]? { get }"),
    ("init(arrayLiteral elements: Value.Value...)", "init(arrayLiteral elements: Value...)"),
    ("var name: Name.Names { get }", "var name: Name.Names { get }"),
    ("func value(_ key: Key.Value) -> Value", "func value(_ key: Key.Value) -> Value"),
])
def test_a_type_has_one_name(declaration, plain):
    assert list_symbols.without_repetition(declaration) == plain
