// Copies secrets, closes menus, and prevents repeated submissions of a form.
'use strict';

for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.value ?? source.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(source); // the browser denied access, so the user can copy by hand
      button.textContent = 'Press Ctrl+C';
    }
    setTimeout(() => (button.textContent = label), 2000);
  });
}

addEventListener('keydown', ({ key }) => {
  const menu = document.querySelector('.menu[open]');
  if (key !== 'Escape' || !menu) return;
  menu.open = false;
  menu.querySelector('summary').focus();
});

for (const form of document.querySelectorAll('form[method=post]')) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = 'yes';
  });
}

// Allows a new submission on a page that the browser restores from its cache.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-sent]')) delete form.dataset.sent;
});
