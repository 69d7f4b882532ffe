// Names of many devices from one template: `@` is the code of the site, braces hold a range or a list.

const GROUP = /\{([^{}]*)\}/;
const RANGE = /^(\d+)-(\d+)$/;

function alternatives(group: string): string[] {
  const [, from, to] = RANGE.exec(group) ?? [];
  if (from === undefined || to === undefined) return group.split(',');
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) =>
    String(Number(from) + index).padStart(from.length, '0'),
  );
}

function unfold(template: string): string[] {
  const group = GROUP.exec(template);
  if (!group) return [template];
  return alternatives(group[1]!).flatMap((part) => unfold(template.replace(GROUP, () => part)));
}

/** `expand('@-RTU{01-03}', 'MLB345')` names three RTUs of MLB345; `{21P,87L}` names one of each. */
export const expand = (template: string, site: string): string[] => unfold(template.replaceAll('@', site));
