// The filters of the HTML report: by level, resource and operation. Without scripts, all edits stay visible.
import type { Edit } from '../edits/edits';
import type { Review } from '../review';
import { escapeHtml as escape } from '../../base/text';
import { nameOf } from './wording';

export const FILTER_STYLE = `
[hidden] { display: none !important; }
form.filters { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .5rem 1rem;
  background: var(--soft); } form.filters label { white-space: nowrap; }
form.filters select, form.filters input { font: inherit; max-width: 100%; }
`;

/** Hides edits that do not match, and sections without visible edits. A link to a hidden edit resets the filters. */
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

/** Returns the first segment of each path, and the names of the operations. */
export function filterValues({ operations, others }: Edit): { resources: string[]; operations: string[] } {
  const all = [...operations, ...others];
  return {
    resources: [...new Set(all.map(({ path }) => path.split('/')[1] ?? ''))].sort(),
    operations: [...new Set(all.map(nameOf))],
  };
}

/** Returns the form, which the script shows. Its levels have the number of their edits. */
export function filterForm({ edits, counts }: Review): string {
  if (edits.length === 0) return '';
  const levels = [...new Set(edits.map(({ level }) => level))];
  const boxes = levels.map((level) => {
    const count = edits.filter((edit) => edit.level === level).length;
    return `<label><input type="checkbox" name="level" value="${level}" checked> ${count} ${level}</label>`;
  });
  const resources = [...new Set(edits.flatMap((edit) => filterValues(edit).resources))].sort();
  const options = resources.map((name) => `<option>${escape(name)}</option>`);
  const waived = counts.waived > 0 ? ` <span>${counts.waived} waived</span>` : '';
  return `<form class="filters" hidden>${boxes.join('')}${waived}
<label>Resource <select name="resource"><option value="">all</option>${options.join('')}</select></label>
<label>Operation <input name="operation" type="search" placeholder="part of a name or path"></label></form>`;
}
