#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Looks at pages of `rowhold report` in headless Chromium.

    tb/cli/report/look_at_page.py PAGE.html... PAGE.html:WORDS...

Each page must sort its tables by a press on a heading, both ways, what is not known last; be no wider than the window
of a phone, a tablet and a screen; hide no row of a table, and on a screen no column; keep all of a chart inside it,
every chart with marks, and no legend without a chart; have a contrast of 4.5 for texts and of 3 for marks in light and
dark; and say nothing on the console. A page with WORDS must be refused with these words. Exit 1 otherwise.
"""
import pathlib
import sys

sys.dont_write_bytecode = True
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

WIDTHS = (360, 768, 1280)

# Each heading of a table pressed twice, in the page: a thousand presses through the driver take it half a minute.
SORTS = """
const values = (column) => [...arguments[0].tBodies[0].rows].map((row) => row.cells[column].dataset.value ?? null);
return [...arguments[0].querySelectorAll("th")].map((head, column) => {
  const before = values(column), press = () => {
    head.querySelector("button").click();
    return {way: head.getAttribute("aria-sort"), values: values(column)};
  };
  return {name: head.innerText, before: before, presses: [press(), press()]};
});
"""
CHARTS = """
return [...document.querySelectorAll("svg")].map((svg) => {
  const box = svg.getBoundingClientRect();
  const inside = (b) => b.left >= box.left - 1 && b.right <= box.right + 1 && b.top >= box.top - 1
                        && b.bottom <= box.bottom + 1;
  return {label: svg.getAttribute("aria-label"), width: box.width, height: box.height,
          marks: svg.querySelectorAll("circle, rect").length,
          out: [...svg.querySelectorAll("text, circle, rect")].filter((e) => !inside(e.getBoundingClientRect()))
               .map((e) => e.textContent)};
});
"""
HIDDEN = """
const boxes = [...document.querySelectorAll(".scroll")];
const legends = [...document.querySelectorAll(".legend")];
return {rows: boxes.filter((e) => e.scrollHeight > e.clientHeight + 1).length,
        columns: boxes.filter((e) => e.scrollWidth > e.clientWidth + 1).length,
        bare: legends.filter((e) => e.closest("section").querySelector("svg") === null).length};
"""
CONTRAST = """
const numbers = (text) => text.match(/[0-9.]+/g).slice(0, 3).map(Number);
const light = (rgb) => {
  const [r, g, b] = rgb.map((v) => v / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const page = light(numbers(getComputedStyle(document.body).backgroundColor));
const ratio = (text) => {
  const ink = light(numbers(text));
  return (Math.max(ink, page) + 0.05) / (Math.min(ink, page) + 0.05);
};
const all = [...document.querySelectorAll("h1, h2, p, td, th, li, figcaption")].map((e) => getComputedStyle(e).color);
all.push(...[...document.querySelectorAll("svg text")].map((e) => getComputedStyle(e).fill));
const marks = [...document.querySelectorAll("svg rect, svg circle")].map((e) => [getComputedStyle(e).fill, e]);
const keys = [...document.querySelectorAll(".legend i")];
marks.push(...keys.map((e) => [getComputedStyle(e).backgroundColor, e.parentNode]));
const clear = (ink) => ink === "rgba(0, 0, 0, 0)" || ratio(ink) < 3;
const pale = marks.filter(([ink]) => clear(ink)).map(([ink, e]) => e.textContent.trim() + ", " + ink);
return {dark: page < 0.5, least: Math.min(...all.map(ratio)), pale: pale};
"""


class Fault(Exception):
    """What is wrong with a page."""


def check_order(values, head, way):
    """Known values in order, unknown ones behind them."""
    known = [value for value in values if value is not None]
    if values != known + [None] * (len(values) - len(known)):
        raise Fault(f"{head}, {way}: what is not known does not stand last")
    try:
        known = [float(value) for value in known]
    except ValueError:
        pass
    if known != sorted(known, reverse=way == "descending"):
        raise Fault(f"{head}: does not sort {way}")


def check_tables(browser):
    tables = browser.find_elements(By.CSS_SELECTOR, "table.sortable")
    if len(tables) < 2:
        raise Fault(f"found {len(tables)} tables, expected at least 2")
    for table in tables:
        for head in browser.execute_script(SORTS, table):
            rows = sorted(map(str, head["before"]))
            for way, press in zip(("ascending", "descending"), head["presses"], strict=True):
                check_order(press["values"], head["name"], way)
                if press["way"] != way or sorted(map(str, press["values"])) != rows:
                    raise Fault(f"{head['name']}: does not sort {way}, or lost rows")


def check_charts(browser):
    charts = browser.execute_script(CHARTS)
    if len(charts) < 6:
        raise Fault(f"found {len(charts)} charts, expected at least 6")
    for chart in charts:
        if chart["out"]:
            raise Fault(f"{chart['label']}: '{chart['out'][0]}' leaves its chart")
        if chart["marks"] < 3 or min(chart["width"], chart["height"]) < 50:  # one bar has 54
            raise Fault(f"{chart['label']}: no marks, or too small: {chart}")


def check_hidden(browser, width):
    found = browser.execute_script(HIDDEN)
    if found["rows"]:
        raise Fault(f"{found['rows']} tables hide rows in a window of {width}")
    if found["columns"] and width == WIDTHS[-1]:
        raise Fault(f"{found['columns']} tables hide columns in a window of {width}")
    if found["bare"]:
        raise Fault(f"{found['bare']} legends stand without a chart")


def check_colours(browser):
    for scheme in ("light", "dark"):
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        found = browser.execute_script(CONTRAST)
        if found["dark"] != (scheme == "dark"):
            raise Fault(f"the page is not {scheme} where the reader wants it")
        if found["least"] < 4.5:
            raise Fault(f"{scheme}: found a contrast of {found['least']:.1f}, expected at least 4.5")
        if found["pale"]:
            raise Fault(f"{scheme}: a mark has no colour that stands out from the page: {found['pale'][0]}")


def look(browser, page):
    browser.get(page.resolve().as_uri())
    said = [entry["message"] for entry in browser.get_log("browser")]
    if said:
        raise Fault(f"the browser says: {said[0]}")
    check_tables(browser)
    for width in WIDTHS:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        wide = browser.execute_script("return document.documentElement.scrollWidth")
        if wide > width:
            raise Fault(f"the page is wider than the window: {wide} of {width}")
        check_charts(browser)
        check_hidden(browser, width)
    check_colours(browser)


def main():
    options = Options()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser, good = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver")), True
    try:
        for argument in sys.argv[1:]:
            name, _, words = argument.partition(":")
            try:
                look(browser, pathlib.Path(name))
                text = "good"
            except Fault as fault:
                text = str(fault)
            fine = words in text if words else text == "good"
            good = good and fine
            print(f"{name}: {text}" + ("" if fine else f"   FAIL: expected {words or 'good'}"))
    finally:
        browser.quit()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
