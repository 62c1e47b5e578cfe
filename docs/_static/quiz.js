// A page with quizzes counts the questions whose right choice was opened first.
addEventListener("DOMContentLoaded", () => {
  const quizzes = [...document.querySelectorAll("div.quiz")];
  if (!quizzes.length) return;
  const score = document.createElement("p");
  score.className = "quiz-score";
  score.setAttribute("aria-live", "polite");
  quizzes[quizzes.length - 1].after(score);
  const first = new Map();  // of each quiz, whether its first opened choice was right
  for (const quiz of quizzes) {
    for (const choice of quiz.querySelectorAll("details")) {
      choice.addEventListener("toggle", () => {
        if (!choice.open || first.has(quiz)) return;
        first.set(quiz, choice.classList.contains("right"));
        const right = [...first.values()].filter(Boolean).length;
        score.textContent = `${right} of ${first.size} right at the first try, ${quizzes.length} questions`;
      });
    }
  }
});
