"""What schemathesis cannot know from /openapi.json: texts of the range grammar, and zips that are bundles."""

import io
import zipfile

import schemathesis
from hypothesis import strategies as st

NUMBER = st.integers(0, 99).map(str)
PARTIAL = st.lists(NUMBER, min_size=1, max_size=3).map(".".join)
COMPARATOR = st.tuples(st.sampled_from(["", "^", "~", ">=", ">", "<=", "="]), PARTIAL).map("".join)
schemathesis.openapi.format("version-range", st.one_of(st.just("*"), COMPARATOR))


def bundle(text):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("index.html", text)
    return data.getvalue()


schemathesis.openapi.media_type("application/zip", st.text("abc", max_size=8).map(bundle))


@schemathesis.serializer("application/zip")
def zip_bytes(_, value):
    return value if isinstance(value, bytes) else str(value).encode()
