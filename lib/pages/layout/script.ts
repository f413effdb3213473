/** Shows the copy buttons and makes them work. Without scripts they stay hidden. */
export const pageScript = `
for (const button of document.querySelectorAll('button[data-copies]')) {
  const field = document.getElementById(button.dataset.copies);
  const said = document.getElementById(button.dataset.copies + '-said');
  button.hidden = false;
  button.addEventListener('click', async () => {
    said.textContent = '';
    try {
      await navigator.clipboard.writeText(field.value);
      said.textContent = 'Copied';
    } catch {
      field.focus();
      field.select();
      said.textContent = 'Selected: copy it with Ctrl+C';
    }
  });
}
`;
