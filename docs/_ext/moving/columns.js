let at = data.steps.length - 1;
const worth = (pattern, prices) => pattern.reduce((sum, count, k) => sum + count * prices[k], 0);
figure.compute = {worth};
const words = pattern => pattern.flatMap((count, k) => count ? [`${count} ${data.kinds[k]}`] : []).join(" + ");
const show = () => {
  const step = data.steps[at], last = at === data.steps.length - 1;
  all("[data-row]").forEach((row, k) => row.setAttribute("class",
    k < step.used.length ? (k === step.used.length - 1 && at ? "new" : "") : "off"));
  step.used.forEach((times, k) => { one(`[data-used="${k}"]`).textContent = `${times} ×`; });
  step.prices.forEach((price, k) => { one(`[data-price="${k}"]`).textContent = price; });
  say(`step ${at + 1} of ${data.steps.length}`, ".step");
  one(".next").disabled = last;
  const value = short(worth(step.best, step.prices));
  say(`The master over ${step.used.length} patterns needs ${step.bound} machines. At its prices the best pattern is `
    + `${words(step.best)}, worth ${value}: ` + (last ? `no pattern is worth more than 1, so ${step.bound} is the bound of all patterns.`
      : `more than 1, the price of a machine. It joins the patterns.`));
};
one(".next").addEventListener("click", () => { at += 1; show(); });
one(".first").addEventListener("click", () => { at = 0; show(); });
show();
