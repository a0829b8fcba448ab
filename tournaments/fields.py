"""Model fields of our own: exact fractions and append-only rows."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, TypeVar

from django.core.exceptions import ValidationError
from django.db import models

from engine.core.numbers import exact_number
from tournaments.errors import AppendOnly

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.models.expressions import Expression

    TextField = models.CharField[Any, Any]
    Rows = models.QuerySet[Any]
else:  # Django's own classes cannot be subscripted at run time
    TextField = models.CharField
    Rows = models.QuerySet


def as_fraction(value: object) -> Fraction | None:
    """Read exact text, an integer or a fraction; floats are refused, since they are not exact."""
    if value is None or isinstance(value, Fraction):
        return value
    if isinstance(value, float | bool) or not isinstance(value, int | str):
        raise ValidationError("A float is not exact.", code="not_exact")
    try:
        return exact_number(value) if isinstance(value, str) else Fraction(value)
    except ValueError as error:
        raise ValidationError(f"{value!r} is no number.", code="not_a_number") from error


M = TypeVar("M", bound=models.Model)


class FractionField(TextField):
    """An exact rational number, a `Fraction` in memory and its text ("20", "53/2") in the database."""

    if TYPE_CHECKING:
        _pyi_private_set_type: Fraction | int | str  # type: ignore[assignment]
        _pyi_private_get_type: Fraction  # type: ignore[assignment]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 60)
        super().__init__(*args, **kwargs)

    def from_db_value(
        self, value: str | None, expression: Expression, connection: BaseDatabaseWrapper
    ) -> Fraction | None:
        """Text of the database as a Fraction."""
        return None if value is None else Fraction(value)

    def to_python(self, value: object) -> Any:
        """Any exact value as a Fraction; raises ValidationError on others."""
        return as_fraction(value)

    def get_prep_value(self, value: object) -> str | None:
        """The canonical text that is stored."""
        fraction = as_fraction(value)
        return None if fraction is None else str(fraction)

    def value_to_string(self, obj: models.Model) -> str:
        """Text for the serializer of fixtures."""
        return self.get_prep_value(self.value_from_object(obj)) or ""


class AppendOnlyQuerySet(Rows):
    """Rows that are history: whoever tries to change or delete them in bulk is a bug of ours."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise AppendOnly(self.model.__name__)

    def delete(self) -> NoReturn:
        """Refuse."""
        raise AppendOnly(self.model.__name__)

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise AppendOnly(self.model.__name__)


class AppendOnlyManager(models.Manager[M]):
    """Hands out querysets that refuse to change anything."""

    def get_queryset(self) -> models.QuerySet[M]:
        """All rows, for reading."""
        return AppendOnlyQuerySet(self.model, using=self._db)


class AppendOnlyModel(models.Model):
    """A row that is written once. Only a whole event is ever removed: scoring/archive/erase.py."""

    objects: ClassVar[AppendOnlyManager[Self]] = AppendOnlyManager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert; raises AppendOnly for a row that is stored already."""
        if self.pk is not None and not self._state.adding:
            raise AppendOnly(type(self).__name__)
        kwargs.setdefault("force_insert", True)
        super().save(*args, **kwargs)

    def delete(self, using: str | None = None, keep_parents: bool = False) -> NoReturn:
        """Refuse."""
        raise AppendOnly(type(self).__name__)
