from django.conf import settings
from rest_framework import serializers

from .models import Pet, Status


class StrictCharField(serializers.CharField):
    def to_internal_value(self, data):
        # create.wrong-type: CharField takes numbers as text.
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictIntegerField(serializers.IntegerField):
    def to_internal_value(self, data):
        # create.wrong-type: IntegerField takes "1". A bool is an int in Python, hence type().
        if type(data) is not int and settings.NAIVE != "integer-field":
            self.fail("invalid")
        return super().to_internal_value(data)


class PetSerializer(serializers.ModelSerializer):
    # create.whitespace: by default, CharField trims.
    name = StrictCharField(allow_blank=True, trim_whitespace=False)
    # create.out-of-range, errors.no-5xx: SQLite raises OverflowError for what is not an int64.
    categoryId = StrictIntegerField(source="category_id", min_value=-(2**63), max_value=2**63 - 1)
    status = serializers.ChoiceField(Status.values, required=False)

    class Meta:
        model = Pet
        fields = ["id", "name", "categoryId", "status"]

    def to_representation(self, pet):
        # body.pet-shape: a pet without a status has no such field; null is not a status.
        return {field: value for field, value in super().to_representation(pet).items() if value is not None}


class ListQuery(serializers.Serializer):
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)
    status = serializers.ChoiceField(Status.values, required=False)
