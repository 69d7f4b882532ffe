// Shows a request in the language that the reader selects.
import { element } from './dom.js';
import { textBlock } from './json-view.js';
import { LANGUAGES } from './samples.js';

const STORED_LANGUAGE = 'docs-language';

const remembered = () => {
  const language = sessionStorage.getItem(STORED_LANGUAGE);
  return language in LANGUAGES ? language : 'curl';
};

/** `request` returns the request to show. Returns the element, and a function that shows the request again. */
export function sampleView(request) {
  const code = element('div', {});
  const show = () => {
    const language = remembered();
    code.className = language === 'curl' ? '' : 'program';
    code.replaceChildren(textBlock(LANGUAGES[language](request()), `Request in ${language}`));
  };
  const choices = Object.keys(LANGUAGES).map((language) => {
    const radio = element('input', {
      type: 'radio',
      name: 'language',
      value: language,
      checked: language === remembered(),
    });
    return element('label', {}, radio, language);
  });
  const choice = element(
    'fieldset',
    { class: 'choice' },
    element('legend', { class: 'unseen' }, 'Language of the sample'),
    choices,
  );
  choice.addEventListener('change', ({ target }) => {
    sessionStorage.setItem(STORED_LANGUAGE, target.value);
    show();
  });
  show();
  return { view: element('div', { class: 'sample' }, choice, code), show };
}
