"""What Home Assistant is told of the table, so that it shows it by itself (MQTT discovery of a device)."""

from __future__ import annotations

from typing import Final

from engine.seats import Team
from firmware import __version__
from firmware.outlets.told import EVENTS, Told
from words.text import speech

TOPIC: Final = "homeassistant/device/{device}/config"


def discovery(device: str, base: str, name: str, session: Told) -> Told:
    """That device, shown by that name, whose session stands under the topic `base`, in the session's language.

    A broker keeps it while the table is gone: no name that the players gave is in it, and a session that is gone too
    makes every sensor an unknown one.
    """
    say = speech(session["language"])
    sensors = {
        "esku": (say("esku"), "account-star", "value_json.names[value_json.esku]"),
        "round": (say("Round"), "cards", "value_json.round or value_json.phase"),
    }
    for team in Team:
        called, key = say.team(team), team.value.lower()
        sensors[f"team_{key}"] = (called, "account-multiple", f"value_json.names.{team.value}")
        sensors[f"score_{key}"] = (say.headed(called, say("Tantos")), "scoreboard", f"value_json.score.{team.value}")
        sensors[f"games_{key}"] = (say.headed(called, say("Mantxak")), "trophy", f"value_json.games.{team.value}")
    components: dict[str, Told] = {
        part: {
            "platform": "sensor",
            "unique_id": f"{device}-{part}",
            "name": shown,
            "icon": f"mdi:{icon}",
            "state_topic": f"{base}/session",
            "value_template": f"{{{{ ({value}) if value_json is defined else None }}}}",
        }
        for part, (shown, icon, value) in sensors.items()
    }
    components["event"] = {
        "platform": "event",
        "unique_id": f"{device}-event",
        "name": say("Table"),
        "state_topic": f"{base}/event",
        "event_types": [*EVENTS],
    }
    return {
        "device": {"identifiers": [device], "name": name, "manufacturer": "hamarreko", "sw_version": __version__},
        "origin": {"name": "hamarreko", "sw_version": __version__},
        "availability_topic": f"{base}/status",
        "components": components,
    }
