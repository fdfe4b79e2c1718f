"""Tests widgets written in Swift in WebKit, with those tests that do not require Chromium's driver."""

import pytest

from test_board_webkit import browser, open_page  # noqa: F401
from test_custom_widgets import (  # noqa: F401
    screen,
    server,
    test_a_thumb_is_dragged,
    test_keys_move_the_thumbs,
)

pytestmark = pytest.mark.exhaustive
