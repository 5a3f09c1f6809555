"""The Pet Store service in Flask, with SQLAlchemy and SQLite."""

import json
import os
import re
from hmac import compare_digest

from flask import Flask, abort, jsonify, request
from sqlalchemy import BigInteger, Column, Integer, Text, create_engine, select
from sqlalchemy.orm import Session, declarative_base
from werkzeug.exceptions import HTTPException

API_KEY = os.environ["API_KEY"]
NAIVE = os.environ.get("NAIVE")
STATUSES = ("available", "pending", "sold")
INT64 = range(-(2**63), 2**63)

engine = create_engine(f"sqlite:///{os.environ['DATA']}/pets.db", future=True)
Base = declarative_base()


class Pet(Base):
    __tablename__ = "pets"
    id = Column(Integer, primary_key=True)
    name = Column(Text, nullable=False)
    category_id = Column(BigInteger, nullable=False)
    status = Column(Text, index=True)

    def as_json(self):
        pet = {"id": self.id, "name": self.name, "categoryId": self.category_id}
        # body.pet-shape: a pet without a status has no such field; null is not a status.
        return pet if self.status is None else {**pet, "status": self.status}


app = Flask(__name__)


@app.before_request
def authenticate():
    # Flask calls this before it reports an unknown route or reads a body, so that both get 401 first (auth.first).
    # request.authorization knows Basic and Digest only.
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    # auth.invalid-key, errors.no-5xx: compare_digest raises TypeError for text outside ASCII. WSGI decodes headers as
    # Latin-1, so this gives back the bytes that were sent.
    given, key = (token, API_KEY) if NAIVE == "compare-text" else (token.strip().encode("latin-1"), API_KEY.encode())
    # auth.scheme-case: the name of a scheme has no case.
    if scheme.lower() != "bearer" or not compare_digest(given, key):
        abort(401, "Send the API key as a bearer token.")


@app.get("/v1/pets")
def list_pets():
    pets = select(Pet).order_by(Pet.id)
    if "status" in request.args:
        if request.args["status"] not in STATUSES:
            abort(400, f"status must be one of {', '.join(STATUSES)}.")
        pets = pets.where(Pet.status == request.args["status"])
    # list.limit.malformed: request.args.get("limit", 20, type=int) would ignore what is not a number, and take 0.
    limit = request.args.get("limit", "20")
    if not re.fullmatch("[0-9]{1,3}", limit) or not 1 <= int(limit) <= 100:
        abort(400, "limit must be an integer from 1 to 100.")
    with Session(engine) as session:
        return jsonify([pet.as_json() for pet in session.scalars(pets.limit(int(limit)))])


@app.post("/v1/pets")
def create_pet():
    pet = Pet(**new_pet(read_json()))
    with Session(engine) as session:
        session.add(pet)
        session.commit()
        return pet.as_json(), 201


def read_json():
    try:
        # create.lenient-body: json.loads takes NaN and Infinity, and so does request.get_json().
        return json.loads(request.get_data(), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        abort(400, "The body must be JSON.")


def refuse_constant(name):
    raise ValueError(f"{name} is not JSON.")


def new_pet(body):
    # create.bad-body, errors.no-5xx: without this, a list or a text has no get() and gives a 500.
    if not isinstance(body, dict) and NAIVE != "any-body":
        abort(400, "The body must be a JSON object.")
    name, category_id = body.get("name"), body.get("categoryId")
    if not isinstance(name, str) or not is_unicode(name):
        abort(400, "name must be text.")
    # create.wrong-type: True is an int in Python, so isinstance() takes true for 1.
    # create.out-of-range, errors.no-5xx: SQLite raises OverflowError for what is not an int64.
    if type(category_id) is not int or category_id not in INT64:
        abort(400, "categoryId must be an int64.")
    # create.null-status: body.get("status") is None for null too. A tuple compares; a set would have to hash the value,
    # which raises TypeError for a list (create.bad-status, errors.no-5xx).
    if "status" in body and body["status"] not in (set(STATUSES) if NAIVE == "status-set" else STATUSES):
        abort(400, f"status must be one of {', '.join(STATUSES)}.")
    return {"name": name, "category_id": category_id, "status": body.get("status")}


def is_unicode(text):
    # errors.no-5xx: JSON can escape half a surrogate pair, which no database stores.
    return not re.search("[\ud800-\udfff]", text)


@app.get("/v1/pets/<pet_id>")
def get_pet(pet_id):
    # get.unknown: the converter <int:pet_id> takes no negative numbers; get.invalid-id, errors.no-5xx: it takes numbers
    # beyond int64, for which SQLite raises OverflowError.
    is_id = re.fullmatch("-?[0-9]{1,19}", pet_id) and int(pet_id) in INT64
    with Session(engine) as session:
        pet = session.get(Pet, int(pet_id)) if is_id else None
        if pet is None:
            abort(404, "There is no such pet.")
        # deprecation.announced: since 1 June 2025, until 5 December 2030.
        sunset = {"Deprecation": "@1748736000", "Sunset": "Thu, 05 Dec 2030 00:00:00 GMT"}
        return pet.as_json(), 200, sunset


@app.errorhandler(HTTPException)
def error(exception):
    # errors.shape, body.content-type: Flask's own errors are HTML. Unexpected exceptions come here too, as a 500.
    status = exception.code
    body = {"code": exception.name.lower().replace(" ", "_"), "message": exception.description, "status": status}
    return body, status, {"WWW-Authenticate": "Bearer"} if status == 401 else {}


Base.metadata.create_all(engine)
