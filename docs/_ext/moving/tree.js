let at = data.log.length - 1;
const nodes = all("[data-node]");
const show = () => {
  const row = data.log[at], last = at === data.log.length - 1;
  nodes.forEach((node, k) => node.setAttribute("class", k <= at ? "" : "off"));
  one(".next").disabled = last;
  const value = row.value === null ? "The relaxation has no solution" : `The relaxation has the value ${row.value}`;
  const known = row.incumbent ? `the incumbent is worth ${row.incumbent}` : "there is no incumbent";
  say(`Node ${at}. ${value}: ${row.what}. Now ${known}, and no plan is worth more than ${row.bound}.`
    + (last ? " No part is left, so the incumbent is optimal." : ""));
};
one(".next").addEventListener("click", () => { at += 1; show(); });
one(".first").addEventListener("click", () => { at = 0; show(); });
one(".last").addEventListener("click", () => { at = data.log.length - 1; show(); });
show();
