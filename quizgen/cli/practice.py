"""`quiz practice`: questions in a terminal, with hints, second tries and worked solutions."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from quizgen.cli.options import BankPaths, open_bank, sound
from quizgen.cli.screen import INTERRUPTED, Screen, Stopped, guarded, screen
from quizgen.errors import NotFound

if TYPE_CHECKING:
    from quizgen.bank import Bank
    from quizgen.figures import Figure
    from quizgen.packs.pack_entries import Entry
    from quizgen.practice.choosing import Wanted
    from quizgen.practice.session import Said, Sitting
    from quizgen.prose import Prose, Values
    from quizgen.result import Mark
    from quizgen.variant import PublicPart, Variant

COMMANDS = ":h hint, :s solution, :n next, :q quit"


@guarded
def practice(
    level: Annotated[int | None, typer.Option("--level", min=1, max=5, help="Only problems of this level.")] = None,
    skill: Annotated[str, typer.Option("--skill", help="Only problems that train this skill.")] = "",
    cell: Annotated[str, typer.Option("--cell", help="Only problems of this scenario (a letter).")] = "",
    template: Annotated[str, typer.Option("--id", metavar="ID", help="Only this template.")] = "",
    count: Annotated[int, typer.Option("--count", min=1, help="How many problems.")] = 5,
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="Any text; the same problems again.")] = "",
    bank: BankPaths = None,
) -> None:
    """Answer fresh problems, each judged at once.

    \b
      quiz practice --level 3            five problems of level 3
      quiz practice --cell B --count 2   two on scenario B
      quiz practice --id L2.3 --seed 7   the same problems whenever you come back

    An answer that can't be read, or can't be decided, costs no try; a wrong one may be tried again, three times in all.
    At the prompt :h gives a hint, :s the worked solution, :n leaves the part, :q quits with a summary.
    """
    from quizgen.practice.choosing import Wanted

    packs = open_bank(bank)
    seed = seed or os.urandom(4).hex()
    talk = Conversation(screen(), packs)
    code = talk.hold(template, Wanted(level, skill, cell), count, seed)
    talk.sum_up(seed)
    raise typer.Exit(code)


class Conversation:
    """A practice session on one screen; it keeps the sittings so that there is a summary however it ends."""

    def __init__(self, on: Screen, packs: Bank) -> None:
        self.screen = on
        self.packs = packs
        self.sittings: list[Sitting] = []
        self.cards_seen: dict[str, int] = {}
        if on.typed:
            _edit_lines()

    def hold(self, template: str, wanted: Wanted, count: int, seed: str) -> int:
        """Pose `count` questions; gives the exit code: 0 at the end of the input or after :q, 130 after Ctrl-C."""
        from quizgen.practice.choosing import fitting, fresh, order

        packs = self.packs
        entries = fitting([packs.find(template)] if template else sound(packs), wanted)
        posed: frozenset[str] = frozenset()
        try:
            for number, entry in zip(range(1, count + 1), order(entries, seed), strict=False):
                variant = fresh(_drawing(packs, entry), seed, number, posed)
                posed |= {variant.id}
                self.pose(variant, f"{number} of {count}", last=number == count)
        except Stopped as stopped:
            return stopped.code
        except KeyboardInterrupt:
            self.screen.say()
            return INTERRUPTED
        return 0

    def pose(self, variant: Variant, place: str, *, last: bool) -> None:
        """One question from its stem to its worked solution, and recall cards on it."""
        from quizgen.practice.session import ask

        sitting = ask(variant)
        self.sittings.append(sitting)
        self._head(sitting, place)
        asked = ""
        while sitting.part is not None:
            if sitting.part.id != asked:
                asked = sitting.part.id
                self._ask_part(sitting, sitting.part)
            if sitting.point is None:
                sitting = self._take(sitting, self._line(sitting.part))
            else:
                sitting = self._tick(sitting, sitting.point)
            self.sittings[-1] = sitting
        if self._explain(sitting) and self.screen.typed and not last:
            while self._typed("Enter: next problem, :c a recall card, :q quit > ") in (":c", "c"):
                self._card(sitting)

    def _line(self, part: PublicPart) -> str:
        """What is typed; for a matrix, with the lines that close its brackets."""
        from quizgen.cli.open_lines import whole_answer

        line = self.screen.ask()
        return whole_answer(line, lambda: self.screen.ask("... ")) if part.answer == "matrix" else line

    def sum_up(self, seed: str) -> None:
        """The summary; the part that is open counts as not answered, those behind it weren't asked."""
        from quizgen.cli.telling import amount, counted
        from quizgen.practice.session import put_away
        from quizgen.practice.summary import summarise

        if not self.sittings:
            return
        summary = summarise([put_away(sitting) for sitting in self.sittings])
        self.screen.say()
        self.screen.say("Summary", style="title")
        self.screen.say_wrapped(
            f"{counted(summary.parts, 'part')} of {counted(summary.questions, 'problem')}: "
            f"{summary.right_at_once} right at once, {summary.right_later} with a hint or at a later try; "
            f"{amount(summary.points)} of {counted(summary.of, 'point')}"
            + (f", {amount(summary.to_mark)} to be marked." if summary.to_mark else ".")
        )
        if summary.again:
            self.screen.say_wrapped("Worth another try: " + ", ".join(summary.again))
        self.screen.say_wrapped(f"The same problems again: --seed {shlex.quote(seed)}", style="quiet")

    def _take(self, sitting: Sitting, line: str) -> Sitting:
        """What one typed line does to the question."""
        from quizgen.practice import session

        step: session.Step[Said]
        command = line.casefold() if line.startswith(":") else self._bare(sitting, line)
        match command:
            case ":q" | ":quit":
                raise Stopped(0)
            case ":h" | ":hint":
                step = session.hint(sitting)
            case ":s" | ":solution":
                step = session.open_part(sitting)
            case ":n" | ":next":
                step = session.leave(sitting)
            case "":
                step = session.answer(sitting, line)
            case _:
                self.screen.say_wrapped(f"There is no {line}; there are {COMMANDS}.")
                return sitting
        self._tell(step.sitting, step.said)
        return step.sitting

    def _tick(self, sitting: Sitting, point: Mark) -> Sitting:
        """One point of an open answer: whether the answer makes it, as the learner sees it."""
        from quizgen.practice import session

        of = len(sitting.last.marks) if sitting.last is not None else 0
        self._say_prose(f"Point {len(sitting.ticks) + 1} of {of}: ", point.say.prose, sitting, point.say.values)
        if point.found:
            self.screen.say_wrapped(f"found: “{point.found}”", indent="  ", style="quiet")
        made = None
        while made is None:
            line = self._typed("Does your answer say so? y/n > ")
            if line in (":n", ":next"):
                return session.leave(sitting).sitting
            made = {"y": True, "yes": True, "n": False, "no": False}.get(line)
        step = session.tick(sitting, made=made)
        self._tell(step.sitting, step.said)
        return step.sitting

    def _typed(self, prompt: str) -> str:
        """One line in small letters. Raises Stopped for :q."""
        line = self.screen.ask(prompt).casefold()
        if line in (":q", ":quit", "q"):
            raise Stopped(0)
        return line

    def _card(self, sitting: Sitting) -> None:
        """A recall card that trains a skill of the problem; another one each time."""
        from quizgen.cards import of_skills, shuffled
        from quizgen.cli.cards import show_card

        template = sitting.variant.template
        try:
            fitting = of_skills(self.packs.cards(template.id.partition("/")[0]), template.skills)
        except NotFound:
            self.screen.say("There is no card on this.")
            return
        seen = self.cards_seen.setdefault(template.id, 0)
        self.cards_seen[template.id] += 1
        show_card(self.screen, shuffled(fitting, sitting.variant.id)[seen % len(fitting)])

    def _bare(self, sitting: Sitting, line: str) -> str:
        """`?` and `q` are commands only where the part can't read them as an answer."""
        from quizgen.practice.session import judge

        command = {"?": ":h", "q": ":q"}.get(line, "")
        return command if command and judge(sitting, line).verdict.outcome in ("malformed", "pending") else ""

    def _head(self, sitting: Sitting, place: str) -> None:
        from quizgen.renderer import recalls_text, terminal

        shows, width = sitting.shows, self.screen.width
        self.screen.say()
        self.screen.say(f"{place} · {shows.label} · {shows.title} · level {shows.level}", style="title")
        self.screen.say()
        self.screen.say(terminal(shows.stem, shows.values, shows.texts, width).rstrip())
        if shows.recalls:
            self.screen.say()
            self.screen.say(recalls_text(shows, width))
        self._draw(shows.figure, shows.values)
        if shows.forecast:
            self.screen.say()
            self._say_prose("Forecast: ", shows.forecast, sitting)

    def _draw(self, figure: Figure, values: Values, log: str = "natural") -> None:
        """A figure, if there is one."""
        from quizgen import figures

        if figure:
            self.screen.say()
            self.screen.say(figures.text(figure, values, self.screen.width, log))

    def _ask_part(self, sitting: Sitting, part: PublicPart) -> None:
        from quizgen.renderer import part_text

        self.screen.say()
        self.screen.say(part_text(part, sitting.shows, self.screen.width).rstrip())
        if part.answer == "matrix":
            self.screen.say_wrapped("(on one line, row by row: [[1, 2], [3, 4]]; a vector as (1, 2))", indent="  ")

    def _tell(self, sitting: Sitting, said: Said) -> None:
        from quizgen.cli.telling import counted, tell_verdict
        from quizgen.practice import session

        shows = sitting.shows
        match said:
            case session.Judged(result) if result.marks:
                self.screen.say_wrapped("Hold your answer against what a good one says, point by point.")
            case session.Judged(result, left, steps):
                tell_verdict(self.screen, result, shows.texts, reading=True, evidence=not left)
                if result.verdict.outcome == "undecided":
                    self.screen.say_wrapped(f"It isn't counted: write it in another way ({COMMANDS}).", style="quiet")
                elif left and result.verdict.outcome != "malformed":
                    self.screen.say_wrapped(f"{counted(left, 'try', 'tries')} left ({COMMANDS})", style="quiet")
                if left or result.verdict.outcome in session.SETTLED | session.UNCOUNTED:
                    self._show_steps(sitting.variant, steps)
                else:
                    self._open(sitting.variant, result.part, steps)
            case session.Ticked(result, steps) if result is not None:
                tell_verdict(self.screen, result._replace(marks=()), shows.texts, reading=False, evidence=True)
                self._show_steps(sitting.variant, steps)
            case session.Left(_, steps):
                self._show_steps(sitting.variant, steps)
            case session.Nudged():
                told = f"Nothing typed. Enter again to leave this part ({COMMANDS})."
                self.screen.say_wrapped(told, style="quiet")
            case session.Opened(part, names):
                self._open(sitting.variant, part, names)
            case session.Hinted(says, number, of) if says:
                self._say_prose(f"Hint {number} of {of}: ", says, sitting)
            case session.Hinted(of=of):
                self.screen.say("No more hints." if of else "This part has no hint.")

    def _say_prose(self, mark: str, prose: Prose, sitting: Sitting, values: Values | None = None) -> None:
        from quizgen.renderer import terminal

        known = sitting.shows.values if values is None else values
        self.screen.say_after(mark, partial(terminal, prose, known, sitting.shows.texts))

    def _open(self, variant: Variant, part: str, names: frozenset[str]) -> None:
        """How one part is solved: its steps, and its key."""
        from quizgen.page_api import key
        from quizgen.renderer import part_key_text

        self._show_steps(variant, names)
        told = part_key_text(variant, part, self.screen.width)
        self.screen.say(f"Answer:\n{told}" if told else f"Answer: {key(variant, part)}")

    def _show_steps(self, variant: Variant, names: frozenset[str]) -> None:
        from quizgen.explainer import solution
        from quizgen.renderer import step_text

        steps = [step for step in solution(variant) if step.name in names] if names else []
        for number, step in enumerate(steps, 1):
            self.screen.say(step_text(number, step, variant.template.texts, self.screen.width))

    def _explain(self, sitting: Sitting) -> bool:
        """The worked solution: a step at each Enter where a person sits there, all of it into a pipe.

        Gives whether it was told to its end.
        """
        from quizgen.explainer import solution
        from quizgen.practice.session import reveal
        from quizgen.renderer import step_text

        steps, shows, width = solution(sitting.variant), sitting.shows, self.screen.width
        everything = not self.screen.typed
        self.screen.say()
        self.screen.say("Worked solution", style="title")
        while sitting.stage != "over" and sitting.told < len(steps):
            if not everything:
                line = self._typed("Enter: next step, :a all of it, :c a recall card, :n next problem, :q quit > ")
                if line in (":n", "n"):
                    return False
                if line in (":c", "c"):
                    self._card(sitting)
                    continue
                everything = line in (":a", "a")
            sitting, opened = reveal(sitting, len(steps), everything=everything)
            self.sittings[-1] = sitting
            for number in range(opened.first, opened.end):
                self.screen.say(step_text(number + 1, steps[number], shows.texts, width))
        self._close(sitting)
        return True

    def _close(self, sitting: Sitting) -> None:
        """What stands behind the last step: the figure, the keys that no step gives, checks, and words."""
        from quizgen.explainer import checks
        from quizgen.renderer import keys_text, terminal, words_text

        variant, template = sitting.variant, sitting.variant.template
        self._draw(template.solution_figure, variant.values, template.log)
        if told := keys_text(variant, self.screen.width):
            self.screen.say(f"\n{told}\n")
        says = checks(variant)
        if says:
            self.screen.say("To check:")
        for check in says:
            self.screen.say_after("• ", partial(terminal, check.prose, check.values, template.texts))
        if words := words_text(variant, self.screen.width):
            self.screen.say(f"Words:\n{words}")


def _drawing(packs: Bank, entry: Entry) -> Callable[[str], Variant]:
    from quizgen.generator import instantiate

    compiled = packs.compiled(entry)
    return lambda seed: instantiate(compiled, seed)


def _edit_lines() -> None:
    """Arrow keys and history at the prompt, where the system has them."""
    try:
        import readline  # noqa: F401 - its import is its effect
    except ImportError:
        return
