#!/usr/bin/env python3
"""The session of a real SMTP server as a Mealy machine: a client, standard library only.

    hankel learn -- python3 examples/teachers/python/smtp.py 127.0.0.1:8025

An input is a command, its output the code of the reply. A new connection is the reset. Debian has a small server to try
it on, which needs no rights; with this handler it delivers nothing:

    apt-get install python3-aiosmtpd
    /usr/bin/python3 -m aiosmtpd -n -c aiosmtpd.handlers.Sink -l 127.0.0.1:8025
"""

import socket
import sys

from vending import serve

COMMANDS = {
    "HELO": "HELO client.example",
    "MAIL": "MAIL FROM:<ada@client.example>",
    "RCPT": "RCPT TO:<grace@server.example>",
    "DATA": "DATA",
    "message": "Hello!\r\n.",
    "RSET": "RSET",
    "QUIT": "QUIT",
    "HULLO": "HULLO",  # an unknown command
}


class Session:
    """One connection, from the greeting to the goodbye."""

    def __init__(self, connection):
        self.connection = connection
        self.lines = connection.makefile("rb")
        self.state = "commands"
        self.reply()

    def reply(self):
        """The code of the next reply. A reply of several lines has a hyphen behind the code of all but the last."""
        while True:
            line = self.lines.readline().decode("ascii", "replace")
            if line[3:4] != "-":
                return line[:3]

    def step(self, name):
        # After DATA the server is silent until the end of the message. At other times no message is sent.
        if (name == "message") != (self.state == "text"):
            return ""
        if self.state == "closed":
            return "closed"
        try:
            self.connection.sendall((COMMANDS[name] + "\r\n").encode("ascii"))
            code = self.reply()
        except ConnectionError:
            code = ""
        self.state = {"354": "text", "221": "closed", "": "closed"}.get(code, "commands")
        return code or "closed"


def run(names):
    host, port = sys.argv[1].rsplit(":", 1)
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        session = Session(connection)
        return [session.step(name) for name in names]


if __name__ == "__main__":
    serve("mealy", list(COMMANDS), run)
