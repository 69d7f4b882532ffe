// The filters of an HTML page: by level, resource and operation. Without scripts, all findings stay visible.
import { escapeHtml as escape } from '../text';
import type { FindingGroup } from './report';

export const FILTER_STYLE = `
[hidden] { display: none !important; }
form.filters { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .5rem 1rem;
  background: var(--soft); } form.filters label { white-space: nowrap; }
form.filters select, form.filters input { font: inherit; max-width: 100%; }
`;

/** Hides findings that do not match, and groups without visible ones. A link to a hidden finding resets the filters. */
export const FILTER_SCRIPT = `
const form = document.querySelector('form.filters');
const filter = () => {
  const { resource, operation } = form.elements;
  const levels = [...form.querySelectorAll('[name=level]:checked')].map((box) => box.value);
  const text = operation.value.toLowerCase();
  for (const article of document.querySelectorAll('article')) {
    const { level, resources, operations } = article.dataset;
    article.hidden = !levels.includes(level)
      || (resource.value !== '' && !resources.split(' ').includes(resource.value))
      || !operations.toLowerCase().includes(text);
  }
  for (const section of document.querySelectorAll('details.level'))
    section.hidden = !section.querySelector('article:not([hidden])');
};
const showTarget = () => {
  const target = document.getElementById(location.hash.slice(1));
  if (!target) return;
  if (target.hidden) { form.reset(); filter(); }
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
`;

/** Returns the form, which the script shows. Its levels have the number of their findings. */
export function filterForm(groups: readonly FindingGroup[]): string {
  const boxes = groups.map(
    ({ level, findings }) =>
      `<label><input type="checkbox" name="level" value="${level}" checked> ${findings.length} ${level}</label>`,
  );
  const all = groups.flatMap(({ findings }) => findings.flatMap(({ filter }) => filter?.resources ?? []));
  const options = [...new Set(all)].sort().map((name) => `<option>${escape(name)}</option>`);
  return `<form class="filters" hidden>${boxes.join('')}
<label>Resource <select name="resource"><option value="">all</option>${options.join('')}</select></label>
<label>Operation <input name="operation" type="search" placeholder="part of a name or path"></label></form>
`;
}
