from django.db import models


class Status(models.TextChoices):
    AVAILABLE = "available"
    PENDING = "pending"
    SOLD = "sold"


class Pet(models.Model):
    name = models.TextField()
    category_id = models.BigIntegerField()
    status = models.TextField(null=True, db_index=True)
