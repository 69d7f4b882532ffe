// Escapes text for HTML. Pages written with Preact escape by themselves.

/** Escapes untrusted text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
