"""Payloads of a Beagle backend: a small shop, and what it is made of."""


def component(kind, **members):
    return {"_beagleComponent_": f"beagle:{kind}", **members}


def action(kind, **members):
    return {"_beagleAction_": f"beagle:{kind}", **members}


def real(value):
    return {"value": value, "type": "REAL"}


def screen(identifier, title, *children, context=None):
    padding = {"padding": {"all": real(16)}, "flex": {"grow": 1}}
    members = {"context": context} if context else {}
    return component(
        "screenComponent", id=identifier, navigationBar={"title": title},
        child=component("container", style=padding, children=list(children)), **members)


def button(identifier, text, *actions):
    return component("button", id=identifier, text=text, onPress=list(actions))


SET_COUNT = action("setContext", contextId="global", path="count", value="@{sum(condition(isNull(global.count), 0, global.count), 1)}")
HOME = screen(
    "home", "Shop",
    component("text", id="count", text="In the cart: @{condition(isNull(global.count), 0, global.count)}"),
    component(
        "listView", dataSource="@{shop.products}", key="id", iteratorName="product",
        templates=[{"view": button("open", "@{product.name}", action(
            "pushView", route={"url": "/product"},
            navigationContext={"value": "@{product}"}))}]),
    component("lazyComponent", path="/offer", initialState=component("text", text="Looking for offers")),
    button("broken", "Broken", action("pushView", route={"url": "/missing"})),
    context={"id": "shop", "value": {"products": [{"id": 1, "name": "Lamp"}, {"id": 2, "name": "Chair"}]}})
PRODUCT = screen(
    "product", "Product",
    component("text", id="name", text="A @{navigationContext.name}"),
    button("add", "Add", SET_COUNT, action("alert", message="It is in the cart.", onPressOk=[action("popView")])))
PAYLOADS = {
    "/home": HOME, "/product": PRODUCT, "/offer": component("text", id="offer", text="Two for one", textColor="#B00020"),
}
