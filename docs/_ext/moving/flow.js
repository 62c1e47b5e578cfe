let flow;
const residual = flow => data.arcs.flatMap(([start, end, most], k) => [
  {k, start, end, left: most - flow[k], sign: 1}, {k, start: end, end: start, left: flow[k], sign: -1},
]).filter(arc => arc.left > 0);
const paths = (flow, from = "s", seen = ["s"]) => from === "t" ? [[]] : residual(flow)
  .filter(arc => arc.start === from && !seen.includes(arc.end))
  .flatMap(arc => paths(flow, arc.end, [...seen, arc.end]).map(rest => [arc, ...rest]));
const push = (flow, path) => {
  const amount = Math.min(...path.map(arc => arc.left));
  return flow.map((now, k) => path.reduce((sum, arc) => sum + (arc.k === k ? arc.sign * amount : 0), now));
};
const reached = flow => {
  const nodes = ["s"];
  for (const node of nodes) for (const arc of residual(flow))
    if (arc.start === node && !nodes.includes(arc.end)) nodes.push(arc.end);
  return nodes;
};
const value = flow => data.arcs.reduce((sum, [, end], k) => sum + (end === "t" ? flow[k] : 0), 0);
figure.compute = {paths, push, reached, value};
const show = () => {
  data.arcs.forEach(([, , most], k) => {
    one(`[data-arc="${k}"] text`).textContent = `${flow[k]}/${most}`;
    for (const [kind, left] of [["forth", most - flow[k]], ["back", flow[k]]]) {
      one(`[data-${kind}="${k}"] text`).textContent = left;
      set(`[data-${kind}="${k}"]`, {class: left ? "" : "off"});
    }
  });
  const open = paths(flow), side = open.length ? [] : reached(flow);
  all("[data-node]").forEach(node => node.setAttribute("class", side.includes(node.dataset.node) ? "dot-orange" : "dot-open"));
  one(".paths").replaceChildren(...open.map(path => {
    const button = document.createElement("button"), amount = Math.min(...path.map(arc => arc.left));
    button.type = "button";
    button.textContent = `push ${amount} along s${path.map(arc => (arc.sign > 0 ? " → " : " ← ") + arc.end).join("")}`;
    button.onclick = () => { flow = push(flow, path); show(); };
    return button;
  }));
  const cut = data.arcs.filter(([start, end]) => side.includes(start) && !side.includes(end));
  say(open.length ? `The flow is ${value(flow)}. Push flow along a path of the residual network; an orange arrow takes flow back from an arc.`
    : `The flow is ${value(flow)}, and no path is left: from s only {${side.join(", ")}} can be reached. The arcs that leave this set, `
      + `${cut.map(([start, end, most]) => `${start} → ${end} (${most})`).join(" and ")}, together carry at most `
      + `${cut.reduce((sum, arc) => sum + arc[2], 0)}. So no flow is larger.`);
};
const again = () => { flow = data.arcs.map(() => 0); show(); };
one(".again").addEventListener("click", again);
again();
