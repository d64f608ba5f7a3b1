"""The ``mizban`` command as scripts see it: exit codes, one line for bad input, results on standard output alone."""

from __future__ import annotations

import argparse
import importlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import record
from companion.cli import COMMANDS, main
from companion.commands import Parser
from companion.locale import Catalogue
from companion.running import Running
from companion.staff import Pin
from companion.store import Store
from tests.companion.test_every_game import evening

ROOT = Path(__file__).resolve().parents[2]
DONE, NO, BAD, MISSING = 0, 1, 2, 3
THERE = [command for command, module in COMMANDS.items() if (ROOT / f"companion/commands/{module}.py").exists()]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a table with a match of Ethnos, and ``evening.jsonl``, its record."""
    home = tmp_path_factory.mktemp("home")
    played = evening(home, "ethnos", "published", 1, 12)
    lines = record.lines(played.history, secrets=True)
    (home / "evening.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    played.store.close()
    return home


@pytest.fixture
def home(kept: Path, tmp_path: Path) -> Path:
    """The same for one test to change."""
    return Path(shutil.copytree(kept, tmp_path / "home"))


def run(*arguments: str, home: Path | None = None, **environment: str) -> tuple[int, str, str]:
    """Exit code, standard output, standard error of ``mizban`` in a process of its own."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MIZBAN_", "LC_", "LANG"))}
    whole = {**clean, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **environment}
    if home is not None:
        whole["MIZBAN_HOME"] = str(home)
    command = [sys.executable, "-W", "error", "-m", "companion.cli", *arguments]
    ran = subprocess.run(
        command, env=whole, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False
    )
    return ran.returncode, ran.stdout, ran.stderr


def is_persian(text: str) -> bool:
    return any("\u0600" <= letter <= "\u06ff" for letter in text)


# ---------------------------------------------------------------------------------------------- in a process of its own


@pytest.mark.parametrize("command", THERE)
def test_every_command_has_its_help_on_standard_output(command: str):
    code, out, err = run(command, "--help")
    assert (code, err) == (DONE, "")
    assert f"mizban {command}" in out


@pytest.mark.parametrize("command", sorted(set(COMMANDS) - set(THERE)))
def test_a_command_that_this_version_lacks_says_so(command: str):
    code, out, err = run(command)
    assert (code, out) == (MISSING, "")
    assert command in err
    assert err.count("\n") == 1


WITHOUT = """
import sys

class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == sys.argv[1]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Gone())
from companion.cli import main
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize(
    ("part", "arguments"),
    [
        ("kivy", ("play",)),
        ("cv2", ("board", "read", "any.jpg")),
        ("serial", ("dice", "listen")),
        ("segno", ("match", "export", "ethnos", "--format", "qr")),
    ],
)
def test_a_part_that_is_missing_is_named_with_how_to_get_it(kept: Path, part: str, arguments: tuple[str, ...]):
    environment = {**os.environ, "MIZBAN_HOME": str(kept), "PYTHONPATH": str(ROOT), "MIZBAN_LANG": "en"}
    command = [sys.executable, "-c", WITHOUT, part, *arguments]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout) == (MISSING, ""), ran.stderr
    assert part in ran.stderr
    assert "pip install" in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_results_go_to_standard_output_and_all_else_to_standard_error(home: Path):
    code, out, err = run("match", "list", "--json", home=home)
    assert (code, err) == (DONE, "")
    assert [row["id"] for row in json.loads(out)] == ["ethnos-published"]
    code, out, err = run("restore", str(home / "mizban.db"), home=home)
    assert code == DONE, err
    assert out == f"{home / 'mizban.db'}\n"
    assert ".before-" in err


def test_a_pipe_that_closes_ends_it_quietly(home: Path):
    script = f"{sys.executable} -m companion.cli match show ethnos | head -n 1"
    environment = {**os.environ, "MIZBAN_HOME": str(home), "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(script, shell=True, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (DONE, "")
    assert ran.stdout.count("\n") == 1


# ---------------------------------------------------------------------------------------------- the answers


@pytest.fixture
def mizban(home: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """``mizban`` called in this process: exit code, standard output, standard error."""
    monkeypatch.setenv("MIZBAN_HOME", str(home))
    monkeypatch.chdir(home)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        out, err = capfd.readouterr()
        return code, out, err

    return call


BAD_ARGUMENTS = [
    ("",),
    ("dance",),
    ("match",),
    ("match", "dance"),
    ("match", "list", "--lang", "xx"),
    ("match", "show"),
    ("match", "show", "nope"),
    ("match", "export", "ethnos", "--format", "pdf"),
    ("match", "export", "ethnos", "--format", ""),
    ("match", "export", "nope"),
    ("match", "import", "nope.jsonl"),
    ("match", "import", "mizban.db"),
    ("match", "import", "."),
    ("match", "replay", "nope.jsonl"),
    ("selfplay", "chess"),
    ("selfplay", "arnika", "--matches", "0"),
    ("selfplay", "arnika", "--matches", "many"),
    ("selfplay", "arnika", "--options", "{"),
    ("selfplay", "arnika", "--options", "[1]"),
    ("selfplay", "arnika", "--options", '{"goal": "high"}'),
    ("selfplay", "arnika", "--options", '{"luck": 1}'),
    ("selfplay", "arnika", "--preset", "nope"),
    ("selfplay", "arnika", "--seats", "5"),
    ("play", "chess"),
    ("play", "--size", "wide"),
    ("restore", "nope.db"),
    ("restore", "evening.jsonl"),
    ("restore", "."),
    ("board", "read", "nope.jpg"),
    ("dice", "listen", "/dev/nope", "--seconds", "1"),
    ("dice", "listen", "--seconds", "-1"),
    ("dice", "listen", "--seconds", "soon"),
    ("dice", "simulate", "--every", "-1"),
    ("dice", "simulate", "--every", "nan"),
    ("dice", "simulate", "--bad", "7"),
    ("dice", "simulate", "--throws", "-2"),
    ("dice", "simulate", "--link", "nowhere/port"),
    ("check", "--try", "-1"),
    ("match", "list", "--json=3"),
]


@pytest.mark.parametrize("arguments", BAD_ARGUMENTS[1:], ids=lambda arguments: " ".join(arguments))
def test_bad_input_is_said_in_persian_to_a_persian(mizban, arguments: tuple[str, ...]):
    if "--lang" not in arguments:
        assert is_persian(mizban(*arguments, "--lang", "fa")[2])


def test_every_command_and_each_of_its_arguments_is_explained_in_persian():
    Parser.speak(Catalogue("fa"))
    parser = Parser(prog="mizban")
    commands = parser.add_subparsers(parser_class=Parser)
    for module in sorted({COMMANDS[command] for command in THERE}):
        importlib.import_module(f"companion.commands.{module}").add_parser(commands)

    def explained(one: argparse.ArgumentParser) -> Iterator[tuple[str, str | None]]:
        for action in one._actions:
            if isinstance(action, argparse._SubParsersAction):
                for name, below in action.choices.items():
                    yield f"{one.prog} {name}", below.description
                    yield from explained(below)
            else:
                yield f"{one.prog} {action.dest}", action.help

    told = dict(explained(parser))
    assert len(told) > 40
    assert [what for what, text in told.items() if not is_persian(text or "")] == []


@pytest.mark.parametrize("arguments", BAD_ARGUMENTS, ids=lambda arguments: " ".join(arguments) or "nothing")
@pytest.mark.parametrize("language", ["fa", "en"])
def test_bad_input_is_one_line_that_says_what_is_wrong(mizban, arguments: tuple[str, ...], language: str):
    given = (*arguments, "--lang", language) if "--lang" not in arguments else arguments
    code, out, err = mizban(*given)
    assert (code, out) == (BAD, "")
    assert err.count("\n") == 1, err
    assert "Traceback" not in err


def test_the_language_is_the_flags_or_else_the_environments(mizban, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("MIZBAN_LANG", raising=False)
    monkeypatch.setenv("LC_ALL", "fa_IR.UTF-8")
    assert is_persian(mizban("match", "show", "nope")[2])
    assert not is_persian(mizban("match", "show", "nope", "--lang=en")[2])


def test_the_flag_for_the_language_may_stand_before_or_after(mizban):
    assert is_persian(mizban("match", "show", "nope", "--lang", "fa")[2])
    assert is_persian(mizban("--lang", "fa", "match", "show", "nope")[2])
    assert is_persian(mizban("match", "--help", "--lang", "fa")[1])


def test_a_match_is_shown_by_the_beginning_of_its_id(mizban):
    code, out, err = mizban("match", "show", "eth", "--lang", "en")
    assert (code, err) == (DONE, "")
    assert "Ethnos" in out.splitlines()[0]


def test_a_damaged_store_is_not_taken_for_an_empty_one(mizban, home: Path):
    (home / "mizban.db").write_bytes(b"no database at all" * 500)
    _, out, err = mizban("match", "list")
    assert out == ""
    assert "mizban.db.damaged-" in err


@pytest.mark.parametrize("command", [("match", "list"), ("check",), ("backup", "copy.db")])
def test_a_command_fills_a_damaged_store_from_the_copies_of_the_table(mizban, home: Path, tmp_path: Path, command):
    (home / "backups").mkdir()
    shutil.copy(home / "mizban.db", home / "backups" / "mizban-20260101-000000.db")
    (home / "mizban.db").write_bytes(b"no database at all" * 500)
    mizban(*(str(tmp_path / word) if word.endswith(".db") else word for word in command))
    assert "ethnos" in mizban("match", "list")[1]


def test_an_export_to_where_no_folder_can_be_says_so_in_a_line(mizban, tmp_path: Path):
    taken = tmp_path / "taken"
    taken.touch()
    code, out, err = mizban("match", "export", "ethnos", "--format", "csv", "--out", str(taken))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert str(taken) in err


def test_an_exported_match_is_imported_elsewhere_and_stands_as_before(mizban, tmp_path: Path, home: Path):
    code, out, _ = mizban("match", "export", "ethnos", "--format", "jsonl")
    assert code == DONE
    path = tmp_path / "out.jsonl"
    path.write_text(out, "utf-8")
    other = str(tmp_path / "other")
    assert mizban("--home", other, "match", "import", str(path)) == (DONE, "ethnos-published\n", "")
    assert mizban("--home", other, "match", "import", str(path))[0] == NO, "it is there already"
    code, again, _ = mizban("--home", other, "match", "import", str(path), "--again")
    assert code == DONE
    assert again != "ethnos-published\n"
    here = mizban("--home", str(home), "match", "show", "ethnos", "--json")[1]
    there = mizban("--home", other, "match", "show", "ethnos-published", "--json")[1]
    assert here == there


def test_several_formats_become_files_whose_names_are_printed(mizban, tmp_path: Path):
    code, out, _ = mizban("match", "export", "eth", "--format", "json,csv,bgstats,qr", "--out", str(tmp_path / "out"))
    assert code == DONE
    files = [Path(line) for line in out.splitlines()]
    assert [file.suffix for file in files] == [".json", ".csv", ".txt", ".svg"]
    assert all(file.stat().st_size for file in files)


def test_a_record_is_replayed_and_another_standing_is_a_no(mizban, home: Path):
    code, out, _ = mizban("match", "replay", "evening.jsonl", "--json")
    assert code == DONE
    document = json.loads(out)
    assert document["same_as_recorded"] is True
    assert document["standing"]["scores"]
    lines = (home / "evening.jsonl").read_text("utf-8").splitlines()
    last = json.loads(lines[-1])
    last["standing"]["scores"][0]["total"] += 1
    (home / "other.jsonl").write_text("\n".join([*lines[:-1], json.dumps(last)]), "utf-8")
    code, out, err = mizban("match", "replay", "other.jsonl", "--json")
    assert (code, json.loads(out)["same_as_recorded"]) == (NO, False)
    assert err.count("\n") == 1
    (home / "torn.jsonl").write_text("\n".join(lines[:-1]), "utf-8")
    for file in ("other.jsonl", "torn.jsonl"):
        code, out, _ = mizban("match", "import", file, "--again")
        assert (code, out) == (BAD, ""), file
    code, out, err = mizban("match", "replay", "torn.jsonl", "--lang", "en")
    assert code == NO
    assert out, "how it stands so far"
    assert "is not whole" in err


def test_secrets_go_out_only_with_the_staff_pin(mizban, home: Path, monkeypatch: pytest.MonkeyPatch):
    def asked(pin: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{pin}\n"))
        answer: tuple[int, str, str] = mizban("match", "export", "ethnos", "--secrets", "--lang", "en")
        return answer

    code, out, err = asked("493827")
    assert (code, out) == (NO, ""), "there is no PIN yet"
    assert "PIN" in err
    assert Pin(home).choose("493827") is None
    assert asked("000000")[:2] == (NO, "")
    code, out, _ = asked("493827")
    assert code == DONE
    assert out.splitlines()[0].startswith('{"format":"mizban/1"')


def test_a_backup_is_restored_and_the_store_of_before_stays(mizban, home: Path, tmp_path: Path):
    code, out, _ = mizban("backup", str(tmp_path / "copy.db"))
    assert (code, out) == (DONE, f"{tmp_path / 'copy.db'}\n")
    code, out, err = mizban("backup", str(tmp_path / "copy.db"))
    assert (code, out) == (BAD, ""), "never over another file"
    assert err.count("\n") == 1
    assert mizban("backup", str(tmp_path))[0] == DONE
    assert len(list(tmp_path.glob("mizban-*.db"))) == 1
    (home / "mizban.db").write_bytes(b"gone" * 2000)
    assert mizban("restore", str(tmp_path / "copy.db"))[0] == DONE
    assert [row.match.id for row in Store(home / "mizban.db").matches()] == ["ethnos-published"]
    assert [path.read_bytes() for path in home.glob("mizban.db.before-*[0-9]")] == [b"gone" * 2000]


def test_there_is_nothing_to_back_up_before_there_is_a_store(mizban, tmp_path: Path):
    code, out, err = mizban("--home", str(tmp_path / "new"), "backup", str(tmp_path / "copy.db"))
    assert (code, out, err.count("\n")) == (NO, "", 1)


def test_random_play_prints_how_fast_and_how_it_ended(mizban):
    code, out, _ = mizban("selfplay", "score_pad", "--matches", "3", "--seed", "1", "--json")
    figures = json.loads(out)
    assert code == DONE
    assert (figures["matches"], figures["ended"]) == (3, 3)
    assert {"matches_per_s", "actions_per_s", "longest", "wins"} <= set(figures)
    out = mizban("selfplay", "score_pad", "--matches", "9", "--seats", "1", "--json")[1]
    assert set(json.loads(out)["wins"]) <= {"1"}
    assert mizban("selfplay", "score_pad", "--matches", "3", "--seed", "1", "--lang", "fa")[1].count("\n") == 1


# ---------------------------------------------------------------------------------------------- disks that take nothing


READS = [
    ("match", "list"),
    ("match", "show", "ethnos"),
    ("match", "export", "ethnos"),
    ("match", "export", "ethnos", "--format", "csv,qr", "--out", "{outside}"),
    ("backup", "{outside}/copy.db"),
]


def on_a_bad_disk(home: Path, kind: str, *arguments: str, live: bool = False) -> tuple[int, str, str]:
    """``mizban`` with ``home`` copied onto a disk that is "full" or "read-only", in a mount namespace of its own."""
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        pytest.skip("a disk of one's own needs root and unshare")
    outside = home.parent / "outside"
    disk = home.parent / "disk"
    for folder in (outside, disk):
        folder.mkdir(exist_ok=True)
    spoil = {
        "full": f"dd if=/dev/zero of={disk}/filler bs=1k status=none 2>/dev/null",
        "read-only": f"mount -o remount,ro {disk}",
    }[kind]
    spent = "" if live else f"rm -f {disk}/mizban.db-wal {disk}/mizban.db-shm;"
    script = f'mount -t tmpfs -o size=4m none {disk} && cp -r {home}/. {disk} && {spent} {spoil}; exec "$@"'
    told = [argument.format(outside=outside) for argument in arguments]
    command = ["unshare", "-m", "sh", "-c", script, "sh", sys.executable, "-m", "companion.cli", "--lang", "en"]
    environment = {**os.environ, "MIZBAN_HOME": str(disk), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    ran = subprocess.run([*command, *told], env=environment, capture_output=True, text=True, timeout=60, check=False)
    if "mount:" in ran.stderr or ran.stderr.startswith("unshare:"):  # as in a container or a chroot
        pytest.skip(f"no disk of one's own here: {ran.stderr.strip()}")
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.parametrize("kind", ["full", "read-only"])
@pytest.mark.parametrize("arguments", READS, ids=lambda arguments: " ".join(arguments[:3]))
def test_the_record_can_be_read_where_nothing_can_be_written(home: Path, kind: str, arguments: tuple[str, ...]):
    code, out, err = on_a_bad_disk(home, kind, *arguments)
    assert (code, err) == (DONE, "")
    assert out


@pytest.mark.parametrize("kind", ["full", "read-only"])
def test_what_only_the_log_of_a_cut_off_table_holds_is_read_too(home: Path, kind: str):
    store = Store(home / "mizban.db")
    (kept,) = store.matches()
    ended = None if kept.ended is not None else kept.match.began + 60.0  # the other of the two, so that it is written
    store.end(kept.match.id, ended)
    assert Path(f"{store.path}-wal").stat().st_size
    code, out, err = on_a_bad_disk(home, kind, "match", "list", "--json", live=True)
    store.close()
    assert (code, err) == (DONE, "")
    assert [row["ended"] is None for row in json.loads(out)] == [ended is None]


@pytest.mark.parametrize(("kind", "why"), [("full", "full"), ("read-only", "Read-only file system")])
def test_what_can_not_be_stored_is_told_with_the_disks_own_reason(home: Path, kind: str, why: str):
    code, out, err = on_a_bad_disk(home, kind, "match", "import", str(home / "evening.jsonl"), "--again")
    assert (code, out, err.count("\n")) == (BAD, "", 1)
    assert str(home.parent / "disk" / "mizban.db") in err
    assert why in err


@pytest.mark.parametrize("kind", ["full", "read-only"])
def test_a_restore_that_the_homes_disk_refuses_blames_that_disk(home: Path, tmp_path: Path, kind: str):
    shutil.copy(home / "mizban.db", tmp_path / "copy.db")
    code, out, err = on_a_bad_disk(home, kind, "restore", str(tmp_path / "copy.db"))
    assert (code, out, err.count("\n")) == (BAD, "", 1)
    assert str(tmp_path / "disk" / "mizban.db") in err
    assert "copy.db" not in err


@pytest.mark.parametrize("arguments", [("match", "list"), ("match", "export", "ethnos"), ("match", "show", "ethnos")])
def test_output_that_can_not_be_written_is_said_in_a_line(home: Path, arguments: tuple[str, ...]):
    environment = {**os.environ, "MIZBAN_HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "companion.cli", "--lang", "en", *arguments]
    with open("/dev/full", "w") as full:
        ran = subprocess.run(command, env=environment, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (ran.returncode, ran.stderr.count("\n")) == (BAD, 1), ran.stderr
    assert "No space left" in ran.stderr


# ---------------------------------------------------------------------------------------------- for a person to read


def test_a_list_in_persian_has_persian_digits_and_commas(mizban):
    (line,) = mizban("match", "list", "--lang", "fa")[1].splitlines()
    shown = re.sub("\u2068.*?\u2069", "", line)  # ids and names stay as they are
    assert not re.search("[0-9,]", shown), shown
    assert re.search("[۰-۹]", shown)


def test_a_name_in_the_other_script_can_not_turn_a_line(mizban, home: Path):
    lines = (home / "evening.jsonl").read_text("utf-8").splitlines()
    header = json.loads(lines[0])
    for seat, name in zip(header["seats"], ("سارا", "Bob"), strict=False):
        seat["name"] = name
    (home / "named.jsonl").write_text("\n".join([json.dumps(header), *lines[1:]]), "utf-8")
    assert mizban("match", "import", "named.jsonl", "--again")[0] == DONE
    for language, foreign in (("en", "سارا"), ("fa", "Bob")):
        for arguments in (("match", "list"), ("match", "replay", "named.jsonl")):
            _, out, _ = mizban(*arguments, "--lang", language)
            assert f"\u2068{foreign}\u2069" in out, (arguments, language)


def test_an_export_over_a_file_of_before_is_said(mizban, home: Path):
    told = mizban("match", "export", "ethnos", "--format", "csv", "--out", "out", "--lang", "en")
    again = mizban("match", "export", "ethnos", "--format", "csv", "--out", "out", "--lang", "en")
    assert (told[0], told[2]) == (DONE, "")
    assert (again[:2], again[2].count("\n")) == (told[:2], 1)
    assert "out/ethnos-published.csv" in again[2]


def test_two_imports_of_one_record_at_once_store_it_once_and_one_hears_so(home: Path, tmp_path: Path):
    environment = {**os.environ, "MIZBAN_HOME": str(tmp_path / "new"), "PYTHONPATH": str(ROOT), "MIZBAN_LANG": "en"}
    Store(tmp_path / "new" / "mizban.db").close()
    command = [sys.executable, "-m", "companion.cli", "match", "import", str(home / "evening.jsonl")]
    both = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [(*one.communicate(timeout=60), one.returncode) for one in both]
    assert sorted(code for _, _, code in said) == [DONE, NO], said
    assert next(err for _, err, code in said if code == NO).count("\n") == 1
    assert len(Store(tmp_path / "new" / "mizban.db").matches()) == 1


def test_a_record_that_another_import_stored_meanwhile_is_a_no(mizban, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("MIZBAN_HOME", str(tmp_path / "new"))
    record_of = str(tmp_path / "home" / "evening.jsonl")
    assert mizban("match", "import", record_of)[0] == DONE
    monkeypatch.setattr(Store, "matches", lambda _self: ())
    code, out, err = mizban("match", "import", record_of, "--lang", "en")
    assert (code, out, err.count("\n")) == (NO, "", 1)
    assert "--again" in err


def test_a_backup_onto_a_file_says_that_it_is_there_in_both_languages(mizban, home: Path):
    (home / "copy.db").touch()
    for language in ("fa", "en"):
        code, out, err = mizban("backup", "copy.db", "--lang", language)
        assert (code, out, err.count("\n")) == (BAD, "", 1)
        assert err.count("copy.db") == 1, err
        assert is_persian(err) == (language == "fa")


def test_a_second_table_on_the_same_files_is_not_opened(mizban, home: Path):
    running = Running(home)
    assert running.claim()
    for language in ("fa", "en"):
        code, out, err = mizban("play", "--lang", language)
        assert (code, out, err.count("\n")) == (NO, "", 1)
        assert is_persian(err) == (language == "fa")
    running.release()
