from django.db import models


class Row(models.Model):
    price = models.IntegerField()


def total():
    return sum(row.price for row in Row.objects.all())
