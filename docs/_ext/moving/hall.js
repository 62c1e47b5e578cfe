const compute = (chosen, threshold) => {
  const reached = data.room.map((_, j) => chosen.some(i => data.latency[i][j] <= threshold));
  const room = data.room.reduce((sum, places, j) => sum + (reached[j] ? places : 0), 0);
  return {reached, room, violates: room < chosen.length};
};
figure.compute = compute;
const boxes = all("input[type=checkbox]"), slider = one("input[type=range]");
const show = () => {
  const chosen = boxes.filter(box => box.checked).map(box => Number(box.value));
  const threshold = data.values[slider.value], {reached, room, violates} = compute(chosen, threshold);
  all("line").forEach(line => {
    const {i, j} = line.dataset, near = data.latency[i][j] <= threshold;
    line.setAttribute("class", near ? (chosen.includes(Number(i)) ? "axis" : "thin") : "off");
  });
  boxes.forEach(box => set(`rect[data-pick="${box.value}"]`, {class: box.checked ? "dot-orange" : "dot-open"}));
  reached.forEach((usable, j) => set(`circle[data-j="${j}"]`, {class: usable ? "dot-blue" : "dot-open"}));
  const names = reached.flatMap((usable, j) => usable ? [`m${j + 1}`] : []).join(", ") || "no machine";
  say(`Within ${threshold} s, S = {${chosen.map(i => `i${i + 1}`).join(", ")}} reaches ${names} with room for `
    + `${room}. S has ${chosen.length} instances: `
    + (violates ? `no plan meets ${threshold} s.` : "this set proves nothing."));
};
[...boxes, slider].forEach(input => input.addEventListener("input", show));
all("rect").forEach(rect => rect.addEventListener("click", () => {
  boxes[rect.dataset.pick].click();
}));
