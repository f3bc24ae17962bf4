"""What schemathesis cannot make from the OpenAPI document alone: zips for uploads."""

import io
import json
import zipfile

import schemathesis
from hypothesis import strategies

MEDIA_TYPE = "application/zip"


def zipped(page):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("index.html", page)
    return buffer.getvalue()


schemathesis.openapi.media_type(MEDIA_TYPE, strategies.binary(max_size=100).map(zipped))


@schemathesis.serializer(MEDIA_TYPE)
def serialize(_, value):
    """Also what is no zip at all, which negative tests send on purpose."""
    return value if isinstance(value, bytes) else json.dumps(value, default=str).encode()
