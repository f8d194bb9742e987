"""In a real browser: a phone is the table's camera, over plain http and with a stream, up to scored hands."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.firmware.commands.test_enrol import photograph
from tests.firmware.measuring import first_hand
from tests.firmware.measuring.first_hand import CALLS, HAND
from tests.firmware.panel.test_browser_pages import FAULTS, PHONE, at
from tests.firmware.panel.test_looks import looked_at, post
from tests.firmware.running import Program
from tests.vision.enrolled.drawn import house
from words.text import LANGUAGES


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """The real program with its own reader."""
    data = str(tmp_path_factory.mktemp("data"))
    table = [sys.executable, "-m", "firmware.cli", "table", "--port", "0", "--language", "en"]
    with Program([*table, "--camera", "phone", "--data", data]) as running:
        yield running


@pytest.fixture(autouse=True)
def in_english(program: Program) -> None:
    """Whatever language the test before it left."""
    assert post(program, "/api/language/en")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with first_hand.phone(first_hand.film(tmp_path_factory.mktemp("film"))) as started:
        yield started


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_phone_as_the_camera_adds_looks_right(browser: Browser, program: Program, language: str) -> None:
    """Before any hand was played: at the laptop, with its QR code, and on the phone, of the steps and of the table."""
    assert post(program, f"/api/language/{language}")
    laptop = browser.new_page()
    phone = browser.new_context(extra_http_headers=PHONE).new_page()
    laptop.goto(at(program, "/setup/first"))
    phone.goto(at(program, f"/I/{laptop.locator('.code').inner_text()}/C"))
    phone.wait_for_url(at(program, "/setup/first"))
    wrong = []
    for page, name in ((laptop, "laptop"), (phone, "phone")):
        wrong += looked_at(page, f"{name}/first", language) + page.evaluate(FAULTS)
        page.goto(program.address)
        wrong += looked_at(page, f"{name}/table", language) + page.evaluate(FAULTS)
        page.context.close()
    assert wrong == []


def test_over_plain_http_a_phone_takes_the_pictures_one_by_one(
    browser: Browser, program: Program, tmp_path: Path
) -> None:
    laptop = browser.new_page()
    laptop.goto(program.address)
    laptop.locator("#first-hand").click()
    expect(laptop.get_by_role("img", name="QR code: The camera")).to_be_visible()
    code = laptop.locator(".code").inner_text()
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True, extra_http_headers=PHONE)
    phone = context.new_page()
    phone.goto(at(program, f"/I/{code}/C"))
    phone.wait_for_url(at(program, "/setup/first"))
    expect(phone.locator("#stream")).to_have_count(0)
    expect(phone.locator("#frame-taken")).to_have_attribute("capture", "environment")
    phone.locator("#frame-taken").set_input_files(HAND)
    expect(phone.locator("#frame-told")).to_contain_text("16 cards in sight")
    first_hand.learn(phone, photograph(house(), tmp_path / "deck.jpg"))
    expect(phone.locator("#result")).to_contain_text("From now on the table reads club.")
    phone.locator("#to-the-table").tap()
    for button in CALLS:
        program.press(button)
    phone.get_by_role("button", name="Read", exact=True).tap()
    expect(phone.locator("#spoken")).to_contain_text("take the picture on the phone's page")
    phone.locator("#taken").set_input_files(HAND)
    expect(phone.locator("#spoken")).to_contain_text("is marked")
    assert program.state()["last"]["record"]["source"] == "phone"
    expect(laptop.locator("#step-hand.done")).to_be_visible()
    context.close()
    laptop.close()


def test_with_a_stream_the_table_sees_by_itself(browser: Browser, program: Program) -> None:
    camera, table = browser.new_page(), browser.new_page()
    camera.goto(at(program, "/setup/first"))
    first_hand.stream(camera)
    expect(camera.locator("#frame-told .verdict")).to_have_text("The camera hangs well.")
    before = program.press("ok")  # on from the hand that was marked, if one was
    table.goto(program.address)
    expect(table.locator("#picture")).to_be_visible()
    first_hand.play(table)
    state = program.state()
    assert (before["phase"], state["phase"]) == ("calls", "marks")
    assert state["hands"] == before["hands"]  # those before the one that is marked now
    assert "source" not in state["last"]["record"]
    assert {len(cards) for cards in state["last"]["record"]["cards"].values()} == {4}
    camera.locator("#stream-end").click()
    expect(camera.locator("#preview")).to_be_hidden()
    expect(table.locator("#phone")).to_be_visible()
    camera.close()
    table.close()


def test_a_camera_that_is_taken_away_ends_the_stream_and_one_that_is_held_up_is_silent(
    browser: Browser, program: Program
) -> None:
    camera, table = browser.new_page(), browser.new_page()
    camera.goto(at(program, "/setup/first"))
    table.goto(program.address)
    camera.locator("#stream-begin").click()
    expect(table.locator("#phone")).to_be_hidden()
    track = camera.evaluate_handle("document.getElementById('preview').srcObject.getVideoTracks()[0]")
    track.evaluate("""track => Object.defineProperty(track, "muted", {value: true, configurable: true})""")
    expect(table.locator("#troubles")).to_contain_text("The phone is silent")
    track.evaluate("track => delete track.muted")
    expect(table.locator("#troubles")).to_be_hidden()
    track.evaluate("track => track.stop()")
    expect(camera.locator("#stream-said")).to_contain_text("The browser gives no camera")
    expect(camera.locator("#stream-begin")).to_be_visible()
    expect(table.locator("#phone")).to_be_visible()
    camera.close()
    table.close()


def test_a_stream_that_begins_soon_after_another_one_is_not_ended_with_that(browser: Browser, program: Program) -> None:
    camera, held = browser.new_page(), list[Route]()
    camera.goto(at(program, "/setup/first"))
    camera.route("**/api/camera/seen*", lambda route: held.append(route), times=1)
    with camera.expect_request("**/api/camera/seen*") as first:
        camera.locator("#stream-begin").click()
    camera.locator("#stream-end").click()
    with camera.expect_response("**/api/camera/seen*"):
        camera.locator("#stream-begin").click()
    with camera.expect_response(first.value.url) as late:
        held[0].continue_()
    assert late.value.status == 409, "another phone is the camera now"
    for _ in range(2):
        with camera.expect_response(lambda response: "/api/camera/seen" in response.url) as seen:
            pass
        assert seen.value.ok
    expect(camera.locator("#preview")).to_be_visible()
    with camera.expect_response("**/api/camera/end*"):
        camera.locator("#stream-end").click()
    camera.close()


def test_a_browser_that_does_not_play_its_camera_gives_it_back(browser: Browser, program: Program) -> None:
    camera = browser.new_page()
    camera.goto(at(program, "/setup/first"))
    camera.evaluate("() => { HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException()); }")
    with camera.expect_response("**/api/camera/end*"):
        camera.locator("#stream-begin").click()
    expect(camera.locator("#stream-said")).to_contain_text("The browser gives no camera")
    expect(camera.locator("#stream-begin")).to_be_visible()
    assert camera.evaluate("document.getElementById('preview').srcObject.active") is False
    camera.goto(program.address)
    expect(camera.locator("#phone")).to_be_visible()
    camera.close()


def test_a_table_that_does_not_answer_leaves_no_camera_on(browser: Browser, program: Program) -> None:
    camera = browser.new_page()
    camera.goto(at(program, "/setup/first"))
    camera.evaluate(
        """() => {
          const media = navigator.mediaDevices;
          const given = media.getUserMedia.bind(media);
          media.getUserMedia = async (wanted) => (window.media = await given(wanted));
        }"""
    )
    camera.route("**/api/camera/begin", lambda route: route.abort())
    camera.locator("#stream-begin").click()
    expect(camera.locator("#stream-said")).to_contain_text("No answer came.")
    assert camera.evaluate("media.active") is False
    camera.unroute("**/api/camera/begin")
    camera.locator("#stream-begin").click()
    expect(camera.locator("#preview")).to_be_visible()
    with camera.expect_response("**/api/camera/end*"):
        camera.locator("#stream-end").click()
    camera.close()
