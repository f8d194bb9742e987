"""Setting up: phones, the camera's mount, a club's own deck, and whether a deck is whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.cards import Card
from firmware.panel.entry.door import Invitation, Role
from firmware.panel.markup import Child, Html, card_face, e, icon, join, qr_code
from firmware.panel.page import Asked
from firmware.panel.review.matches import field, select
from firmware.session.grid import SUITS
from firmware.session.unsure import known
from firmware.words.text import Speech
from vision.checks.lens import CAMERA_MODULE_3, CAMERA_MODULE_3_WIDE

if TYPE_CHECKING:
    from vision.checks.deck_check import DeckCheck
    from vision.checks.mounting import MountCheck

ANY = ""
"""Stands for no deck in particular."""


def setup_page(asked: Asked, decks: Sequence[str], deck: str | None) -> Html:
    """The ways to all that is set up, and the deck that is played with."""
    say = asked.say
    ways = [
        _way("/setup/camera", "sign-camera", say("Camera"), say("Does it hang well? What to change.")),
        _way(
            "/setup/enrol",
            "sign-deck",
            say("Learn a deck"),
            say("A club's own deck, from one or two photographs."),
        ),
        _way("/setup/deck", "sign-search", say("Check a deck"), say("What is missing, double or strange.")),
    ]
    if asked.judges:
        told = say("Let phones and laptops in: to watch, to play, to judge.")
        ways.insert(0, _way("/setup/phones", "sign-phone", say("Phones"), told))
    return join(
        (e("section", e("h2", say("Set-up")), e("ul", ways, class_="ways"), class_="wide"), _deck(decks, deck, say))
    )


def _way(href: str, sign: str, name: str, told: str) -> Html:
    words = e("span", e("b", name), e("span", told, class_="quiet"))
    return e("li", e("a", icon(sign, "way-sign"), words, icon("sign-away"), href=href))


def _deck(decks: Sequence[str], deck: str | None, say: Speech) -> Html:
    names = [(ANY, say("any deck")), *((name, name) for name in decks)]
    return e(
        "section",
        e("h2", say("The deck on this table")),
        e("p", say("A deck that was learned is read more surely than any other."), class_="quiet"),
        e(
            "form",
            e("div", field(say("Deck"), select("deck", names, deck or ANY)), class_="fields"),
            e("button", say("Play with it"), class_="button"),
            e("p", role="status", class_="said"),
            method="post",
            data_post="/api/deck",
        ),
        class_="wide",
    )


def phones_page(asked: Asked, invitations: Iterable[Invitation | None], closed: bool) -> Html:
    """A QR code, the address and a code for each role, and new codes. `closed`: nobody is let in at all."""
    say = asked.say
    shown = [one for one in invitations if one]
    told = {
        Role.WATCH: (say("Watch"), say("reads everything, presses nothing")),
        Role.PLAY: (say("Play"), say("presses the buttons, corrects, sets up")),
        Role.JUDGE: (say("Judge"), say("decides as well")),
    }
    cards = [
        e(
            "li",
            e("h3", told[one.role][0]),
            e("p", told[one.role][1], class_="quiet"),
            qr_code(one.link, say("QR code: {what}", what=told[one.role][0])),
            e("p", f"{one.code[:3]} {one.code[3:]}", class_="code"),
            e("p", f"http://{one.address}/", class_="quiet address"),
        )
        for one in shown
    ]
    network = say("No phone can come in: the table is on no network.")
    nowhere = e("p", say("Start it with --network to let phones in.") if closed else network, class_="quiet")
    renew = e(
        "form",
        e("p", say("New codes put everybody out who came in with the old ones."), class_="quiet"),
        e("button", say("New codes"), class_="button"),
        e("span", role="alert", class_="said"),
        method="post",
        data_post="/api/codes",
        data_again=True,
    )
    body: list[Child] = [e("ul", cards, class_="invitations"), renew] if cards else [nowhere]
    return join((_back(say), e("section", e("h2", say("Phones")), body, class_="wide")))


def camera_page(asked: Asked) -> Html:
    """The mount check: a picture, and what it says."""
    say = asked.say
    lenses = [
        (f"{CAMERA_MODULE_3.horizontal:g}", say("Camera Module 3")),
        (f"{CAMERA_MODULE_3_WIDE.horizontal:g}", say("Camera Module 3 Wide")),
    ]
    lens = e("div", field(say("Lens"), select("field_of_view", lenses, lenses[0][0])), class_="fields")
    steps = (
        _step(say("Lay the hands, or a card flat before each player."), None),
        _step(say("Take a picture with the table's camera, or choose one from this device."), _pictures(say, 1)),
        _step(say("See what it says."), _work("/api/mount-check", lens, say("Check the mount"))),
    )
    return _steps(say("Does the camera hang well?"), steps, say)


def enrol_page(asked: Asked) -> Html:
    """A deck is learned, step by step."""
    say = asked.say
    drawn = f"/setup/layout.png?{say.language}"  # another one in each language
    picture = e("img", src=drawn, alt=say("Forty cards in four rows of ten"), width=1000, height=600)
    file = "hamarreko-layout.png"
    sheet = e("a", picture, href=drawn, download=file, class_="layout")
    download = e("p", e("a", icon("sign-file"), say("Download this sheet"), href=drawn, download=file))
    given = e("input", name="name", maxlength=40, required=True, autocomplete="off")
    name = e("div", field(say("What is the deck called?"), given), class_="fields")
    rows = say("Lay the forty cards like this: four rows, oros on top, each from the ace to the king.")
    light = say("One photograph from straight above; better two, the second with the camera a little elsewhere.")
    steps = (
        _step(rows, join((sheet, download))),
        _step(light, _pictures(say, 2)),
        _step(
            say("Give it a name. It is checked by reading the photographs back."),
            _work("/api/enrol", name, say("Learn this deck")),
        ),
    )
    return _steps(say("Learn a club's own deck"), steps, say)


def deck_page(asked: Asked, decks: Sequence[str]) -> Html:
    """The deck check."""
    say = asked.say
    names = [(ANY, say("any deck")), *((name, name) for name in decks)]
    apart = e(
        "label",
        e("input", type="checkbox", name="apart", value="yes"),
        e("span", say("No card lies under two pictures")),
        class_="check",
    )
    fields = e("div", field(say("Deck"), select("deck", names, ANY)), apart, class_="fields")
    steps = (
        _step(say("Spread the deck face up, in any order, no card on another."), None),
        _step(say("One picture of all, or several that show a part each."), _pictures(say, 4)),
        _step(say("See what it says."), _work("/api/deck-check", fields, say("Check the deck"))),
    )
    return _steps(say("Is the deck whole?"), steps, say)


def _steps(title: str, steps: Iterable[Html], say: Speech) -> Html:
    shown = e("ol", steps, class_="steps")
    result = e("div", id="result", aria_live="polite", class_="result")
    return join((_back(say), e("section", e("h2", title), shown, result, class_="wide work")))


def _step(text: str, what: Html | None) -> Html:
    return e("li", e("p", text), what)


def _pictures(say: Speech, most: int) -> Html:
    """Where pictures are chosen or taken, and those that are there."""
    return e(
        "div",
        e(
            "div",
            e(
                "label",
                icon("sign-file"),
                e("span", say("Choose a picture")),
                e("input", type="file", accept="image/*", multiple=most > 1, id="files"),
                class_="button file",
            ),
            e(
                "button",
                icon("sign-camera"),
                say("Take one here"),
                type="button",
                id="take",
                class_="button",
            ),
            class_="row",
        ),
        e("p", id="sent", role="status", class_="said"),
        e("ul", id="pictures", class_="pictures"),
        class_="sending",
        data_most=most,
    )


def _work(action: str, fields: Html, text: str) -> Html:
    button = e("button", text, class_="button primary")
    return e("form", fields, button, e("p", role="alert", class_="said"), id="work", data_work=action)


def _back(say: Speech) -> Html:
    return e("nav", e("a", say("Set-up"), href="/setup", id="back"), class_="beside", aria_label=say("Way back"))


def mount_told(found: MountCheck, say: Speech) -> Html:
    """What the mount check says."""
    verdict = {
        True: say("The camera hangs well."),
        False: say("Something is to be changed."),
        None: say("Nothing wrong that can be seen."),
    }[found.good]
    told = []
    if found.pose:
        told.append(say("{height} cm high", height=f"{found.pose.height / 10:.0f}"))
        if found.tilt is not None:
            told.append(say("tilted {degrees} degrees", degrees=f"{found.tilt:.0f}"))
    told.append(say("{count} cards in sight", count=found.cards))
    return join(
        (
            _verdict(verdict, found.good),
            e("p", ", ".join(told), class_="quiet"),
            _list("change", [_sentence(one, say) for one in found.change]),
            _list("unknown", [_sentence(one, say) for one in found.unknown]),
        )
    )


def deck_told(found: DeckCheck, names: dict[str, str], say: Speech) -> Html:
    """What the deck check says; `names` are those of the pictures."""
    wrong = bool(found.missing or found.double or found.strange)
    verdict = (
        say("The deck is whole.") if found.whole else say("The deck is not whole.") if wrong else say("Not certain.")
    )
    named = len({seen.card for seen in found.seen})
    kinds = {"back": say("a back or a joker"), "card": say("a card that is none of the forty")}
    strange = [f"{kinds.get(odd.kind, odd.kind)} ({names[odd.image]})" for odd in found.strange]
    doubts = [f"{say.sentence(each.doubt.text)} ({names[each.image]})" for each in found.doubts]
    double = [say("{times} times: {card}", times=one.times, card=_named(one.card, say)) for one in found.double]
    return join(
        (
            _verdict(verdict, found.whole if not wrong else False),
            e("p", say("{count} of the forty cards are in sight.", count=named), class_="quiet"),
            _cards(say("Missing"), found.missing, say),
            _cards(say("Missing, or in doubt"), found.perhaps_missing, say),
            _list("change", double),
            _list("change", strange),
            _list("unknown", doubts),
        )
    )


def learned_told(learned: str, what: str) -> Html:
    """What came of an enrolment."""
    return join((_verdict(learned, True), e("p", what, class_="quiet")))


def _named(card: Card, say: Speech) -> str:
    return say("{rank} of {suit}", rank=card.rank, suit=say(SUITS[card.suit]))


def _verdict(text: str, good: bool | None) -> Html:
    return e("p", text, class_=f"verdict {'good' if good else 'unsure' if good is None else 'bad'}")


def _list(class_: str, items: Sequence[str]) -> Html | None:
    return e("ul", (e("li", item) for item in items), class_=f"told {class_}") if items else None


def _cards(title: str, cards: Sequence[Card], say: Speech) -> Html | None:
    if not cards:
        return None
    return join((e("h3", title), e("p", (card_face(known(card), say) for card in cards), class_="cards wrap")))


def _sentence(text: str, say: Speech) -> str:
    said = say.sentence(text)
    return f"{said[:1].upper()}{said[1:]}{'' if said.endswith('.') else '.'}"
