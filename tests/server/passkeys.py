#!/usr/bin/env python3
"""passkeys.py TABLIER - passkeys: registration, sign-in, withdrawal, and every answer that must be
refused. The keys and signatures are OpenSSL's, the rest is put together here byte by byte. On the
database in TABLIER_TEST_POSTGRES if there is one, and then with two servers."""
import base64
import hashlib
import json
import os
import struct
import subprocess
import sys

from harness import JSON, Browser, Server, check, code_of, finish, request, work

program = sys.argv[1]
place = os.environ.get("TABLIER_TEST_POSTGRES")
options = ("--requests", "1000", "--games", "1000", "--origin", "https://club.example")
server = Server(program, *options, store=place)
other = Server(program, *options, store=place) if place else server
ORIGIN = "http://localhost"
PRESENT, VERIFIED, ATTESTED = 1, 4, 64


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def openssl(*words, data=None):
    return subprocess.run(["openssl", *words], input=data, capture_output=True, check=True).stdout


# ---- An authenticator --------------------------------------------------------------------------

def cbor_head(kind, number):
    if number < 24:
        return bytes([kind << 5 | number])
    if number < 256:
        return bytes([kind << 5 | 24, number])
    return bytes([kind << 5 | 25]) + struct.pack(">H", number)


def cbor(value):
    """Numbers, bytes, and dictionaries of them."""
    if isinstance(value, dict):
        return cbor_head(5, len(value)) + b"".join(cbor(k) + cbor(v) for k, v in value.items())
    if isinstance(value, bytes):
        return cbor_head(2, len(value)) + value
    return cbor_head(0, value) if value >= 0 else cbor_head(1, -1 - value)


class Authenticator:
    """One passkey. `algorithm` as in COSE."""

    count = 0
    make = {-7: ("EC", "-pkeyopt", "ec_paramgen_curve:P-256"), -8: ("ED25519",), -257: ("RSA",)}

    def __init__(self, algorithm):
        Authenticator.count += 1
        self.algorithm = algorithm
        self.id = os.urandom(32)
        self.signatures = 0
        self.handle = b""
        self.file = os.path.join(work, f"key{Authenticator.count}.pem")
        kind, *more = self.make[algorithm]
        openssl("genpkey", "-algorithm", kind, *more, "-out", self.file)

    def key(self):
        public = openssl("pkey", "-in", self.file, "-pubout", "-outform", "DER")
        if self.algorithm == -7:
            return cbor({1: 2, 3: -7, -1: 1, -2: public[-64:-32], -3: public[-32:]})
        if self.algorithm == -8:
            return cbor({1: 1, 3: -8, -1: 6, -2: public[-32:]})
        modulus = openssl("rsa", "-in", self.file, "-noout", "-modulus").decode().strip()
        return cbor({1: 3, 3: -257, -1: bytes.fromhex(modulus.partition("=")[2]), -2: b"\1\0\1"})

    def data(self, rp, flags, more=b""):
        return (hashlib.sha256(rp.encode()).digest() + bytes([flags]) +
                struct.pack(">I", self.signatures) + more)

    def sign(self, data):
        if self.algorithm != -8:
            return openssl("dgst", "-sha256", "-sign", self.file, data=data)
        path = self.file + ".data"
        with open(path, "wb") as file:
            file.write(data)
        return openssl("pkeyutl", "-sign", "-rawin", "-inkey", self.file, "-in", path)

    def create(self, challenge, rp="localhost", flags=PRESENT | VERIFIED | ATTESTED, **client):
        more = bytes(16) + struct.pack(">H", len(self.id)) + self.id + self.key()
        return {"for": "register", "id": encode(self.id),
                "clientDataJSON": client_data("webauthn.create", challenge, **client),
                "authenticatorData": encode(self.data(rp, flags, more))}

    def get(self, challenge, rp="localhost", flags=PRESENT | VERIFIED, step=1, **client):
        self.signatures += step
        data = self.data(rp, flags)
        said = client_data("webauthn.get", challenge, **client)
        signature = self.sign(data + hashlib.sha256(decode(said)).digest())
        return {"for": "sign-in", "id": encode(self.id), "clientDataJSON": said,
                "authenticatorData": encode(data), "signature": encode(signature),
                "userHandle": encode(self.handle)}


def client_data(kind, challenge, origin=ORIGIN, **more):
    return encode(json.dumps({"type": kind, "challenge": challenge, "origin": origin,
                              "crossOrigin": False, **more}).encode())


def begin(browser, purpose, headers=f"{JSON}Origin: {ORIGIN}\r\n"):
    return browser.ask("POST", "/api/passkeys/begin", {"for": purpose}, headers)


def challenge_for(browser, purpose):
    return begin(browser, purpose).json()["challenge"]


def finish_at(browser, answer):
    return browser.ask("POST", "/api/passkeys/finish", answer)


def fresh(cookie=""):
    """A browser with an address of its own, so that limits do not matter."""
    fresh.count += 1
    return Browser(other.port, cookie, source=f"127.7.{fresh.count >> 8}.{fresh.count & 255}")


fresh.count = 0


def sign_in(key, change=None, **how):
    """Somebody without a cookie answers a new challenge; `change` spoils the answer."""
    answer = key.get(challenge_for(fresh(), "sign-in"), **how)
    browser = fresh()
    return finish_at(browser, {**answer, **(change(answer) if change else {})}), browser


# ---- Registration and sign-in, with each algorithm ---------------------------------------------

ann = Browser(server.port)
check(ann.ask("POST", "/api/session", {"name": "Ann"}).status == 201, "a member")
bob = fresh()
bob.ask("POST", "/api/session", {"name": "Bob"})
check(code_of(begin(fresh(), "register")) == "member", "a guest cannot register a passkey")
token = ann.ask("POST", "/api/me/tokens", {"label": "x", "scopes": ["play"]}).json()["token"]
check(code_of(request(server.port, "POST", "/api/passkeys/begin",
                      f"{JSON}Authorization: Bearer {token}\r\n", {"for": "register"})) == "member",
      "nor can a program")
check(begin(fresh(), "dance").status == 400, "there is nothing else")
keys = {}
for algorithm in (-7, -8, -257):
    offered = begin(ann, "register").json()
    check(len(decode(offered["challenge"])) == 32 and offered["rp"]["id"] == "localhost" and
          offered["algorithms"] == [-7, -8, -257] and offered["user"]["name"] == "Ann" and
          offered["verification"] == "required", f"what is asked for: {offered}")
    check(offered["exclude"] == [encode(key.id) for key in keys.values()], "the keys that she has")
    key = keys[algorithm] = Authenticator(algorithm)
    key.handle = decode(offered["user"]["id"])
    added = finish_at(fresh(ann.cookie),
                      {**key.create(offered["challenge"]), "label": f"key {algorithm}"})
    check(added.status == 201, f"{algorithm} is registered: {added.body}")
    answer, browser = sign_in(key)
    check(answer.status == 200 and browser.me()["name"] == "Ann", f"{algorithm} signs in")
listed = ann.ask("GET", "/api/me/passkeys").json()["passkeys"]
check([row["label"] for row in listed] == ["key -7", "key -8", "key -257"], f"the list: {listed}")
check(ann.me()["passkeys"] == 3, "their number")
check(len(ann.ask("GET", "/api/me/devices").json()["devices"]) == 4, "the new sessions are devices")
key = keys[-7]

# ---- Sign-ins that must be refused ---------------------------------------------------------------

def refused(what, change=None, **how):
    answer, browser = sign_in(key, change, **how)
    check(code_of(answer) == "rights" and not browser.cookie, f"refused: {what}: {answer.body}")
    return answer.body


def flip(field, at=-1):
    """One bit of a field is different."""
    def change(answer):
        data = bytearray(decode(answer[field]))
        data[at] ^= 1
        return {field: encode(bytes(data))}
    return change


def cut(field, length):
    return lambda answer: {field: encode(decode(answer[field])[:length])}


unknown = refused("a passkey that nobody has", lambda _: {"id": encode(os.urandom(32))})
bodies = {
    refused("another site's page", origin="http://evil.example"),
    refused("another port", origin="http://localhost:81"),
    refused("a page inside another site's", crossOrigin=True),
    refused("another relying party", rp="evil.example"),
    refused("no user was there", flags=VERIFIED),
    refused("the user was not verified", flags=PRESENT),
    refused("a wrong signature", flip("signature")),
    refused("no signature", cut("signature", 0)),
    refused("a key, which has no place here", flags=PRESENT | VERIFIED | ATTESTED),
    refused("other data than what was signed", flip("authenticatorData", 36)),
    refused("another member's", lambda _: {"userHandle": encode(struct.pack(">Q", 1002))}),
    refused("another key's", lambda _: {"id": encode(keys[-8].id)}),
    refused("not JSON", cut("clientDataJSON", 40)),
    *(refused(f"{length} bytes", cut("authenticatorData", length)) for length in (0, 31, 36)),
}
check(bodies == {unknown}, "all refusals look the same")
check(code_of(finish_at(fresh(), key.get(encode(os.urandom(32))))) == "rights",
      "a challenge that was never given")
check(code_of(finish_at(fresh(), key.get(challenge_for(ann, "register")))) == "rights",
      "a challenge for something else")
used = key.get(challenge_for(fresh(), "sign-in"))
check(finish_at(fresh(), used).status == 200, "the first use of a challenge")
check(code_of(finish_at(fresh(), used)) == "rights", "a used challenge")
challenge = challenge_for(fresh(), "sign-in")
finish_at(fresh(), {**key.get(challenge), "signature": "AAAA"})
check(code_of(finish_at(fresh(), key.get(challenge))) == "rights", "used by a wrong answer")
check(sign_in(key)[0].status == 200, "the next challenge")
for step in (0, -1):
    refused(f"a counter that goes on by {step}", step=step)
check(sign_in(key, step=9)[0].status == 200, "it may skip numbers")
keys[-8].signatures = 2 ** 32 - 1
check(sign_in(keys[-8], step=0)[0].status == 200, "the highest number")
check(finish_at(fresh(), {**used, "id": "*"}).status == 400, "not base64url")
check(finish_at(fresh(), {**used, "clientDataJSON": "A" * 9000}).status == 400, "too long")

# ---- Registrations that must be refused ----------------------------------------------------------

def not_added(what, key=None, change=None, browser=bob, **how):
    key = key or Authenticator(-7)
    browser = fresh(browser.cookie)
    answer = key.create(challenge_for(browser, "register"), **how)
    answer.update(change(answer) if change else {})
    check(code_of(finish_at(browser, answer)) == "rights", f"not registered: {what}")


not_added("another member's passkey", keys[-7])
not_added("another site's page", origin="https://evil.example")
not_added("another relying party", rp="evil.example")
not_added("no user was there", flags=VERIFIED | ATTESTED)
not_added("the user was not verified", flags=PRESENT | ATTESTED)
not_added("no key", flags=PRESENT | VERIFIED)
for length in (0, 37, 55, 60, 100):
    not_added(f"{length} bytes", change=cut("authenticatorData", length))
key = Authenticator(-7)
key.key = lambda: cbor({1: 2, 3: -35, -1: 2, -2: bytes(48), -3: bytes(48)})
not_added("another algorithm", key)
key = Authenticator(-7)
bob, ann = fresh(bob.cookie), fresh(ann.cookie)
check(code_of(finish_at(bob, key.create(challenge_for(ann, "register")))) == "rights",
      "the challenge of another member")
check(code_of(finish_at(bob, key.create(challenge_for(fresh(), "sign-in")))) == "rights",
      "a challenge for something else")
check(bob.ask("GET", "/api/me/passkeys").json()["passkeys"] == [], "he has none")
extended = key.create(challenge_for(bob, "register"), flags=PRESENT | VERIFIED | ATTESTED | 128)
extended["authenticatorData"] = encode(decode(extended["authenticatorData"]) +
                                       b"\xa1\x6bcredProtect\x02")
check(finish_at(bob, extended).status == 201, "a key with extensions")
key = Authenticator(-7)
key.signatures = 0
check(finish_at(bob, key.create(challenge_for(bob, "register"))).status == 201, "now he has one")
for _ in range(2):
    check(sign_in(key, step=0)[0].status == 200, "an authenticator that does not count")

# ---- Other names of the server -------------------------------------------------------------------

club = Authenticator(-7)
offered = begin(ann, "register", f"{JSON}Origin: https://club.example\r\n").json()
check(offered["rp"]["id"] == "club.example", "the relying party of --origin")
where = {"rp": "club.example", "origin": "https://club.example"}
check(finish_at(ann, club.create(offered["challenge"], **where)).status == 201, "a key for it")
check(sign_in(club, **where)[0].status == 200, "signs in there")
for host in ("127.0.0.1", "[::1]"):
    answer = begin(ann, "register", f"{JSON}Origin: https://{host}\r\n")
    check(answer.status == 403, "a page by its address")

# ---- Withdrawal, limits --------------------------------------------------------------------------

path = f"/api/me/passkeys/{listed[0]['id']}"


def label():
    return ann.ask("GET", "/api/me/passkeys").json()["passkeys"][0]["label"]


check(ann.ask("PATCH", path, {"label": " My  phone "}).status == 200 and label() == "My phone",
      "she gives it another label")
check(code_of(bob.ask("PATCH", path, {"label": "Mine"})) == "unknown", "he cannot")
for wrong in ("a\x07b", "x" * 200, 7):
    check(code_of(ann.ask("PATCH", path, {"label": wrong})) == "syntax", f"not a label: {wrong!r}")
check(label() == "My phone", "it stays")
for row in listed:
    path = f"/api/me/passkeys/{row['id']}"
    check(code_of(bob.ask("DELETE", path, {})) == "unknown", "not his to withdraw")
    check(ann.ask("DELETE", path, {}).status == 200, "she withdraws it")
    check(code_of(ann.ask("DELETE", path, {})) == "unknown", "once")
check(code_of(sign_in(keys[-257])[0]) == "rights", "it does not sign in any more")
check(bob.ask("DELETE", "/api/me", {"name": "Bob"}).status == 200 and
      sign_in(key, step=0)[1].cookie == "", "nor does that of a deleted account")
one = fresh()
check(429 in [begin(one, "sign-in").status for _ in range(60)], "challenges are limited")
wrong = [code_of(finish_at(one, used)) for _ in range(30)]
check("rate" in wrong, "so are wrong answers")
log = server.log() + other.log()
check(not any(secret in log for secret in (token, ann.cookie, used["signature"], challenge)),
      "no secret is logged")
for each in {server, other}:
    check(each.stop() == 0, "the server ends well")
finish()
