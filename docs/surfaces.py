"""Man pages and completions of shells, made of what `navlint help --format json`, `navlint config --schema` and
server/config.def say."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[1]
MAN, COMPLETIONS = ROOT / "docs" / "man", ROOT / "completions"
VERSION = re.search(r"project\(navlint VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
DATE = re.search(r"^## [0-9.]+ \((\d{4}-\d\d)-\d\d\)", (ROOT / "CHANGELOG.md").read_text(), re.M)[1]
MADE = "Made by docs/generate.py from the tables of options: edit those."


# ---- man pages: man(7) ----


def roff(text):
    """Text that troff takes as it is: no line of it is a request."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in escaped.split("\n"))


def head(name, section, summary):
    return (f".\\\" {MADE}\n.TH {name.upper()} {section} \"{DATE}\" \"navlint {VERSION}\" \"navlint\"\n"
            f".SH NAME\n{roff(name)} \\- {roff(summary)}\n")


def option_item(option):
    words = [option["letter"]] if option["letter"] else []
    value = option["argument"] or ""
    if option["isOptional"]:
        value = f"[={value}]"
    elif value:
        value = f" {value}"
    words.append(option["name"] + value)
    return f".TP\n.B {roff(', '.join(words))}\n{roff(option['help'])}\n"


def codes_in_a_line(text):
    """"Exit codes, as of diff(1): 0, both say the same; ..." """
    head_line, *rows = text.strip().splitlines()
    return head_line + " " + "; ".join(", ".join(row.split(None, 1)) for row in rows) + "."


def verb_section(verb, program="navlint"):
    operands = f" {verb['operands']}" if verb["operands"] else ""
    text = f".SS {roff(program)} {verb['name']}{roff(operands)}\n{roff(verb['summary'])}\n"
    if verb["details"]:
        text += f".PP\n{roff(verb['details'])}\n"
    if "exitCodes" in verb:
        text += f".PP\n{roff(codes_in_a_line(verb['exitCodes']))}\n"
    return text + "".join(option_item(option) for option in verb["options"])


def exit_status(text):
    rows = re.findall(r"^  (\d)  (.*)$", text, re.M)
    return ".SH EXIT STATUS\nThe highest that applies.\n" + "".join(
        f".TP\n.B {code}\n{roff(meaning)}\n" for code, meaning in rows)


def command_page(tables):
    return (head("navlint", 1, "validator for game navigation files")
            + ".SH SYNOPSIS\n.B navlint\n.I VERB\n[options] ...\n"
            + ".SH DESCRIPTION\nTells whether game navigation files are safe to ship: every fault at once, where it is in "
              "the file and in the world, what it does to the game, and how to repair it.\n"
            + ".SH VERBS\n" + "".join(verb_section(verb) for verb in tables["verbs"])
            + exit_status(tables["exitCodes"])
            + ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf it is set, text has no colours unless "
            + roff("--color") + " asks for them.\n.TP\n.B GITHUB_ACTIONS, GITLAB_CI\nWhat " + roff("--format auto")
            + " goes by.\n.TP\n.B SOURCE_DATE_EPOCH\nSeconds since 1970: the day by which suppressions end, in place of today.\n"
            + ".SH FILES\n.TP\n.B .navlint.json\nSettings of a repository:\n.BR navlint.json (5).\n"
            + ".TP\n.B navlint\\-suppressions.json\nIn the current folder: findings that are known; see " + roff("--suppress-all")
            + ".\n"
            + ".SH SEE ALSO\n.BR navlint.json (5),\n.BR navlint\\-scan (1),\n.BR navlintd (8)\n")


def scan_page(tables):
    return (head("navlint-scan", 1, "judges an archive of game navigation files on many machines")
            + ".SH SYNOPSIS\n.B navlint\\-scan\n.I VERB\n[options] ...\n"
            + ".SH DESCRIPTION\nCuts folders into tasks, hands them to any number of workers through NATS JetStream, and "
              "prints what\n.B navlint check " + roff("--no-config --format ndjson") + "\nprints for them.\n"
            + ".SH VERBS\n" + "".join(verb_section(verb, "navlint-scan") for verb in tables["verbs"])
            + exit_status(tables["exitCodes"])
            + ".SH ENVIRONMENT\n.TP\n.B NAVLINT_SCAN_PASSWORD\nThe password of " + roff("--user")
            + ".\n.SH SEE ALSO\n.BR navlint (1),\n.BR nats\\-server (8)\n")


# ---- the file of settings ----

EXAMPLE = """{
    "game": "gmod",
    "ignore": ["NAV_LADDER_*"],
    "severity": {"NAV_CONN_SELF": "warning"},
    "failOn": "warning",
    "exclude": ["maps/old/*"],
    "overrides": [
        {"files": ["maps/test_*.nav"], "failOn": "never"}
    ]
}
"""


def value_shown(value, schema):
    """What a key takes, in words: of a long list of names none."""
    if "$ref" in value:
        return value_shown(schema["$defs"][value["$ref"].rsplit("/", 1)[1]], schema)
    if "enum" in value:
        return ", ".join(f'"{word}"' for word in value["enum"]) if len(value["enum"]) < 50 else "a code"
    if value.get("type") == "array":
        items = value["items"]
        return "an array of " + ("codes" if "anyOf" in items else "objects" if "$ref" in items else "strings")
    if value.get("type") == "object" and "propertyNames" in value:
        return "an object: for each code " + value_shown(value["additionalProperties"], schema)
    if "anyOf" in value:
        return "a whole number, or a string"
    return {"boolean": "true or false", "integer": "a whole number", "string": "a string"}[value["type"]]


def key_item(name, value, schema, is_top_alone):
    text = f"{value['description']} Takes {value_shown(value, schema)}."
    return f".TP\n.B {roff(name)}\n{roff(text)}\n" + ("Not in overrides.\n" if is_top_alone else "")


ORDER = """\
The order is: what holds by default, the file, those of its overrides that mean the file, in their order, the command line. What comes \
later takes the place of what came before; ignore, exclude and severity add to it. With --all on the command line minSeverity, \
maxFindings and maxFindingsPerRule of files count for nothing."""
SETS = "Of files that are judged together, as a set, the settings of the first hold for all; navlint says so where they differ."
FAULTS = """\
All files of settings are read before anything is judged. One that cannot be read or is wrong ends the run with exit status 2 and says \
where: also one that lies in a folder in which nothing would be judged."""
GLOBS = """\
Paths and globs are relative to the folder of the file. A glob without a slash means every file and folder of that name, one with a \
slash the whole path; * stands for slashes, too. What is outside of the folder, which happens with --config, has its absolute path. \
In archives exclude means paths in the archive."""
SEARCH = """\
Of each file the nearest .navlint.json counts: the one in its folder, or in the nearest folder above, up to the root of the file system. \
Files farther up add nothing. In a folder that is walked through, each file has its own nearest one; what an archive holds has that of \
the archive; standard input has that of the current folder. --config FILE takes one file for all inputs instead, --no-config none."""


def settings_file_page(schema):
    inner = schema["$defs"]["override"]["properties"]
    outer = schema["properties"]
    keys = "".join(key_item(name, outer[name], schema, name not in inner and name not in ("$schema", "overrides"))
                   for name in outer)
    text = "".join(f".PP\n{roff(part)}\n" for part in (SEARCH, ORDER, SETS, FAULTS, GLOBS))
    return (head("navlint.json", 5, "settings of navlint in a repository")
            + ".SH SYNOPSIS\n.B .navlint.json\n.SH DESCRIPTION\n"
            + "A file of JSON (RFC 8259) with options of\n.B navlint check\nthat hold for all who judge the files beside "
              "and below it.\n" + text
            + ".SH KEYS\n" + keys
            + ".SH OVERRIDES\nEach is an object with\n.B files\n(" + roff(inner["files"]["description"].rstrip("."))
            + ") and any of the keys above, but for those that belong at the top.\n"
            + ".SH EXAMPLE\n.nf\n" + roff(EXAMPLE) + ".fi\n"
            + ".SH LIMITS\n256 KiB; 1000 elements of an array; 1024 characters of a path or glob.\n"
            + ".SH EXIT STATUS\nThat of navlint (1); 2 for a file that is wrong.\n"
            + ".SH SEE ALSO\n.BR navlint (1);\n.B navlint config " + roff("--show FILE")
            + "\nsays what holds for a file and why,\n.B navlint config " + roff("--schema")
            + "\nprints the JSON Schema.\n")


SETTING = re.compile(r'^SRV_SETTING\((\w+), "([^"]+)", (\w+), "([^"]*)", .*?, "((?:[^"\\]|\\.)*)"\)$', re.M)


def settings():
    """(flag, kind, default, help) of each row of config.def."""
    table = (ROOT / "server" / "config.def").read_text()
    rows = [(flag, kind, default, text.replace('\\"', '"')) for _, flag, kind, default, text in SETTING.findall(table)]
    if len(rows) != table.count("\nSRV_SETTING("):
        raise SystemExit("docs/surfaces.py does not understand a row of server/config.def")
    return rows


def setting_item(flag, kind, default, text):
    shown = f". Default: {default}" if default else ""
    return f".TP\n.B {roff('--' + flag)} {kind.lower()}\n{roff(text + shown)}.\n"


def service_page():
    return (head("navlintd", 8, "service that judges game navigation files")
            + ".SH SYNOPSIS\n.B navlintd\n[options]\n"
            + ".SH DESCRIPTION\nAnswers POST /validate with the report that\n.B navlint check\nprints for the same bytes, "
              "and GET /openapi.json with a description of all its routes.\n"
            + ".SH OPTIONS\nEach has a variable of the environment: NAVLINTD_MAX_BODY_BYTES is that of "
            + roff("--max-body-bytes") + ".\n" + "".join(setting_item(*row) for row in settings())
            + ".SH SIGNALS\n.TP\n.B SIGTERM, SIGINT\nEnd, once every request under way has its answer.\n"
              ".TP\n.B SIGHUP\nRead masters, tokens and the like again, and open the log file anew.\n"
            + ".SH EXIT STATUS\n.TP\n.B 0\nstopped by a signal\n.TP\n.B 2\na bad setting\n.TP\n.B 3\n"
              "the address or port is not to be had\n.TP\n.B 4\ninternal error\n.SH SEE ALSO\n.BR navlint (1)\n")


# ---- completions ----


def words_of(option):
    return option["argument"].split("|") if option["value"] == "choice" else []


def flags_of(verb):
    return sorted(flag for option in verb["options"] for flag in (option["name"], option["letter"]) if flag)


def bash_case(verb):
    rows = ""
    for option in verb["options"]:
        flags = "|".join(flag for flag in (option["letter"], option["name"]) if flag)
        if option["value"] == "choice" and not option["isOptional"]:
            rows += f"        {flags}) COMPREPLY=($(compgen -W '{' '.join(words_of(option))}' -- \"$word\")); return ;;\n"
        elif option["value"] in ("rule", "format", "game", "number"):
            source = {"rule": "_navlint_rules", "format": "_navlint_formats", "game": "_navlint_games",
                      "number": "true"}[option["value"]]
            rows += f"        {flags}) COMPREPLY=($(compgen -W \"$({source})\" -- \"$word\")); return ;;\n"
        elif option["value"] == "file":
            rows += f"        {flags}) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n"
    body = f"        case $before in\n{rows}        esac\n" if rows else ""
    return (f"    {verb['name']})\n{body.replace('        ', '        ', 1)}"
            f"        flags='{' '.join(flags_of(verb))} --help'\n        ;;\n")


def operands_are(verb, word):
    return word in verb["operands"]


def bash_operands(tables):
    """What the words are that are no options."""
    rows = ""
    for word, source in (("CODE", "_navlint_rules"), ("FORMAT", "_navlint_formats")):
        verbs = "|".join(verb["name"] for verb in tables["verbs"] if operands_are(verb, word))
        if verbs:
            rows += f"    {verbs}) COMPREPLY=($(compgen -W \"$({source})\" -- \"$word\")) ;;\n"
    return rows


def function_of(program):
    return "_" + program.replace("-", "_")


def bash(tables, program="navlint"):
    names = " ".join(verb["name"] for verb in tables["verbs"])
    cases = "".join(bash_case(verb) for verb in tables["verbs"])
    return f"""# bash completion of {program}. {MADE}

_navlint_rules() {{ navlint rules 2>/dev/null | awk '/^[A-Z][A-Z0-9_]+ /{{print $1}}'; }}
_navlint_formats() {{ navlint version | sed -n 's/^formats: //p'; }}
_navlint_games() {{ navlint formats --format json 2>/dev/null | sed -n '/"games"/,/]/s/.*"id": "\\([^"]*\\)".*/\\1/p'; }}

{function_of(program)}() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} verb=${{COMP_WORDS[1]}} flags=''
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W '{names} --help --version' -- "$word"))
        return
    fi
    case $verb in
{cases}    *) return ;;
    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$flags" -- "$word"))
        return
    fi
    case $verb in
{bash_operands(tables)}    help) COMPREPLY=($(compgen -W '{names}' -- "$word")) ;;
    version) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
    esac
}}
complete -o filenames -F {function_of(program)} {program}
"""


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def short(text):
    """The first sentence, without what zsh and fish would take for their own."""
    return re.split(r"(?<=[a-z0-9])[.:;] ", text)[0].rstrip(".").replace("[", "(").replace("]", ")").replace(":", ",")


def zsh_action(option):
    if option["value"] == "choice":
        return f"({' '.join(words_of(option))})"
    return {"file": "_files", "rule": "_navlint_rules", "format": "_navlint_formats"}.get(option["value"], " ")


def zsh_spec(option):
    flags = [flag for flag in (option["letter"], option["name"]) if flag]
    rest = ""
    if option["value"]:
        tail = f":{option['name'].lstrip('-')}:{zsh_action(option)}"
        rest = (":" if option["isOptional"] else "") + tail
    return [quoted(f"*{flag}{'=' if option['value'] and flag.startswith('--') else ''}[{short(option['help'])}]{rest}")
            for flag in flags]


def zsh_operands(verb):
    for word, action in (("CODE", "_navlint_rules"), ("FORMAT", "_navlint_formats"), ("FILE", "_files")):
        if operands_are(verb, word):
            return f" '*:{word.lower()}:{action}'"
    return ""


def zsh(tables, program="navlint"):
    verbs = "\n".join(f"        {quoted(verb['name'] + ':' + short(verb['summary']))}" for verb in tables["verbs"])
    cases = "".join(
        f"    {verb['name']}) _arguments -s " + " ".join(s for option in verb["options"] for s in zsh_spec(option))
        + f"{zsh_operands(verb)} ;;\n" for verb in tables["verbs"])
    return f"""#compdef {program}
# {MADE}

_navlint_rules() {{ compadd -- $(navlint rules 2>/dev/null | awk '/^[A-Z][A-Z0-9_]+ /{{print $1}}') }}
_navlint_formats() {{ compadd -- $(navlint version | sed -n 's/^formats: //p') }}

{function_of(program)}() {{
    local -a verbs
    verbs=(
{verbs}
    )
    if (( CURRENT == 2 )); then
        _describe verb verbs
        return
    fi
    local verb=$words[2]
    shift words
    (( CURRENT-- ))
    case $verb in
{cases}    esac
}}
{function_of(program)} "$@"
"""


def fish_option(verb, option, program):
    parts = [f"complete -c {program} -n '__fish_seen_subcommand_from {verb['name']}'", f"-l {option['name'][2:]}"]
    if option["letter"]:
        parts.append(f"-s {option['letter'][1:]}")
    if option["value"] and not option["isOptional"]:
        parts.append("-r")
    sources = {"rule": "(navlint rules 2>/dev/null | string match -r '^[A-Z][A-Z0-9_]+(?= )')",
               "format": "(navlint version | string replace -f 'formats: ' '' | string split ' ')",
               "choice": " ".join(words_of(option))}
    if option["value"] in sources:
        parts.append(f"-x -a {quoted(sources[option['value']])}" if not option["isOptional"]
                     else f"-a {quoted(sources[option['value']])}")
    return " ".join(parts) + f" -d {quoted(short(option['help']))}\n"


def fish(tables, program="navlint"):
    text = f"# fish completion of {program}. {MADE}\n"
    for verb in tables["verbs"]:
        text += (f"complete -c {program} -n __fish_use_subcommand -f -a {verb['name']} "
                 f"-d {quoted(short(verb['summary']))}\n")
    return text + "".join(fish_option(verb, option, program) for verb in tables["verbs"] for option in verb["options"])


def pages(tables, schema):
    return {MAN / "navlint.1": command_page(tables), MAN / "navlintd.8": service_page(),
            MAN / "navlint.json.5": settings_file_page(schema),
            COMPLETIONS / "navlint.bash": bash(tables), COMPLETIONS / "_navlint": zsh(tables),
            COMPLETIONS / "navlint.fish": fish(tables)}


def scan_pages(tables):
    name = "navlint-scan"
    return {MAN / "navlint-scan.1": scan_page(tables), COMPLETIONS / "navlint-scan.bash": bash(tables, name),
            COMPLETIONS / "_navlint-scan": zsh(tables, name), COMPLETIONS / "navlint-scan.fish": fish(tables, name)}
