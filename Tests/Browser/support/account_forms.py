"""Fills the forms of the pages for accounts."""


def fill(page, **values):
    """Types into fields, by their names, and presses the button of their form."""
    for name, value in values.items():
        field = page.browser.find_element("name", name)
        field.clear()
        field.send_keys(value)
    page.run("document.querySelector('button[type=submit]').click()")
