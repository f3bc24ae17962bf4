"""A check answered from the snapshot, beside nginx answering the same bytes from its configuration."""

import http.client

from measure import SERVER_CORE, cpu_per_request, in_turns, pinned, ratio_row
from nginx import Nginx, free_port
from relctl import Registry, expect

PAIRS = 7
LOAD_SECONDS = 2
PATH = "/mobile-web/releases/latest?channel=production&wrapperVersion=4.4.0"
OWN_HEADERS = {"content-length", "content-type", "connection", "date", "server", "x-request-id"}


def measure(scratch, bundle):
    with Registry(scratch / "checks", prefix=pinned(SERVER_CORE)) as registry:
        registry.publish(bundle, "1.50.0", ">=4.2.0 <6.0.0")
        head, body = answer(registry.port)
        port = free_port()
        with Nginx(scratch / "nginx", same_answer(head, body, port), port, main="worker_processes 1;", prefix=pinned(SERVER_CORE)) as nginx:
            expect(answer(port)[1] == body, "nginx answers with another body")
            sizes = [response_bytes(registry.port), response_bytes(port)]
            ours, theirs = in_turns(
                PAIRS,
                lambda: cpu_per_request(registry.process.pid, registry.url + PATH, LOAD_SECONDS),
                lambda: cpu_per_request(nginx.process.pid, f"http://127.0.0.1:{port}{PATH}", LOAD_SECONDS))
    what = f"CPU per check ({sizes[0]} bytes) / nginx `return 200` ({sizes[1]} bytes)"
    return [ratio_row(what, ours, theirs, "µs", 1.15)]


def answer(port):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", PATH)
    response = connection.getresponse()
    expect(response.status == 200, f"a check answered {response.status}")
    return response.headers, response.read()


def response_bytes(port):
    """Length of the whole response, headers included."""
    headers, body = answer(port)
    return len("HTTP/1.1 200 OK\r\n\r\n") + sum(len(name) + len(value) + 4 for name, value in headers.items()) + len(body)


def same_answer(head, body, port):
    """An http block that answers with the same body and headers; nginx adds its own Server, Date and Connection."""
    own = "\n".join(
        f"add_header {name} {quoted(value)};" for name, value in head.items() if name.lower() not in OWN_HEADERS)
    return f"""
        server_tokens off; keepalive_requests 1000000000; default_type {head["Content-Type"].split(";")[0]};
        server {{
            listen 127.0.0.1:{port} backlog=1024;
            location / {{ {own} add_header X-Request-Id $request_id; return 200 {quoted(body.decode())}; }}
        }}
    """


def quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
