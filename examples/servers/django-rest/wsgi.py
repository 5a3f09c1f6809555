"""The WSGI application, with bodies that arrive in pieces."""

import io

from django.conf import settings
from django.core.wsgi import get_wsgi_application

django = get_wsgi_application()


def application(environ, start_response):
    # create.echo: Django reads as many bytes as Content-Length says, and a chunked body has none. Gunicorn has removed
    # the chunks and ends the input where the body ends.
    if "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "") and settings.NAIVE != "pieces":
        body = environ["wsgi.input"].read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
        environ.update({"wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body))})
    return django(environ, start_response)
