from hmac import compare_digest

from django.conf import settings
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import NotAuthenticated


class BearerAuthentication(BaseAuthentication):
    """TokenAuthentication expects the scheme Token, in a table of users."""

    def authenticate(self, request):
        # The header as bytes: compare_digest raises TypeError for text outside ASCII (auth.invalid-key, errors.no-5xx).
        scheme, _, token = get_authorization_header(request).partition(b" ")
        # auth.scheme-case: the name of a scheme has no case.
        if scheme.lower() != b"bearer" or not compare_digest(token.strip(), settings.API_KEY.encode()):
            raise NotAuthenticated("Send the API key as a bearer token.")
        return "client", None

    def authenticate_header(self, request):
        # auth.missing and others: without a challenge, REST framework turns every 401 into 403.
        return None if settings.NAIVE == "no-challenge" else "Bearer"
