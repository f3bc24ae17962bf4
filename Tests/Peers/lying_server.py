"""A web server on 127.0.0.1 for the files of a folder, which can be told to lie."""

import http.server
import threading
import time
from urllib.parse import unquote


class LyingServer:
    """Serves `folder` while the `with` block runs, and notes every request's path.

    `lies` maps the path of a request to what happens instead: bytes, a status, or one of the functions below.
    """

    def __init__(self, folder):
        self.folder = folder
        self.lies = {}
        self.requests = []

    def __enter__(self):
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                owner.requests.append(self.path)
                owner.answer(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, handler):
        lie = self.lies.get(handler.path)
        # A file's name may be percent-encoded itself, as those of metadata are.
        names = (handler.path, unquote(handler.path))
        file = next((file for name in names if (file := self.folder / name.lstrip("/")).is_file()), None)
        if callable(lie):
            try:
                lie(handler)
            except OSError:
                pass  # The client hung up, as it should.
        elif isinstance(lie, int):
            handler.send_error(lie)
        elif lie is not None:
            send(handler, lie)
        elif file:
            send(handler, file.read_bytes())
        else:
            handler.send_error(404)


def send(handler, data):
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    handler.wfile.write(data)


def endless(handler):
    """A body that has no length and no end."""
    handler.send_response(200)
    handler.end_headers()
    while True:
        handler.wfile.write(b" " * 65536)


def slow(handler):
    """A body that comes byte by byte, for as long as anybody waits."""
    handler.send_response(200)
    handler.end_headers()
    while True:
        handler.wfile.write(b" ")
        time.sleep(0.02)
