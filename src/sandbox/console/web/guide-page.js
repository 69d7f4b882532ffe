// Shows the pages of the guide in the documentation file. In a sandbox the guide has pages of its own.
import { hashOf } from './contract.js';
import { element } from './dom.js';
import { addCopyButtons } from './guide-content.js';

/** Returns the fragment of a page, or of one of its headings. */
export const guideHash = (name, anchor) => (anchor ? hashOf('guide', name, anchor) : hashOf('guide', name));

/** The build writes the HTML from the Markdown files of the project, so it has no scripts. */
export function guidePage(pages, name = 'index') {
  const page = pages.find((one) => one.name === name) ?? pages.find((one) => one.name === 'index');
  const { body } = new DOMParser().parseFromString(page.html, 'text/html');
  for (const heading of body.querySelectorAll('[id]')) heading.id = guideHash(page.name, heading.id).slice(1);
  for (const link of body.querySelectorAll('a[href]')) {
    const [, target, anchor] =
      /^(?!https?:)(?:\.\/)?([\w-]*)(?:#(.+))?$/.exec(link.getAttribute('href')) ?? [];
    if (target !== undefined)
      link.setAttribute(
        'href',
        target === '' && !anchor ? guideHash('index') : guideHash(target || page.name, anchor),
      );
  }
  addCopyButtons(body);
  return element('article', { class: 'page text' }, ...body.childNodes);
}
