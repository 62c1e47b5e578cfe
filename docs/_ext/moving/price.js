const compute = price => {
  let bound = -price * data.containers, fewest = 0, most = 0;
  for (const {lower, latency} of data.groups) {
    const sums = latency.map((own, k) => own + price * (lower + k)), least = Math.min(...sums);
    const best = sums.flatMap((sum, k) => sum < least + 1e-9 ? [lower + k] : []);
    bound += least;
    fewest += best[0];
    most += best[best.length - 1];
  }
  return {bound, fewest, most};
};
figure.compute = compute;
const x = price => data.left + (data.right - data.left) * price / data.highest;
const y = value => data.bottom - (data.bottom - data.top) * (value - data.low) / (data.high - data.low);
const slider = one("input");
const show = () => {
  const price = Number(slider.value), {bound, fewest, most} = compute(price);
  const [right, left] = [fewest - data.containers, most - data.containers];
  const slope = right >= 0 ? right : left <= 0 ? left : 0;
  set("circle", {cx: x(price), cy: y(bound)});
  set(".tangent", {y1: y(bound - slope * price), y2: y(bound + slope * (data.highest - price))});
  const asked = fewest === most ? `${fewest}` : `${fewest} to ${most}`;
  const then = slope > 0 ? `L rises to the right with slope ${slope}`
    : slope < 0 ? `L falls to the right with slope ${slope}` : "L is at its highest point";
  say(`At price ${short(price)} the bound is ${short(bound)}. The groups ask for ${asked} containers, `
    + `and there are ${data.containers}: ${then}.`);
};
slider.addEventListener("input", show);
one("svg").addEventListener("pointerdown", event => {
  const svg = one("svg"), drag = each => {
    const place = new DOMPoint(each.clientX, each.clientY).matrixTransform(svg.getScreenCTM().inverse());
    slider.value = (place.x - data.left) / (data.right - data.left) * data.highest;
    show();
  };
  drag(event);
  svg.setPointerCapture(event.pointerId);
  svg.onpointermove = drag;
  svg.onpointerup = () => { svg.onpointermove = null; };
});
