"""What Home Assistant is told of the table, so that it shows it by itself (MQTT discovery of a device)."""

from __future__ import annotations

from typing import Final

from engine.seats import Team
from firmware import __version__
from firmware.outlets.told import EVENTS, Told
from words.text import speech

TOPIC: Final = "homeassistant/device/{device}/config"


def discovery(device: str, base: str, session: Told) -> Told:
    """The device of that name, whose session stands under the topic `base`, in the session's own words."""
    say = speech(session["language"])
    sensors = {
        "esku": (say("esku"), "account-star", "value_json.names[value_json.esku]"),
        "round": (say("Round"), "cards", "value_json.round or value_json.phase"),
    }
    for team in Team:
        name, key = session["names"][team.value], team.value.lower()
        sensors[f"score_{key}"] = (name, "scoreboard", f"value_json.score.{team.value}")
        sensors[f"games_{key}"] = (say.headed(name, say("Mantxak")), "trophy", f"value_json.games.{team.value}")
    components: dict[str, Told] = {
        part: {
            "platform": "sensor",
            "unique_id": f"{device}-{part}",
            "name": name,
            "icon": f"mdi:{icon}",
            "state_topic": f"{base}/session",
            "value_template": f"{{{{ {value} }}}}",
        }
        for part, (name, icon, value) in sensors.items()
    }
    components["event"] = {
        "platform": "event",
        "unique_id": f"{device}-event",
        "name": say("Table"),
        "state_topic": f"{base}/event",
        "event_types": [*EVENTS],
    }
    return {
        "device": {"identifiers": [device], "name": device, "manufacturer": "hamarreko", "sw_version": __version__},
        "origin": {"name": "hamarreko", "sw_version": __version__},
        "availability_topic": f"{base}/status",
        "components": components,
    }
