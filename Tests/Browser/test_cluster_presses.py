"""A person who presses a button on a page while the hosts of a cluster fail.

Each press counts once, or the page says that it was taken back or may be lost: nothing vanishes without a word.
"""

import contextlib

import pytest
from selenium.common.exceptions import ElementClickInterceptedException, ElementNotInteractableException

import cluster as clusters
import namespaces
import pressers
from cluster import Cluster, add
from haproxy import HAProxy

pytestmark = pytest.mark.skipif(bool(clusters.is_available()), reason=str(clusters.is_available()))

# Counts the presses that reach the button, and keeps what the page says about them. A widget that is silent goes on by
# itself later, so that this says nothing about a press.
WATCH = """
  window.pressCount = 0;
  window.words = [];
  window.addEventListener("click", ({ target }) => {
    if (target.closest("[data-id=addButton]")) window.pressCount += 1;
  }, true);
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      const found = node.matches(".widgetSilence, [role=alertdialog]") ? node
        : node.querySelector(".widgetSilence, [role=alertdialog]");
      if (found && !found.textContent.includes("not responding")) window.words.push(found.textContent);
    }
  }).observe(document.body, { childList: true, subtree: true });"""


class Person:
    """Someone who presses the button, and looks at what became of it."""

    def __init__(self, page):
        self.page = page
        # The presses that were shown to count, and those of which the page said something else, with its words.
        self.counted = self.doubtful = 0
        self.words = []
        self.look()

    def look(self):
        """Looks at the widget in a page that has just been loaded, and returns how many presses it shows."""
        self.page.wait_visible("addButton")
        self.page.run(WATCH)
        self.base = self.shown()
        return self.base

    def reload(self):
        """Loads the page with another presentation of the widget, which shows what is stored and no alert."""
        self.page.run("sessionStorage.clear()")
        self.page.reload()
        return self.look()

    def shown(self):
        """The number that the widget shows. Half a press would be in one of the two lists."""
        left, right = self.page.view("countLabel").text.split()
        assert left == right
        return int(left)

    def press(self):
        # What hides the button, hides it for a moment.
        def is_pressed():
            with contextlib.suppress(ElementClickInterceptedException, ElementNotInteractableException):
                self.page.view("addButton").click()
                return True

        self.page.wait(is_pressed, "the button")

    def judge(self):
        """Waits until each press since the last look counts, or the page has said something."""
        page = self.page
        page.wait(lambda: page.run("return words.length > 0") or self.shown() >= self.base + page.run("return pressCount"),
                  "what became of the presses")
        made, words = page.run("return [pressCount, words]")
        if words:
            page.shot(f"words-{len(self.words)}")
            self.words += words
            # Some of them may count all the same.
            before = self.base
            assert before <= self.reload() <= before + made, words
            self.doubtful += made
        else:
            assert self.shown() == self.base + made
            self.counted += made
            self.base = self.shown()
            page.run("window.pressCount = 0")


@pytest.fixture
def site(tmp_path):
    """Three hosts and their database, each in a network of its own, behind HAProxy."""
    for reason in (namespaces.is_available(), HAProxy.is_available()):
        if reason:
            pytest.skip(reason)
    # The database's user has to reach its folder.
    tmp_path.chmod(0o755)
    with namespaces.Network() as network:
        database = network.host("db")
        with Cluster(tmp_path, database.address, prefix=database.prefix) as cluster:
            cluster.widgets.append(pressers.write_widget(tmp_path))
            for name in "abc":
                place = network.host(name)
                cluster.start(name, address=place.address, prefix=place.prefix)
            addresses = {name: host.address for name, host in cluster.hosts.items()}
            with HAProxy(addresses, host_name="127.0.0.1") as balancer:
                balancer.wait_for_states(**{name: "UP" for name in addresses})
                yield network, cluster, balancer


@contextlib.contextmanager
def killed(_, host):
    host.kill()
    yield
    host.start()


@contextlib.contextmanager
def cut_off_from_the_database(network, host):
    network.host(host.name).cut(network.host("db"))
    yield
    network.host(host.name).mend(network.host("db"))


@contextlib.contextmanager
def stopped(_, host):
    host.pause()
    yield
    host.resume()


@pytest.mark.exhaustive
@pytest.mark.offline
@pytest.mark.parametrize("fault", [killed, cut_off_from_the_database, stopped], ids=lambda fault: fault.__name__)
def test_no_press_vanishes_without_a_word_while_hosts_are(fault, site, open_page):
    network, cluster, balancer = site
    add(cluster.wait_for_owner(), pressers.ID)
    page = open_page(f"http://127.0.0.1:{balancer.port}/")
    person = Person(page)
    for _ in range(3):
        owner = cluster.wait_for_owner()
        # One is on its way when the fault begins, and others come while nobody answers.
        person.press()
        with fault(network, owner):
            person.press()
            person.press()
            person.judge()
        person.press()
        person.judge()
        owner.wait_until_ready()
        balancer.wait_for_states(**{owner.name: "UP"})
    page.shot("end")
    assert person.counted <= person.reload() <= person.counted + person.doubtful, person.words
    assert person.counted + person.doubtful == 3 * 4
