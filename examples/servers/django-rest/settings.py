import os
import secrets

API_KEY = os.environ["API_KEY"]
NAIVE = os.environ.get("NAIVE")
SECRET_KEY = secrets.token_hex()  # Required, though nothing is signed.
ALLOWED_HOSTS = ["127.0.0.1"]
INSTALLED_APPS = ["rest_framework", "pets"]
ROOT_URLCONF = "urls"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{os.environ['DATA']}/pets.db"}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TIME_ZONE = "UTC"
USE_TZ = True
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["pets.authentication.BearerAuthentication"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "EXCEPTION_HANDLER": "pets.errors.as_error",
    "UNAUTHENTICATED_USER": None,
}
