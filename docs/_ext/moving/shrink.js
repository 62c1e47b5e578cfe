const byRegret = (latency, room) => {
  const free = [...room], machine = latency.map(() => 0), left = new Set(latency.keys());
  while (left.size) {
    const open = [...free.keys()].filter(j => free[j]);
    let chosen = -1, most = -1;
    for (const i of [...left].sort((a, b) => a - b)) {
      const fastest = open.map(j => latency[i][j]).sort((a, b) => a - b).slice(0, 2);
      const regret = fastest[fastest.length - 1] - fastest[0];
      if (regret > most) [chosen, most] = [i, regret];
    }
    machine[chosen] = open.reduce((best, j) => latency[chosen][j] < latency[chosen][best] ? j : best);
    free[machine[chosen]] -= 1;
    left.delete(chosen);
  }
  return machine;
};
// The plan of a threshold, or null: instances move along augmenting paths to machines with room.
const within = (latency, room, threshold) => {
  const machine = latency.map(() => -1);
  const place = (i, seen) => room.some((places, j) => {
    if (latency[i][j] > threshold || seen.has(j)) return false;
    seen.add(j);
    const there = [...machine.keys()].filter(k => machine[k] === j);
    if (there.length < places || there.some(k => place(k, seen))) { machine[i] = j; return true; }
    return false;
  });
  return latency.every((_, i) => place(i, new Set())) ? machine : null;
};
const optimum = (latency, room) => {
  for (const threshold of [...new Set(latency.flat())].sort((a, b) => a - b)) {
    const machine = within(latency, room, threshold);
    if (machine) return {threshold, machine};
  }
  return null;
};
const compute = (rows, columns) => {
  const latency = rows.map(i => columns.map(j => data.latency[i][j])), room = columns.map(j => data.room[j]);
  const best = rows.length ? optimum(latency, room) : null;
  if (!best) return null;
  const rule = byRegret(latency, room), ends = Math.max(...rule.map((j, i) => latency[i][j]));
  return {rule: rule.map(j => columns[j]), best: best.machine.map(j => columns[j]), ends, optimum: best.threshold,
    times: ends / best.threshold};
};
figure.compute = compute;
let rows, columns;
const without = (list, one) => list.filter(each => each !== one);
const mark = (what, pairs, css) => all(`[data-${what}]`).forEach(element => element.setAttribute("class",
  pairs.includes(element.getAttribute(`data-${what}`)) ? css : "off"));
const show = () => {
  const now = compute(rows, columns);
  all("[data-row]").forEach((row, i) => row.setAttribute("class", rows.includes(i) ? "" : "faint"));
  all("[data-cell]").forEach(cell => cell.classList.toggle("faint", !columns.includes(Number(cell.dataset.cell.split(",")[1]))));
  all("[data-pick^=m]").forEach(head => head.classList.toggle("faint", !columns.includes(Number(head.dataset.pick.slice(1)))));
  mark("rule", now ? rows.map((i, k) => `${i},${now.rule[k]}`) : [], "orange");
  mark("best", now ? rows.map((i, k) => `${i},${now.best[k]}`) : [], "blue");
  say(now ? `${rows.length} instances on ${columns.length} machines. The rule (framed) ends after ${now.ends} s, the optimum `
    + `(underlined) after ${now.optimum} s: ${now.times.toFixed(2)} times. Click an instance or a machine to leave it out.`
    : "The machines have too little room. Click one to take it back.");
};
all("[data-pick]").forEach(head => head.addEventListener("click", () => {
  const number = Number(head.dataset.pick.slice(1)), toggled = list => list.includes(number)
    ? without(list, number) : [...list, number].sort((a, b) => a - b);
  if (head.dataset.pick.startsWith("i")) rows = toggled(rows); else columns = toggled(columns);
  show();
}));
const shrunk = (rows, columns) => {
  const now = compute(rows, columns);
  const fewer = [...rows.map(i => [without(rows, i), columns]), ...columns.map(j => [rows, without(columns, j)])];
  return now && fewer.find(each => (compute(...each)?.times ?? 0) >= now.times - 1e-9);
};
figure.shrunk = shrunk;
one(".less").addEventListener("click", () => {
  const next = shrunk(rows, columns);
  if (next) { [rows, columns] = next; show(); }
  else say(`${one(".says").textContent.split(" Click")[0]} Whatever is left out now, the rule gets better: this stage is minimal.`);
});
one(".again").addEventListener("click", () => again());
const again = () => { rows = [...data.latency.keys()]; columns = [...data.room.keys()]; show(); };
again();
