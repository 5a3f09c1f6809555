"""The Pet Store service in FastAPI, with the pets in memory."""

import itertools
import json
import os
import re
from enum import Enum
from hmac import compare_digest
from http import HTTPStatus
from typing import Optional

from fastapi import FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel, StrictStr, conint, validator
from starlette.exceptions import HTTPException

API_KEY = os.environ["API_KEY"]
NAIVE = os.environ.get("NAIVE")


class Status(str, Enum):
    available = "available"
    pending = "pending"
    sold = "sold"


class NewPet(BaseModel):
    # create.wrong-type: str and int convert, so that 42 becomes the name "42", and "1", true and 1.5 become integers.
    # create.out-of-range: integers have no limits in Python.
    name: StrictStr
    categoryId: conint(strict=NAIVE != "coercion", ge=-(2**63), lt=2**63)
    status: Optional[Status] = None

    @validator("status", pre=True)
    def has_no_null(cls, status):
        # create.null-status: Optional takes null. Pydantic does not validate the default, so an absent status passes.
        if status is None:
            raise ValueError("null is not a status")
        return status

    @validator("name")
    def is_unicode(cls, name):
        # errors.no-5xx: JSON can escape half a surrogate pair, which the response cannot encode as UTF-8.
        if re.search("[\ud800-\udfff]", name):
            raise ValueError("half a surrogate pair is not text")
        return name


class Pet(BaseModel):
    id: int
    name: str
    categoryId: int
    status: Optional[Status] = None


class StrictJson(APIRoute):
    """Reads bodies without the extensions of Python's JSON: NaN and Infinity are not values (create.lenient-body)."""

    def get_route_handler(self):
        handle = super().get_route_handler()

        async def handle_strictly(request: Request):
            return await handle(StrictJsonRequest(request.scope, request.receive))

        return handle_strictly


class StrictJsonRequest(Request):
    async def json(self):
        return json.loads(await self.body(), parse_constant=refuse_constant)


def refuse_constant(name: str):
    raise HTTPException(400, f"{name} is not JSON.")


app = FastAPI()
app.router.route_class = StrictJson
pets: dict[int, Pet] = {}
ids = itertools.count(1)


@app.middleware("http")
async def authenticate(request: Request, call_next):
    # auth.first: a dependency runs after the body is parsed, so that broken JSON would be reported without a credential.
    # HTTPBearer also answers 403 where the specification asks for 401 (auth.missing, auth.malformed).
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    # auth.invalid-key, errors.no-5xx: compare_digest raises TypeError for text outside ASCII.
    given, key = token.strip().encode("latin-1"), API_KEY.encode()
    # auth.scheme-case: the name of a scheme has no case.
    if scheme.lower() != "bearer" or not compare_digest(given, key):
        return error(401, "Send the API key as a bearer token.")
    return await call_next(request)


# body.pet-shape: a pet without a status has no such field; without the argument it has null.
without_null = {"response_model_exclude_none": NAIVE != "null-status"}


@app.get("/v1/pets", response_model=list[Pet], **without_null)
async def list_pets(limit: int = Query(20, ge=1, le=100), status: Optional[Status] = None):
    matching = (pet for pet in pets.values() if status is None or pet.status == status)
    return list(itertools.islice(matching, limit))


@app.post("/v1/pets", response_model=Pet, status_code=201, **without_null)
async def create_pet(new: NewPet):
    pet = Pet(id=next(ids), **new.dict(exclude_unset=True))
    pets[pet.id] = pet
    return pet


@app.get("/v1/pets/{pet_id}", response_model=Pet, deprecated=True, **without_null)
async def get_pet(pet_id: int, response: Response):
    if pet_id not in pets:
        raise HTTPException(404, "There is no such pet.")
    # deprecation.announced: since 1 June 2025, until 5 December 2030.
    response.headers["Deprecation"] = "@1748736000"
    response.headers["Sunset"] = "Thu, 05 Dec 2030 00:00:00 GMT"
    return pets[pet_id]


def error(status: int, message: str):
    # errors.shape: FastAPI's own errors are {"detail": ...}.
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    return JSONResponse({"code": HTTPStatus(status).name.lower(), "message": message, "status": status}, status, headers)


@app.exception_handler(HTTPException)
async def http_error(request: Request, exception: HTTPException):
    return error(exception.status_code, exception.detail)


@app.exception_handler(RequestValidationError)
async def invalid(request: Request, exception: RequestValidationError):
    # create.missing-field and others: FastAPI answers 422 where the specification asks for 400.
    if "pet_id" in request.path_params:
        return error(404, "There is no such pet.")
    what = "; ".join(f"{' '.join(map(str, one['loc']))}: {one['msg']}" for one in exception.errors())
    return error(422 if NAIVE == "unprocessable" else 400, what)


@app.exception_handler(Exception)
async def unexpected(request: Request, exception: Exception):
    return error(500, "Something went wrong.")
