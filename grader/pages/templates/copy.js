// Copy buttons appear only where copying works; the page reads the same without.
if (navigator.clipboard) {
  for (const button of document.querySelectorAll("button.copy")) {
    const label = button.textContent;
    const code = button.parentElement.querySelector("code");
    button.hidden = false;
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = button.dataset.copied;
      setTimeout(() => { button.textContent = label; }, 2000);
    });
  }
}
