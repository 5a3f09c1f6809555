from http import HTTPStatus

from django.http import JsonResponse
from rest_framework.views import exception_handler


def error(status, message):
    return {"code": HTTPStatus(status).name.lower(), "message": message, "status": status}


def as_error(exception, context):
    # errors.shape: REST framework's own errors are {"detail": ...}, or one list for each field.
    response = exception_handler(exception, context)
    if response is not None:
        fields = (f"{field}: {' '.join(problems)}" for field, problems in response.data.items() if field != "detail")
        response.data = error(response.status_code, response.data.get("detail") or "; ".join(fields))
    return response


def error_view(status):
    return lambda request, exception=None: JsonResponse(error(status, HTTPStatus(status).phrase), status=status)
