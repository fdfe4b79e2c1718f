"""Opens the pages for accounts, reads them, and fills their forms as soon as these are there."""


def texts(page, selector):
    """Returns the texts of all elements with a selector."""
    return page.run("return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent)", selector)


def open_sign_in(page, root):
    """Opens the sign-in page without a session."""
    page.browser.delete_all_cookies()
    page.browser.get(root + "login?next=%2Faccount")
    page.wait(lambda: page.browser.title == "Sign in", "the sign-in page")


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
