const within = limit => data.points.reduce((best, [cost, latency], k) =>
  cost <= limit && (best < 0 || latency < data.points[best][1]) ? k : best, -1);
const lightest = weight => {
  const sums = data.points.map(([cost, latency]) => weight * cost + (1 - weight) * latency);
  return sums.indexOf(Math.min(...sums));
};
figure.compute = {within, lightest};
const [left, right, top, bottom] = data.frame, [limits, weights] = all("input");
const x = cost => left + (right - left) * (cost - data.low) / (data.high - data.low);
const y = latency => bottom - (bottom - top) * latency / data.slowest;
const found = {limit: new Set(), weight: new Set()};
const words = k => `cost ${data.points[k][0]} and ${data.points[k][1]} s`;
const show = () => {
  const limit = Number(limits.value), weight = Number(weights.value);
  const best = within(limit), light = lightest(weight), [cost, latency] = data.points[light];
  if (best >= 0) found.limit.add(best);
  found.weight.add(light);
  data.points.forEach((_, k) => {
    set(`[data-dot="${k}"]`, {class: found.limit.has(k) ? "dot-blue" : "dot-open", r: k === best ? 9 : 6});
    set(`[data-k="${k}"]`, {class: found.weight.has(k) ? "orange ring" : "off"});
  });
  set(".limit", {x1: x(limit), x2: x(limit)});
  // All points of this line have the same weighted sum.
  const at = other => weight < 1 ? latency + weight / (1 - weight) * (cost - other) : 0;
  const ends = weight < 1 ? [data.low, at(data.low), data.high, at(data.high)]
    : [cost, 0, cost, data.slowest];
  set(".sum", {class: "orange sum", x1: x(ends[0]), y1: y(ends[1]), x2: x(ends[2]), y2: y(ends[3])});
  const fastest = best < 0 ? `No plan costs at most ${short(limit)}.`
    : `With cost at most ${short(limit)} the fastest plan has ${words(best)}.`;
  say(`${fastest} The weight ${short(weight)} on cost finds the plan with ${words(light)}. Found so far `
    + `of ${data.points.length} points: ${found.limit.size} by limits (filled), ${found.weight.size} by weights (ringed).`);
};
[limits, weights].forEach(input => input.addEventListener("input", show));
one("button").addEventListener("click", () => { found.limit.clear(); found.weight.clear(); show(); });
show();
