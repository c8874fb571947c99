#!/usr/bin/env python3
"""A worker of a fleet in Python. It needs nats-py (pip install nats-py, or nats-py[nkeys] for .creds files), and no Hankel.

    python3 examples/teachers/python-fleet/worker.py nats://127.0.0.1:4222 weather

Copy `work` and replace `weigh`. docs/fleet.md describes the messages.
"""

import asyncio
import contextlib
import json
import os
import re
import secrets
import socket
import ssl
import sys
from fractions import Fraction

import nats


async def work(server, fleet, semifield, alphabet, weigh, **access):
    """Weighs words for a fleet until Ctrl-C, or until a learner refuses this worker."""
    host = socket.gethostname()
    name = re.sub("[^A-Za-z0-9_-]", "-", host)[:40] + "-" + secrets.token_hex(4)
    probe = [[], alphabet[:1], alphabet[-1:], alphabet[:8]]
    about = {"hankel": 1, "fleet": 1, "session": secrets.token_hex(8), "host": host, "pid": os.getpid()}
    about |= {"semifield": semifield, "alphabet": alphabet, "want": 2}
    about |= {"probe": probe, "weights": [str(weigh(word)) for word in probe]}
    beat, leases, queue = None, {}, asyncio.Queue()

    async def failed(error):
        print(f"{type(error).__name__}: {error}", file=sys.stderr)

    access |= {"max_reconnect_attempts": -1, "reconnect_time_wait": 0.5, "error_cb": failed}
    client = await nats.connect(server, **access)

    async def send(message):
        if client.is_connected:  # what is lost is repaired by a heartbeat
            await client.publish(f"hankel.{fleet}.from.{name}", json.dumps(message).encode())

    async def told(message):
        nonlocal beat
        body = json.loads(message.data)
        if "welcome" in body:
            beat = body["beat"]
        elif "hello" in body or "join" in body:
            await send({**about, "holds": list(leases)})
        elif "goodbye" in body:
            beat = None
            leases.clear()
        elif "refused" in body:
            queue.put_nowait(body["refused"])
        elif "weigh" in body and body["id"] not in leases:
            leases[body["id"]] = body["weigh"]
            queue.put_nowait(body["id"])

    async def beats():
        while True:
            await send({**about, "holds": list(leases)} if beat is None else {"beat": list(leases), "want": 2})
            await asyncio.sleep(beat or 2)

    for subject in (f"to.{name}", "hello"):
        await client.subscribe(f"hankel.{fleet}.{subject}", cb=told)
    beating = asyncio.create_task(beats())
    try:
        while not isinstance(lease := await queue.get(), str):
            if lease not in leases:
                continue
            try:  # in a thread, so that heartbeats go on
                weights = await asyncio.to_thread(lambda: [str(weigh(word)) for word in leases[lease]])
                while not client.is_connected:
                    await asyncio.sleep(0.1)
                await send({"id": lease, "weights": weights, "want": 2})
            except Exception as error:  # reported to the user; the worker keeps running
                await send({"id": lease, "error": f"{type(error).__name__}: {error}", "want": 2})
            leases.pop(lease, None)
        sys.exit(f"refused: {lease}")
    finally:
        beating.cancel()
        await send({"leave": "stopped"})
        await client.drain()


def access():
    """Logs in as `hankel worker` does: what is secret comes from the environment."""
    names = {"user": "USER", "password": "PASSWORD", "token": "TOKEN", "user_credentials": "CREDS"}
    found = {option: os.environ.get(f"HANKEL_NATS_{name}") for option, name in names.items()}
    if len(sys.argv) > 3:  # the certificate of the authority that signed the server's
        found["tls"] = ssl.create_default_context(cafile=sys.argv[3])
    return {option: value for option, value in found.items() if value is not None}


# The probability of the weather: it rains with probability 1/4 after a dry day, 1/2 after a wet one, and never on
# three days in a row.
RAIN = [Fraction(1, 4), Fraction(1, 2), Fraction(0)]


def weigh(days):
    probability, wet = Fraction(1), 0
    for day in days:
        probability *= RAIN[wet] if day == "rain" else 1 - RAIN[wet]
        wet = min(wet + 1, 2) if day == "rain" else 0
    return probability


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(work(sys.argv[1], sys.argv[2], "rational", ["sun", "rain"], weigh, **access()))
