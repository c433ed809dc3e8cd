"""`quiz site`: the practice page as a folder for any host, or opened on this machine."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from quizgen.cli.options import BankPaths, open_bank
from quizgen.cli.screen import guarded, screen

site = typer.Typer(help="Make the practice page, or open it.", no_args_is_help=True, rich_markup_mode=None)

Packs = Annotated[list[str] | None, typer.Option("--pack", metavar="NAME", help="Only this pack; repeat it for more.")]


@site.command("build")
@guarded
def build(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to make, or to make anew.")],
    pack: Packs = None,
    bank: BankPaths = None,
) -> None:
    """Make the practice page: a folder of files for any host.

    \b
      quiz site build --out public
      quiz site build --out public --pack distributed_training

    The page runs in the browser, without a network after the first visit. A folder that this command made is replaced;
    any other that isn't empty is left as it is.
    """
    size = _built(out, pack, bank)
    screen().say(f"{out}: {size / 1e6:.1f} MB. Put it on any host, or look at it with `python -m http.server`.")


@site.command("serve")
@guarded
def serve(
    pack: Packs = None,
    bank: BankPaths = None,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, metavar="N", help="0 takes any free one.")] = 8765,
    show: Annotated[bool, typer.Option("--open/--no-open", help="Open it in the browser.")] = True,
) -> None:
    """Make the practice page and open it, on this machine only.

    \b
      quiz site serve
      quiz site serve --bank my_pack --no-open
    """
    import webbrowser

    from quizgen.site.serving import address, server

    with tempfile.TemporaryDirectory(prefix="quizgen-site-") as folder:
        made = Path(folder) / "site"
        _built(made, pack, bank)
        with server(made, port) as running:
            screen().say(f"The practice page is at {address(running)} (Ctrl-C ends it).")
            if show:
                webbrowser.open(address(running))
            running.serve_forever()


def _built(out: Path, packs: list[str] | None, bank: BankPaths) -> int:
    """Write the site; its size in bytes."""
    from quizgen.site.bundle import bundles
    from quizgen.site.folder import files, write
    from quizgen.site.runtime import runtime

    found = runtime()
    if found.stale:
        typer.echo(f"quiz: {found.stale}", err=True)
    made = files(found, bundles(open_bank(bank), packs or ()))
    write(made, out)
    return sum(map(len, made.values()))
