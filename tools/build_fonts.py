"""Make the fonts that every page carries: subsets of STIX Two from the npm registry.

    python tools/build_fonts.py          # after a change of SUBSETS below

needs npm and the development extras (fonttools with brotli). The fonts are under the SIL
Open Font License, which allows subsets under the same license; STIX Two reserves no name.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

TARGET = Path(__file__).parent.parent / "grader" / "pages" / "fonts"
MANIFEST = TARGET / "fonts.json"

#: ASCII, Latin-1 and the punctuation of European texts.
LATIN = "20-7E A0-FF 131 152-153 2C6 2DA 2DC 2010-2015 2018-201F 2020-2022 2026 2030 2032-2033"
LATIN += " 2039-203A 2044 20AC 2122 2190-2193 2212"
#: Polish, Czech, Turkish, ... letters, as in the names of authors.
LATIN_EXTENDED = "100-17F 218-21B"
#: What formulas are made of: Greek, accents, letterlike signs, arrows, operators, brackets and
#: their parts, and the mathematical alphabets but bold Fraktur and the slanted sans-serifs.
MATHEMATICS = "20-7E A0-FF 131 237 2C6-2C7 2D8-2DD 300-30C 332 338 391-3A9 3B1-3C9 3D1 3D5-3D6"
MATHEMATICS += " 3F0-3F1 3F5 2002-200A 2010-2016 2018-201D 2020-2022 2026 2032-2037 203E 2044"
MATHEMATICS += " 2057 205F 2061-2064 20D6-20D7 20DB-20DC 2100-214F 2190-21DD 21E0-21E5 2200-22FF"
MATHEMATICS += " 2308-230B 2322-2323 239B-23B5 23DC-23E1 25A0-25A1 25B3 25B5 25B7 25B9 25BD 25BF"
MATHEMATICS += (
    " 25C1 25C3 25CA-25CB 25CF 2660-2667 266D-266F 2713 27C2 27E6-27EF 27F5-27FF 2A00-2A06"
)
MATHEMATICS += " 2A2F 2A7D-2A7E 2A85-2A8C 2AAF-2AB0 FE00 1D400-1D454 1D456-1D49C 1D49E-1D4CF"
MATHEMATICS += " 1D504-1D56B 1D5A0-1D5D3 1D670-1D6E1 1D6E2-1D71B 1D7CE-1D7EB 1D7F6-1D7FF"


@dataclass(frozen=True)
class Subset:
    """A file to make: ``ranges`` are hexadecimal code points; those it lacks are left out."""

    file: str
    family: str
    style: str
    weight: str
    package: str
    version: str
    source: str
    ranges: str


def _text(file: str, style: str, weight: str, script: str, ranges: str) -> Subset:
    source = f"stix-two-text-{script}-{weight}-{style}.woff2"
    package = "@fontsource/stix-two-text"
    return Subset(file, "STIX Two Text", style, weight, package, "5.3.0", source, ranges)


SUBSETS = (
    _text("text-regular.woff2", "normal", "400", "latin", LATIN),
    _text("text-italic.woff2", "italic", "400", "latin", LATIN),
    _text("text-bold.woff2", "normal", "700", "latin", LATIN),
    _text("text-regular-extended.woff2", "normal", "400", "latin-ext", LATIN_EXTENDED),
    Subset(
        file="math.woff2",
        family="STIX Two Math",
        style="normal",
        weight="400",
        package="@fontsource/stix-two-math",
        version="5.3.0",
        source="stix-two-math-latin-400-normal.woff2",
        ranges=MATHEMATICS,
    ),
)


def code_points(ranges: str) -> list[int]:
    """The code points of hexadecimal ranges such as ``20-7E 131``."""
    found = []
    for part in ranges.split():
        first, _, last = part.partition("-")
        found += range(int(first, 16), int(last or first, 16) + 1)
    return found


def main() -> int:
    """Download the packages, make the subsets, write the manifest."""
    entries = []
    for wanted in SUBSETS:
        source = _source(wanted)
        data = make(source, wanted.ranges)
        (TARGET / wanted.file).write_bytes(data)
        digests = {"source_sha256": _sha256(source), "sha256": _sha256(data)}
        entries.append(asdict(wanted) | digests | {"unicode_range": unicode_range(data)})
        print(f"{wanted.file:30} {len(data):>8,} bytes of {len(source):,}")
    MANIFEST.write_text(json.dumps(entries, indent=2) + "\n", encoding="utf-8")
    (TARGET / "LICENSE.txt").write_bytes(_member(SUBSETS[-1], "package/LICENSE"))
    return 0


def make(source: bytes, ranges: str) -> bytes:
    """The subset of a font, as WOFF 2 without hinting (screens have enough pixels)."""
    options = subset.Options()
    options.flavor = "woff2"
    options.layout_features = ["*"]
    options.hinting = False
    options.notdef_outline = True
    font = TTFont(BytesIO(source), recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=code_points(ranges))
    subsetter.subset(font)
    if "MATH" in font:
        _narrow_radicals(font)
    out = BytesIO()
    font.flavor = "woff2"
    font.save(out)
    return out.getvalue()


def _narrow_radicals(font: TTFont) -> None:
    """Give the taller root signs the width of the smallest one.

    MathML Core lets a browser reserve the width of the widest of them for each root, and
    Chromium does: 0.4 em of nothing would follow every root of ordinary height.
    """
    root = font.getBestCmap()[ord("√")]
    variants = font["MATH"].table.MathVariants
    construction = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(root)]
    taller = [record.VariantGlyph for record in construction.MathGlyphVariantRecord]
    taller += [record.glyph for record in construction.GlyphAssembly.PartRecords]
    width, _ = font["hmtx"][root]
    for name in taller:
        advance, bearing = font["hmtx"][name]
        factor = width / advance
        glyph = font["glyf"][name]
        glyph.coordinates.scale((factor, 1))
        glyph.coordinates.toInt()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (width, round(bearing * factor))


def unicode_range(data: bytes) -> str:
    """What a font has, as CSS writes it: ``U+20-7e, U+a0``."""
    points = sorted(TTFont(BytesIO(data)).getBestCmap())
    runs: list[list[int]] = []
    for point in points:
        if runs and point == runs[-1][1] + 1:
            runs[-1][1] = point
        else:
            runs.append([point, point])
    return ", ".join(f"U+{a:x}" if a == b else f"U+{a:x}-{b:x}" for a, b in runs)


def _source(wanted: Subset) -> bytes:
    return _member(wanted, f"package/files/{wanted.source}")


def _member(wanted: Subset, name: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", "--silent", f"{wanted.package}@{wanted.version}"]
        packed = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        with tarfile.open(Path(folder) / packed.stdout.strip()) as archive:
            member = archive.extractfile(name)
            if member is None:
                raise FileNotFoundError(name)
            return member.read()


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
