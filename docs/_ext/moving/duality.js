const compute = factors => {
  const add = values => values.reduce((sum, value, k) => sum + factors[k] * value, 0);
  const total = data.earns.map((_, j) => add(data.rows.map(row => row[j]))), side = add(data.sides);
  return {total, side, proves: total.every((value, j) => value >= data.earns[j] - 1e-9)};
};
figure.compute = compute;
const [left, bottom, unit, most] = data.frame, sliders = all("input");
// The line of all mixes with this sum, from one edge of the picture to the other.
const ends = ([p, q], side) => (q > 0 ? [0, side / q, most, (side - p * most) / q] : [side / p, 0, side / p, most]);
const draw = (what, sum, side, css) => {
  const [x1, y1, x2, y2] = ends(sum, side);
  set(what, {class: css, x1: left + unit * x1, y1: bottom - unit * y1, x2: left + unit * x2, y2: bottom - unit * y2});
};
const show = () => {
  const factors = sliders.map(input => Number(input.value)), {total, side, proves} = compute(factors);
  factors.forEach((factor, k) => { one(`[data-factor="${k}"]`).textContent = `× ${factor}`; });
  const sum = `${short(total[0])} a + ${short(total[1])} b ≤ ${short(side)}`;
  one(".total").textContent = sum;
  if (side > 0) draw(".sum", total, side, "orange sum"); else set(".sum", {class: "orange sum off"});
  if (proves) draw(".bound", data.earns, side, "dashed bound"); else set(".bound", {class: "dashed bound off"});
  say(`The sum is ${sum}. ` + (proves ? `Its coefficients are at least ${data.earns.join(" and ")}, so no mix earns more than `
    + `${short(side)}. ${side <= data.best + 1e-9 ? "The best mix earns as much: it is proven optimal." : `The best mix earns ${data.best}.`}`
    : `Its coefficients are not at least ${data.earns.join(" and ")}, so it proves no bound.`));
};
sliders.forEach(input => input.addEventListener("input", show));
show();
