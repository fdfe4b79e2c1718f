"""An HTTP service on this machine that answers as a test says, and records what it is asked.

    with FakeService({"/news": {"title": "Fresh"}, "POST /posts": lambda request: answer(request.form, 201)}) as service:
        urllib.request.urlopen(service.address + "/news?page=2")
        assert service.log == ["GET /news"]

A route is a path, or a method and a path; a path that ends in `*` stands for all that begin so. What it leads to is a
`Response`, a value that becomes JSON, or a function of the `Request` that returns one of these. None, and a path
without a route, is status 404.
"""

import functools
import json
import mimetypes
import pathlib
import threading
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote

from waiting import PATIENCE


@dataclass
class Response:
    """The answer to a request: a body, or chunks that are sent one by one and end with the connection."""

    body: bytes = b""
    status: int = 200
    headers: dict = field(default_factory=dict)
    # Any iterable of bytes, such as a generator that waits for what a test sends.
    chunks: object = None
    # Seconds until the answer begins.
    delay: float = 0
    # Whether the connection ends in the middle of the body.
    is_cut: bool = False


def answer(value, status=200, **more):
    """Returns a response with a value as JSON."""
    return Response(json.dumps(value).encode(), status, {"Content-Type": "application/json"}, **more)


def redirect(address):
    return Response(status=302, headers={"Location": address})


def fields(text):
    """Returns the fields of a form or a query, each of which occurs once."""
    return {name: value for name, [value] in parse_qs(text, keep_blank_values=True).items()}


def files(folder):
    """Returns a route to the files of a folder, by their names."""

    def find(request):
        path = pathlib.Path(folder, unquote(request.path).rpartition("/")[2])
        if not path.is_file():
            return None
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        changed = formatdate(path.stat().st_mtime, usegmt=True)
        return Response(path.read_bytes(), headers={"Content-Type": kind, "Last-Modified": changed})

    return find


class Request:
    """A request. `target` is what follows the host in its URL: the `path` and, after a question mark, the `query`."""

    def __init__(self, handler):
        self.method = handler.command
        self.target = handler.path
        self.path, _, self.query = handler.path.partition("?")
        self.headers = handler.headers
        self._stream = handler.rfile

    @functools.cached_property
    def body(self):
        """The body, which is read when it is first used, or else before the answer begins."""
        return self._stream.read(int(self.headers.get("Content-Length", 0)))

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def form(self):
        return fields(self.body.decode())


class FakeService:
    """Answers by its `routes`, which may change at any time, and otherwise by `otherwise`. `requests` has all requests
    in the order of their arrival, `log` the method and path of each, and `targets` what follows the host in its URL.
    `host` is the host with the port."""

    def __init__(self, routes=(), otherwise=None):
        self.routes = dict(routes)
        self.otherwise = otherwise
        self.requests = []
        self._arrival = threading.Condition()
        self._closing = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.port = self._server.server_port
        self.host = f"127.0.0.1:{self.port}"
        self.address = f"http://{self.host}"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def targets(self):
        return [request.target for request in self.requests]

    @property
    def log(self):
        return [f"{request.method} {request.path}" for request in self.requests]

    def wait_for(self, path):
        """Waits until a path has been asked for, and returns the first request for it."""

        def asked():
            return next((request for request in self.requests if request.path == path), None)

        with self._arrival:
            assert self._arrival.wait_for(asked, PATIENCE), f"nothing asked for {path}, only {self.log}"
            return asked()

    def _respond(self, request):
        with self._arrival:
            self.requests.append(request)
            self._arrival.notify_all()
        found = self._route(request)
        found = found(request) if callable(found) else found
        if found is None:
            found = answer({"error": "Unknown"}, 404)
        return found if isinstance(found, Response) else answer(found)

    def _route(self, request):
        names = (f"{request.method} {request.path}", request.path)
        for name in names:
            if name in self.routes:
                return self.routes[name]
        for route, found in self.routes.items():
            if route.endswith("*") and any(name.startswith(route[:-1]) for name in names):
                return found
        return self.otherwise

    def _handler(self):
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # A body is sent at once, though its head has not been acknowledged.
            disable_nagle_algorithm = True

            def handle_request(self):
                request = Request(self)
                try:
                    self.send(service._respond(request), request)
                except OSError:
                    # The client has gone.
                    self.close_connection = True

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_request

            def send(self, response, request):
                # What was not read would be taken for the next request.
                request.body
                service._closing.wait(response.delay)
                self.send_response(response.status)
                for name, value in response.headers.items():
                    self.send_header(name, value)
                if response.chunks is None and response.status != 204:
                    self.send_header("Content-Length", str(len(response.body)))
                self.end_headers()
                if response.chunks is not None:
                    self.close_connection = True
                    for chunk in response.chunks:
                        self.wfile.write(chunk)
                elif response.is_cut:
                    self.close_connection = True
                    self.wfile.write(response.body[: len(response.body) // 2])
                else:
                    self.wfile.write(response.body)

            def log_message(self, *_):
                pass

        return Handler
