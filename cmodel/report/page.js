// SPDX-License-Identifier: Apache-2.0
// A press on a heading sorts the table by that column; another press turns the order. What is not known stays last.
"use strict";

function valueOf(row, column) {
  const text = row.cells[column].dataset.value;
  return text === undefined ? null : text === "" ? null : text;
}

function compare(a, b, numbers) {
  return numbers ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0;
}

function sort(table, column) {
  const heads = [...table.tHead.rows[0].cells], head = heads[column];
  const down = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
  const numbers = !head.classList.contains("text");
  const rows = [...table.tBodies[0].rows];
  rows.sort((a, b) => {
    const x = valueOf(a, column), y = valueOf(b, column);
    if (x === null || y === null)
      return (x === null) - (y === null);
    return down * compare(x, y, numbers);
  });
  table.tBodies[0].append(...rows);
  heads.forEach((other) => other.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", down === 1 ? "ascending" : "descending");
}

document.querySelectorAll("table.sortable").forEach((table) => {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => sort(table, column));
  });
});

// Where a table goes on to the right of its box, the edge fades.
document.querySelectorAll(".scroll").forEach((box) => {
  const mark = () => box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
  box.addEventListener("scroll", mark);
  window.addEventListener("resize", mark);
  mark();
});
