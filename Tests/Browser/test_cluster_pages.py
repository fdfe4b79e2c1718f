"""Pages that go on at another host when theirs fails."""

import pytest

import cluster as clusters
from cluster import Cluster, add, other
from data_folders import Client
from haproxy import HAProxy

pytestmark = pytest.mark.skipif(bool(clusters.is_available()), reason=str(clusters.is_available()))


@pytest.fixture
def cluster(tmp_path):
    with Cluster(tmp_path) as cluster:
        yield cluster


@pytest.fixture
def todo_page(cluster, open_page):
    """The owner of a board with things to do, HAProxy before it and another host, and a page in which something is typed."""
    if reason := HAProxy.is_available():
        pytest.skip(reason)
    cluster.start("a")
    cluster.start("b")
    owner = cluster.wait_for_owner()
    add(owner, "org.tessera.todo")
    with HAProxy({name: host.address for name, host in cluster.hosts.items()}, host_name="127.0.0.1") as balancer:
        balancer.wait_for_states(a="UP", b="UP")
        page = open_page(f"http://127.0.0.1:{balancer.port}/")
        page.wait_visible("newField")
        page.view("newField").send_keys("Buy milk")
        page.run("window.former = document.querySelector('[data-id=newField]')")
        yield owner, balancer, page


@pytest.mark.offline
@pytest.mark.smoke
def test_a_page_goes_on_at_the_next_host_with_what_was_typed(todo_page):
    owner, _, page = todo_page
    owner.kill()
    page.wait(lambda: page.run("return !window.former.isConnected"), "another presentation")
    page.wait(lambda: page.view("newField").get_property("value") == "Buy milk", "the text")
    page.shot("next-owner")
    page.press("addButton")
    page.wait(lambda: "1 open" in page.browser.find_element("tag name", "body").text, "the thing to do")


@pytest.mark.offline
def test_a_press_that_a_stopped_host_does_not_answer_counts_once(cluster, todo_page):
    owner, balancer, page = todo_page
    owner.pause()
    page.press("addButton")
    page.wait(lambda: page.run("return !window.former.isConnected"), "another presentation")
    page.wait(lambda: "1 open" in page.browser.find_element("tag name", "body").text, "the thing to do")
    page.shot("repeated-press")
    # The press reaches the stopped host as well, when it goes on. It has no right to the board any more.
    owner.resume()
    balancer.wait_for_states(a="UP", b="UP")
    tile = next(iter(Client(other(cluster, owner)).ask("widgets")))["id"]
    assert Client(owner).present(tile).rows() == ["Buy milk"]
