import re

from rest_framework.exceptions import NotFound
from rest_framework.response import Response
from rest_framework.views import APIView

from .models import Pet
from .serializers import ListQuery, PetSerializer


class PetsView(APIView):
    def get(self, request):
        # As a dict: from a QueryDict, a serializer takes an empty value for an absent one.
        query = ListQuery(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        limit = query.validated_data.pop("limit")
        return Response(PetSerializer(Pet.objects.filter(**query.validated_data).order_by("id")[:limit], many=True).data)

    def post(self, request):
        pet = PetSerializer(data=request.data)
        pet.is_valid(raise_exception=True)
        pet.save()
        return Response(pet.data, status=201)


class PetView(APIView):
    def get(self, request, pet_id):
        # get.invalid-id, errors.no-5xx: SQLite raises OverflowError for what is not an int64.
        is_id = re.fullmatch("-?[0-9]{1,19}", pet_id) and -(2**63) <= int(pet_id) < 2**63
        pet = Pet.objects.filter(pk=int(pet_id)).first() if is_id else None
        if pet is None:
            raise NotFound("There is no such pet.")
        # deprecation.announced: since 1 June 2025, until 5 December 2030.
        sunset = {"Deprecation": "@1748736000", "Sunset": "Thu, 05 Dec 2030 00:00:00 GMT"}
        return Response(PetSerializer(pet).data, headers=sunset)
