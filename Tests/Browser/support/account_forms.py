"""Fills the forms of the pages for accounts, as soon as they are there."""


def fill(page, **values):
    """Types into fields, by their names, and presses the button of their form."""
    for name, value in values.items():
        page.wait(lambda name=name: page.browser.find_elements("name", name), f"the field {name}")
        field = page.browser.find_element("name", name)
        field.clear()
        field.send_keys(value)
    page.run("document.querySelector('button[type=submit]').click()")


def submit(page, action, **values):
    """Fills the form with a button, and presses that."""
    page.wait(lambda: page.run(
        """const form = [...document.querySelectorAll('form')]
          .find((each) => each.querySelector('button')?.textContent === arguments[0]);
        if (!form) return false;
        form.closest('details')?.setAttribute('open', '');
        for (const [name, value] of Object.entries(arguments[1])) form.elements[name].value = value;
        form.querySelector('button').click();
        return true;""", action, values), f"the form '{action}'")
