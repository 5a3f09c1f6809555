from django.urls import path

from pets.errors import error_view
from pets.views import PetsView, PetView

# get.unknown: the converter <int:pet_id> takes no negative numbers, and Django's own 404 is HTML.
urlpatterns = [path("v1/pets", PetsView.as_view()), path("v1/pets/<str:pet_id>", PetView.as_view())]

# errors.shape, body.content-type: Django's own errors are HTML.
handler400, handler404, handler500 = error_view(400), error_view(404), error_view(500)
