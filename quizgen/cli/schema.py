"""`quiz schema`: what editors want to know of the files that people write."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from quizgen.cli.screen import guarded


@guarded
def schema(
    kind: Annotated[
        str, typer.Argument(metavar="[template|pack|blueprint|columns]", help="Whose schema.")
    ] = "template",
) -> None:
    """Print a JSON Schema for editors.

    \b
      quiz schema > template.schema.json
      quiz schema pack > pack.schema.json
      quiz schema blueprint > blueprint.schema.json
      quiz schema columns > columns.schema.json

    An editor with a YAML language server then completes keys, explains them and marks slips, if this comment is the
    first line of a file: # yaml-language-server: $schema=template.schema.json (the path from the file to the schema).
    """
    from quizgen.authoring import schema as schemas

    typer.echo(json.dumps(schemas.schema(kind), ensure_ascii=False, indent=2))
