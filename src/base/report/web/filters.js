// Filters the findings of a report. A link to a hidden finding resets the filters.
const form = document.querySelector('form.filters');
const filter = () => {
  const { resource, operation } = form.elements;
  const levels = [...form.querySelectorAll('[name=level]:checked')].map((box) => box.value);
  const text = operation.value.toLowerCase();
  for (const article of document.querySelectorAll('article')) {
    const { level, resources, operations } = article.dataset;
    article.hidden =
      !levels.includes(level) ||
      (resource.value !== '' && !resources.split(' ').includes(resource.value)) ||
      !operations.toLowerCase().includes(text);
  }
  for (const section of document.querySelectorAll('details.level'))
    section.hidden = !section.querySelector('article:not([hidden])');
};
const showTarget = () => {
  const target = document.getElementById(location.hash.slice(1));
  if (!target) return;
  if (target.hidden) {
    form.reset();
    filter();
  }
  target.closest('details').open = true;
  target.scrollIntoView();
};
if (form) {
  form.hidden = false;
  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', showTarget);
  showTarget();
}
