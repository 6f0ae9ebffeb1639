# SPDX-License-Identifier: Apache-2.0
"""Wraps what is prose: paragraphs of Markdown, and comments that stand on lines of their own. A paragraph whose lines
all fit is left as it is. Code, tables, drawings and lines that stand further in than their paragraph stay, too."""
import re
import textwrap

WIDTH = 120
# Comments that a program reads.
DIRECTIVE = re.compile(r"SPDX-|shellcheck |clang-format o|NOLINT|noqa|(begin|end) generated|^ *// prove:")
SHORT = 105
BULLET = re.compile(r"(\s*)((?:[-*+]|\d+\.) +)")
# Words that would begin a list, a heading or a quotation at the start of a line of Markdown.
STARTS = re.compile(r"^([-+*]|#+|>|\d+[.)])$")


def fill(text, first, rest):
    """Lines of at most WIDTH; code between back-quotes is not broken where it is short."""
    def unbroken(match):
        return match.group(0).replace(" ", "\0") if len(match.group(0)) < 90 else match.group(0)

    kept = re.sub(r"`[^`]+`", unbroken, text)
    kept = re.sub(r" \*/$", "\0*/", kept)  # the end of a comment stays with its last word
    lines = textwrap.wrap(kept, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False,
                          break_on_hyphens=False)
    for index in range(1, len(lines)):
        words = lines[index][len(rest):].split(" ")
        if STARTS.match(words[0]):  # the last word of the line above comes down
            above, _, word = lines[index - 1].rpartition(" ")
            lines[index - 1], lines[index] = above, rest + word + " " + " ".join(words)
    return [line.replace("\0", " ") for line in lines]


def paragraph(lines, lead, closing=""):
    """One paragraph; `lead` stands before each line's text and is part of its width."""
    texts = [line[len(lead):] for line in lines]
    if all(len(line) <= WIDTH for line in lines):
        return lines
    bullet = BULLET.match(texts[0])
    first = lead + (bullet.group(0) if bullet else "")
    rest = lead + (" " * len(bullet.group(0)) if bullet else "")
    if bullet:
        texts[0] = texts[0][len(bullet.group(0)):]
    return fill(" ".join(text.strip() for text in texts), first, rest)


def runs(lines, is_prose, lead_of, breaks_mean=True):
    """Lines, the paragraphs among them wrapped. `is_prose(line)`: may belong to a paragraph; `lead_of(line)`: what
    stands before its text, None outside. `breaks_mean`: a line that ends early is the end of its paragraph."""
    out, block = [], []

    def flush():
        if block:
            out.extend(paragraph(list(block), lead_of(block[0])))
            block.clear()

    for line in lines:
        if not is_prose(line):
            flush()
            out.append(line)
            continue
        if block:
            lead = lead_of(block[0])
            bullet = BULLET.match(block[0][len(lead):])
            inner = len(bullet.group(0)) if bullet else 0
            text = line[len(lead):]
            indent = len(text) - len(text.lstrip(" "))
            ends_early = breaks_mean and len(block[-1]) + len(text.split()[0]) < SHORT
            if lead_of(line) != lead or BULLET.match(text) or indent != inner or ends_early:
                flush()
        block.append(line)
    flush()
    return out


def markdown(text):
    fenced = False
    out, prose = [], []

    def flush():
        def is_prose(line):
            inner = re.match(r" {4,}[-*\w`(\[]", line) and in_list(prose, line)
            return bool(inner or re.match(r"(?! {4}\S)(?!\s*([|#<]|!\[|```|---)) *\S", line))

        out.extend(runs(prose, is_prose, lambda line: "", False))
        prose.clear()

    for line in text.split("\n"):
        if line.lstrip().startswith("```"):
            flush()
            fenced = not fenced
            out.append(line)
        elif fenced:
            out.append(line)
        else:
            prose.append(line)
    flush()
    return "\n".join(out)


def in_list(lines, line):
    """Does an item, not code, stand right above this indented line?"""
    index = next(i for i, other in enumerate(lines) if other is line)
    return index > 0 and bool(BULLET.match(lines[index - 1]))


def line_comments(text, mark):
    lead = re.compile(rf"( *{mark} )(?=\S)")

    def lead_of(line):
        match = lead.match(line)
        return match.group(1) if match else None

    def is_prose(line):
        return lead_of(line) is not None and not DIRECTIVE.search(line)

    return "\n".join(runs(text.split("\n"), is_prose, lead_of))


def block_comments(text):
    """/* ... */ that begin a line, each further line with ` * `."""
    def one(match):
        indent, opening, body = match.group(1), match.group(2), match.group(3)
        lines = body.split("\n")
        if len(lines) == 1:
            if len(match.group(0)) <= WIDTH:
                return match.group(0)
            return "\n".join(fill(lines[0].strip() + " */", f"{indent}{opening} ", f"{indent} * "))
        star = indent + " *"
        starred = all(line.startswith(star) for line in lines[1:-1])
        if not starred or not re.match(rf"{re.escape(indent)} \*?", lines[-1]):
            return match.group(0)
        # The comment as lines of text with one lead; opening and closing come back afterwards.
        closed = lines[-1].strip() == ""
        inner = [star + lines[0]] + lines[1:-1] + ([] if closed else [lines[-1]])
        if not closed:
            inner[-1] = inner[-1].rstrip() + " */"
        lead = star + " "
        inner[0] = inner[0] if inner[0].startswith(lead) else lead + inner[0][len(star):]
        extra = "\1" * (len(opening) - 2)  # what the opening is longer than the lead
        inner[0] = lead + extra + inner[0][len(lead):]
        done = runs(inner, lambda line: line.startswith(lead) and line[len(lead):].strip() != "", lambda line: lead)
        done[0] = indent + opening + " " + done[0][len(lead):].replace("\1", "")
        return "\n".join(done) + (f"\n{indent} */" if closed else "")

    return re.sub(r"^( *)(/\*\*?)(?!\*)([^*].*?)\*/$", one, text, flags=re.S | re.M)


def wrapped(path, text):
    if path.suffix == ".md":
        return markdown(text)
    if path.suffix in (".c", ".h", ".cpp", ".def", ".sv", ".svh"):
        return line_comments(block_comments(text), "//")
    return line_comments(text, "#")
