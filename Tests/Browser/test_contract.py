"""Tests how the client implements the protocol: kinds, drawings, attributes, effects and events."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from scripted_widget import ScriptedWidget, node

PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs="


@pytest.fixture
def show(server, open_page):
    """Serves views on a screen, and opens the page."""
    widgets = []

    def show(*views, **options):
        widget = ScriptedWidget(server.root, *views, **options)
        widgets.append(widget)
        page = open_page(widget.address)
        count = len(widget.names)
        page.wait(lambda: len(page.browser.find_elements(By.CSS_SELECTOR, '[data-kind="screen"]')) == count, "the screen")
        return widget, page

    yield show
    for widget in widgets:
        widget.close()


def style(page, identifier, name):
    return page.run("return getComputedStyle(arguments[0])[arguments[1]]", page.view(identifier), name)


def is_out_of_reach(page, identifier):
    return page.run("return arguments[0].matches('[inert]')", page.view(identifier))


def wait_event(widget, page, event):
    page.wait(lambda: event in widget.events, f"the event {event}")


# Kinds


@pytest.mark.smoke
def test_unknown_kinds_are_boxes_and_known_ones_have_their_styles(show):
    """Tests that the style sheet applies to third-party kinds in the same way as to the engine's."""
    _, page = show(
        node(10, "somethingNew", [20, 20, 100, 50], backgroundColor="accent"),
        node(11, "toString", [0, 0, 9, 9]),
        node(12, "text", [10, 80, 60, 40], text="One line that is too long", maximumLines=1, padding=[4, 6, 4, 6]),
        node(13, "activityIndicator", [10, 130, 40, 40]),
    )
    box = page.view("somethingNew10")
    assert box.tag_name == "div" and box.rect["width"] == 100 and box.text == ""
    assert page.view("toString11").tag_name == "div"
    assert style(page, "text12", "padding") == "4px 6px"
    label = page.view("text12").find_element(By.CSS_SELECTOR, ".label")
    assert page.run("return getComputedStyle(arguments[0]).textOverflow", label) == "ellipsis"
    assert label.rect["width"] == 48 and not page.view("activityIndicator13").is_displayed()


# Drawings


def drawing(color, extra=""):
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="20" viewBox="0 0 100 20"><defs><clipPath id="clip1">'
        '<rect width="50" height="20"/></clipPath></defs><g clip-path="url(#clip1)">'
        f'<rect width="100" height="20" fill="{color}"/></g>'
        f'<image href="{PIXEL}" width="4" height="4"/>'
        f'<text x="4" y="14" font-family="Inter" font-size="12">4 of 5</text>{extra}</svg>'
    )


def shown_fill(page, identifier):
    return page.run(
        "return arguments[0].querySelector(':scope > svg.drawing g > rect').getAttribute('fill')", page.view(identifier)
    )


def test_drawing_follows_the_surroundings(show):
    # The server draws a view of any drawable kind, which only the attribute indicates.
    pair = {"light": drawing("#111111"), "dark": drawing("#eeeeee")}
    widget, page = show(
        node(10, "container", [10, 10, 100, 20], drawing=pair, role="img", accessibilityLabel="4 of 5"),
        node(11, "container", [10, 40, 100, 20], drawing=pair),
    )
    assert shown_fill(page, "container10") == "#111111"
    svg = page.view("container10").find_element(By.CSS_SELECTOR, "svg")
    assert svg.size == {"width": 100, "height": 20} and svg.get_attribute("aria-hidden") == "true"
    assert svg.value_of_css_property("overflow") == "visible", "a shadow may lie outside of the box"
    assert page.run("return getComputedStyle(arguments[0]).pointerEvents", svg) == "none"
    font = "return getComputedStyle(document.querySelector('[data-id=\"container10\"] text')).fontFamily"
    assert "Tessera Inter" in page.run(font)
    names = page.run("return [...document.querySelectorAll('clipPath')].map((path) => path.id)")
    assert len(set(names)) == 2
    page.shot("drawings")
    page.emulate(1280, 800, dark=True)
    page.wait(lambda: shown_fill(page, "container10") == "#eeeeee", "the dark drawing")
    widget.change(10, drawing={"light": drawing("#222222"), "dark": drawing("#dddddd")})
    page.wait(lambda: shown_fill(page, "container10") == "#dddddd", "the new drawing")
    widget.change(10, drawing=None)
    page.wait(lambda: not page.view("container10").find_elements(By.TAG_NAME, "svg"), "no drawing")


@pytest.mark.hostile
def test_drawings_contain_only_shapes_texts_and_images(show):
    extra = (
        "<script>window.ran = true</script><foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>x</p></foreignObject>"
        "<style>rect { fill: red }</style><a href='https://example.org'><rect/></a>"
        "<animate attributeName='x' onbegin='window.ran = true' dur='1s'/>"
        f"<image id='own' href='{PIXEL}' width='4' height='4'/>"
        "<image id='far' href='https://example.org/x.png' width='4' height='4' onload='window.ran = true'/>"
        "<rect id='filled' fill='url(https://example.org/#x)' style='fill: red' width='1' height='1'/>"
    )
    _, page = show(
        node(10, "container", [10, 10, 100, 20], drawing={"light": drawing("#111111", extra)}),
        node(11, "container", [10, 40, 100, 20], drawing={"light": "<svg xmlns='http://www.w3.org/2000/svg'><oops"}),
        node(12, "container", [10, 70, 100, 20], drawing={"light": "<html xmlns='http://www.w3.org/1999/xhtml'/>"}),
    )
    svg = page.view("container10").find_element(By.CSS_SELECTOR, "svg")
    assert svg.find_elements(By.CSS_SELECTOR, "script, foreignObject, style, a, animate") == []
    attributes = page.run(
        """return [...arguments[0].querySelectorAll('[id$=own], [id$=far], [id$=filled]')].map((element) => element.getAttributeNames())""",
        svg,
    )
    assert attributes == [["id", "href", "width", "height"], ["id", "width", "height"], ["id", "width", "height"]]
    assert page.run("return window.ran") is None
    for identifier in ("container11", "container12"):
        assert page.view(identifier).find_elements(By.CSS_SELECTOR, "*") == []


# Movement


def test_transform(show):
    transform = {"translateX": 10, "translateY": -4, "scaleX": 2, "scaleY": 0.5, "rotate": 90}
    widget, page = show(node(10, "container", [100, 100, 40, 20], transform=transform))
    assert style(page, "container10", "translate") == "10px -4px"
    assert style(page, "container10", "scale") == "2 0.5"
    assert style(page, "container10", "rotate") == "90deg"
    # Rotated about its centre, which is at 120, 110 and moves along.
    box = page.run(
        """const window = document.querySelector('[data-kind="window"]').getBoundingClientRect();
        const box = arguments[0].getBoundingClientRect();
        return [box.left - window.left, box.top - window.top, box.width, box.height]""",
        page.view("container10"),
    )
    assert box == pytest.approx([125, 66, 10, 80])
    widget.change(10, transform=None)
    page.wait(lambda: style(page, "container10", "translate") == "none", "no transform")
    assert style(page, "container10", "scale") == "none" and style(page, "container10", "rotate") == "none"


def note_transitions(page):
    page.run(
        """window.transitions = [];
        document.addEventListener('transitionrun', (event) => transitions.push(event.propertyName))"""
    )


def test_transition_and_reduced_motion(show):
    slow = {"duration": 0.2, "delay": 0.05, "easing": "easeInOut"}
    widget, page = show(node(10, "container", [10, 10, 40, 20], transition=slow, opacity=0.5))
    note_transitions(page)
    assert style(page, "container10", "transitionDelay").startswith("0.05s")
    assert style(page, "container10", "transitionTimingFunction").startswith("ease-in-out")
    widget.patch(
        ["insert", node(11, "container", [10, 50, 40, 20], transition=slow, opacity=0.5, backgroundColor="accent"), 3, 1]
    )
    page.wait_visible("container11")
    assert page.run("return transitions") == []
    widget.patch(
        ["frame", 10, [90, 10, 60, 20]],
        ["attributes", 10, {"opacity": 1, "backgroundColor": "accent", "transform": {"rotate": 45}}],
    )
    page.wait(
        lambda: {"left", "width", "opacity", "background-color", "rotate"} <= set(page.run("return transitions")),
        "transitions",
    )
    assert "top" not in page.run("return transitions")
    page.wait(lambda: style(page, "container10", "left") == "90px", "the end")
    page.wait(lambda: not page.run("return document.getAnimations().length"), "rest")

    # With reduced motion, the same change happens at once.
    page.emulate(1280, 800, still=True)
    page.run("transitions.length = 0")
    widget.patch(["attributes", 10, {"transition": {"duration": 5, "delay": 5}}], ["frame", 10, [10, 10, 40, 20]])
    page.wait(lambda: style(page, "container10", "left") == "10px", "the new place")
    assert page.run("return transitions") == []


# Presented screens


@pytest.mark.parametrize("way", ["sheet", pytest.param("popover", marks=pytest.mark.exhaustive)])
def test_presentation(show, way):
    widget, page = show(node(10, "button", [20, 20, 100, 40], text="Below"))
    frame = [0, 200, 360, 280] if way == "sheet" else [60, 100, 240, 200]
    widget.patch(
        ["insert", node(40, "navigation", frame, modal=True, presentation=way), 1, 1],
        ["insert", node(41, "screen", [0, 0, *frame[2:]]), 40, 0],
        ["insert", node(42, "button", [20, 20, 100, 40], text="Above"), 41, 0],
    )
    layer = page.wait_visible("navigation40")
    assert layer.get_attribute("role") == "dialog" and layer.get_attribute("aria-modal") == "true"
    assert style(page, "navigation40", "borderRadius") == {"sheet": "14px 14px 0px 0px", "popover": "12px"}[way]
    assert is_out_of_reach(page, "navigation2")
    page.wait(lambda: not page.run("return document.getAnimations().length"), "the end of its coming")
    page.shot("presented")
    page.view("button42").click()
    wait_event(widget, page, ["press", 42])
    assert ["back"] not in widget.events
    ground = page.view("window1")
    ActionChains(page.browser).move_to_element_with_offset(ground, -100, -200).click().perform()
    wait_event(widget, page, ["back"])
    assert widget.events.count(["back"]) == 1 and ["press", 10] not in widget.events


def test_a_backdrop_closes_only_its_own_screen(show):
    widget, page = show()
    page.view("screen3").click()
    page.view("window1").click()
    widget.push_screen()
    page.wait_visible("screen50").click()
    widget.patch(["insert", node(60, "alert", [0, 0, 360, 480], title="Hm", buttons=["A", "B"]), 1, 1])
    page.wait_visible("alert60").click()
    page.keys(Keys.ESCAPE)
    page.browser.find_element(By.XPATH, "//button[text()='B']").click()
    wait_event(widget, page, ["answer", 60, 1])
    assert ["back"] not in widget.events


# Directions, roles


def test_roles_and_directions_come_and_go(show):
    widget, page = show(
        node(10, "container", [10, 10, 40, 20], role="list"),
        node(11, "text", [10, 40, 90, 30], text="Title", role="heading"),
        node(12, "text", [10, 80, 90, 30], text="Text"),
        node(13, "cell", [10, 120, 90, 30], role="option"),
        node(14, "container", [10, 160, 40, 20], direction="rtl"),
        node(15, "textInput", [10, 190, 90, 30], direction="ltr"),
    )
    assert page.view("container14").get_attribute("dir") == "rtl"
    assert page.view("textInput15").get_attribute("dir") == "ltr"
    widget.patch(["attributes", 14, {"direction": None}], ["attributes", 15, {"direction": None}])
    page.wait(lambda: page.run("return arguments[0].hasAttribute('dir')", page.view("container14")) is False, "no direction")
    assert page.view("textInput15").get_attribute("dir") == "auto"

    def role(identifier):
        return page.run("return arguments[0].getAttribute('role')", page.view(identifier))

    assert page.view("text11").tag_name == "h2" and role("text11") is None
    assert role("container10") == "list" and role("cell13") == "option" and page.view("text12").tag_name == "p"
    widget.patch(
        ["attributes", 10, {"role": None}],
        ["attributes", 11, {"role": None}],
        ["attributes", 12, {"role": "heading"}],
        ["attributes", 13, {"role": None}],
    )
    page.wait(lambda: role("container10") is None, "no role")
    assert role("text11") == "presentation" and role("cell13") == "listitem"
    assert role("text12") == "heading" and page.view("text12").get_attribute("aria-level") == "2"
    widget.patch(["attributes", 12, {"role": None, "pressable": True}])
    page.wait(lambda: role("text12") == "button", "a button")
    assert page.run("return arguments[0].hasAttribute('aria-level')", page.view("text12")) is False
    widget.change(12, pressable=None)
    page.wait(lambda: role("text12") is None, "plain text")


# Presses


def test_long_press(show):
    widget, page = show(
        node(10, "container", [10, 10, 200, 60], children=[11], pressable=True, longPressable=True),
        node(11, "button", [120, 10, 60, 40], text="Inside"),
        node(12, "text", [10, 90, 200, 20], text="Held", longPressable=True),
    )
    box = page.view("container10")
    mouse = ActionChains(page.browser).move_to_element_with_offset(box, -60, 0)
    mouse.click_and_hold().perform()
    wait_event(widget, page, ["longPress", 10])
    ActionChains(page.browser).release().perform()
    ActionChains(page.browser).click().perform()
    wait_event(widget, page, ["press", 10])
    assert widget.events.count(["press", 10]) == 1 and widget.events.count(["longPress", 10]) == 1
    # A press that moves away is not a long press, and neither is one on a button inside.
    ActionChains(page.browser).click_and_hold().move_by_offset(0, 15).pause(0.6).release().perform()
    ActionChains(page.browser).click_and_hold(page.view("button11")).pause(0.6).release().perform()
    wait_event(widget, page, ["press", 11])
    assert widget.events.count(["longPress", 10]) == 1
    ActionChains(page.browser).context_click(page.view("text12")).perform()
    wait_event(widget, page, ["longPress", 12])
    box.find_element(By.CSS_SELECTOR, ".press").send_keys(Keys.TAB)
    page.run(
        """document.querySelector('[data-id="text12"]').focus();
        document.activeElement.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))"""
    )
    page.wait(lambda: widget.events.count(["longPress", 12]) == 2, "the menu key to do the same")


def test_focus_and_blur_are_sent_and_unknown_effects_are_ignored(show):
    widget, page = show(
        node(10, "textInput", [10, 10, 200, 40]), node(11, "textArea", [10, 60, 200, 40]), node(12, "searchBar", [0, 110, 200, 52])
    )
    page.view("textInput10").click()
    wait_event(widget, page, ["focus", 10])
    page.view("textArea11").click()
    wait_event(widget, page, ["focus", 11])
    page.view("searchBar12").find_element(By.TAG_NAME, "input").click()
    wait_event(widget, page, ["focus", 12])
    assert widget.events == [["focus", 10], ["blur", 10], ["focus", 11], ["blur", 11], ["focus", 12]]
    # A focused field that is removed sends no blur event.
    widget.patch(["remove", 12])
    page.wait_gone("searchBar12")
    page.view("textInput10").click()
    page.wait(lambda: widget.events.count(["focus", 10]) == 2, "the focus")
    assert ["blur", 12] not in widget.events
    widget.patch(["effect", 11, "sparkle"], ["effect", 11, {"sparkle": 3}], ["effect", 11, "focus"])
    page.wait(lambda: page.focused[0] == "textArea11", "the focus")


@pytest.mark.hostile
def test_an_unresponsive_widget_is_marked_until_it_answers(show):
    widget, page = show(node(10, "button", [10, 10, 100, 40], text="Go"))
    notices = lambda: [notice.text for notice in page.browser.find_elements(By.CSS_SELECTOR, ".widgetSilence")]
    widget.is_silent = True
    page.view("button10").click()
    page.wait(lambda: notices() == ["This widget is not responding. It continues by itself when it can."], "the notice")
    assert widget.events == []
    widget.is_silent = False
    wait_event(widget, page, ["press", 10])
    page.wait(lambda: notices() == [], "the notice to go")
    assert widget.events.count(["press", 10]) == 1


# Addresses, messages


def link(page):
    return page.browser.find_elements(By.CSS_SELECTOR, ".link > a")


def test_addresses_open_in_new_tabs_after_a_press_only(show, server):
    widget, page = show(node(10, "button", [20, 20, 100, 40], text="Open"))
    tabs = page.browser.window_handles
    for address in ("javascript:window.ran = true", "data:text/html,x", "file:///etc/passwd", "nothing", 7, None):
        widget.patch(["effect", 10, {"openURL": address}])
    widget.patch(["effect", 10, {"openURL": "https://example.org/a?b"}])
    page.wait(lambda: link(page), "the link")
    page.shot("link")
    assert link(page)[0].text == "Open example.org"
    assert link(page)[0].get_attribute("href") == "https://example.org/a?b"
    assert set(link(page)[0].get_attribute("rel").split()) == {"noopener", "noreferrer"}
    widget.patch(["effect", 10, {"openURL": "tel:+43123"}])
    page.wait(lambda: [element.text for element in link(page)] == ["Open +43123"], "the other link")
    page.browser.find_element(By.CSS_SELECTOR, ".link > button").click()
    assert link(page) == [] and page.browser.window_handles == tabs and page.run("return window.ran") is None

    page.view("button10").click()
    wait_event(widget, page, ["press", 10])
    widget.patch(["effect", 10, {"openURL": server.root + "client/icon.svg"}])
    page.wait(lambda: len(page.browser.window_handles) > len(tabs), "another tab")
    page.browser.switch_to.window((set(page.browser.window_handles) - set(tabs)).pop())
    page.wait(lambda: page.run("return location.pathname") == "/client/icon.svg", "the address")
    assert page.run("return window.opener") is None
    page.browser.close()
    page.activate()
    assert link(page) == []


def test_toast(show):
    widget, page = show(node(10, "button", [20, 20, 100, 40], text="Under"))
    widget.patch(
        ["insert", node(70, "toast", [20, 20, 200, 40], role="status"), 1, 1],
        ["insert", node(71, "text", [10, 10, 100, 20], text="Saved"), 70, 0],
    )
    toast = page.wait_visible("toast70")
    assert toast.text == "Saved" and toast.get_attribute("role") == "status"
    assert toast.size == {"width": 200, "height": 40}
    assert not is_out_of_reach(page, "navigation2")
    page.view("button10").click()
    wait_event(widget, page, ["press", 10])
    page.shot("toast")
    widget.patch(["remove", 70])
    page.wait(lambda: page.all("toast70") == [], "the toast to go")


# The browser's history


def depth(page):
    return page.run("return history.state?.screens.length ?? 0")


def test_history_of_several_widgets(show):
    """Tests that the most recently opened screen is closed first."""
    widget, page = show(names=("one", "two"))
    widget.push_screen(50, widget="one")
    page.wait(lambda: depth(page) == 1, "a state")
    widget.push_screen(51, widget="two")
    page.wait(lambda: depth(page) == 2, "another state")
    widget.patch(["remove", 50], widget="one")
    page.wait(lambda: page.run("return history.state?.screens") == ["two"], "the right state to stay")
    page.browser.back()
    wait_event(widget, page, ["back"])
    assert depth(page) == 0
    widget.patch(["remove", 51], widget="two")
    page.wait(lambda: page.all("screen51") == [], "the screen to close")
    assert depth(page) == 0 and widget.events == [["back"]]


@pytest.mark.smoke
def test_back_button_answers_alerts_first(show):
    widget, page = show()
    widget.push_screen()
    page.wait(lambda: depth(page) == 1, "a state")
    widget.patch(["insert", node(60, "alert", [0, 0, 360, 480], title="Hm", buttons=["OK"]), 1, 1])
    page.wait_visible("alert60")
    page.browser.back()
    wait_event(widget, page, ["answer", 60, 0])
    page.wait(lambda: depth(page) == 1, "the screen's state to stay")
    assert ["back"] not in widget.events
