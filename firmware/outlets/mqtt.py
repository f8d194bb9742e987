"""The session at an MQTT broker, for Home Assistant and others: an outlet, and nothing waits for it."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from firmware.devices.watch import Repeating
from firmware.outlets.broker import Broker
from firmware.outlets.home_assistant import TOPIC, discovery
from firmware.outlets.told import Told, happened

_LOG = logging.getLogger("hamarreko")
_ALIVE: Final = 20
"""Seconds in which a broker that says nothing is asked whether it is there."""
_TICK: Final = 0.2
"""Seconds that a change waits at most until it goes."""
_PAUSE: Final = 2.0
"""Seconds until a broker that is away is tried again."""
_LASTS: Final = 60
"""Seconds that a broker keeps the session, whose names are the players' own, without hearing of it again."""


class Outlet(Repeating):
    """Keeps a broker up to date with a table, on a thread of its own: no press ever waits for it.

    The broker knows the table by its `word`, which no other table has; `name` is only shown. `told` is what there is to
    tell, and is called on that thread. The session and whether the table is there are retained, the session only while
    the table is; what happened is not. A broker that comes back is told how the table stands then.
    """

    def __init__(self, broker: Broker, password: str | None, word: str, name: str, told: Callable[[], Told]) -> None:
        super().__init__("mqtt", self._once)
        self._broker, self._told, self._name = broker, told, name
        self._device, self._base = f"hamarreko-{word}", f"hamarreko/{word}"
        self._changed = threading.Event()
        self._before: Told | None = None
        self._config = ""
        self._renewed = 0.0
        self._client = Client(CallbackAPIVersion.VERSION2, self._device, protocol=MQTTProtocolVersion.MQTTv5)
        self._client.on_connect = lambda *_: self._begins()
        self._client.will_set(f"{self._base}/status", "offline", retain=True)
        if broker.user:
            self._client.username_pw_set(broker.user, password)

    def soon(self) -> None:
        """Something may have changed. From any thread; waits for nobody."""
        self._changed.set()

    def close(self, seconds: float = 2 * _TICK) -> None:
        """Say that the table is gone, where a broker hears it, and stop."""
        super().close(seconds)

    def _begins(self) -> None:
        """Whoever has just let the table in may have forgotten all of it."""
        self._config = ""
        self._changed.set()

    def _once(self) -> float:
        """Publish until the broker is away; the seconds until it is tried again."""
        try:
            self._client.connect(self._broker.host, self._broker.port, _ALIVE)
            ended = self._published()
        except (OSError, ValueError) as error:  # a name that can be nobody's is a ValueError
            _LOG.warning("the MQTT broker %s does not answer: %s", self._broker, error)
        else:
            if ended is not MQTTErrorCode.MQTT_ERR_SUCCESS:
                _LOG.warning("the MQTT broker %s let go: %s", self._broker, ended.name)
        return _PAUSE

    def _published(self) -> MQTTErrorCode:
        """Publish while the broker is there; how it ended."""
        while (ended := self._client.loop(_TICK)) is MQTTErrorCode.MQTT_ERR_SUCCESS:
            if self._closing:
                self._publish("status", "offline")
                self._publish("session", "")
                return self._client.disconnect()
            if self._client.is_connected() and (self._changed.is_set() or self._fades):
                self._changed.clear()
                self._tell(self._told())
        return ended

    @property
    def _fades(self) -> bool:
        """Whether the broker is to hear of the session again, so that it keeps it."""
        return time.monotonic() > self._renewed + _LASTS / 2

    def _tell(self, now: Told) -> None:
        """How the table stands, and what has happened since it was told last."""
        before, self._before = self._before, now
        config = json.dumps(discovery(self._device, self._base, self._name, now))
        if config != self._config:
            self._config = config
            self._client.publish(TOPIC.format(device=self._device), config, retain=True)
            self._publish("status", "online")
        elif now == before and not self._fades:
            return
        lasts = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        lasts.MessageExpiryInterval = _LASTS
        self._client.publish(f"{self._base}/session", json.dumps(now), retain=True, properties=lasts)
        self._renewed = time.monotonic()
        for event in happened(before, now) if before else ():
            self._publish("event", json.dumps(event), retain=False)

    def _publish(self, topic: str, text: str, retain: bool = True) -> None:
        self._client.publish(f"{self._base}/{topic}", text, retain=retain)
