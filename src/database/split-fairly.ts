// Which works share the next commit.

/**
 * Takes the next works in order of arrival. No organization gets more than half of the places while another
 * one waits. The group is sorted by organization, whose statements then follow one another.
 */
export function splitFairly<Item extends { tenant: string }>(
  waiting: Item[],
  places: number,
): [group: Item[], left: Item[]] {
  const taken = new Map<string, number>();
  const [group, left]: [Item[], Item[]] = [[], []];
  for (const item of waiting) {
    const ofTenant = taken.get(item.tenant) ?? 0;
    if (group.length === places || ofTenant >= places / 2) {
      left.push(item);
      continue;
    }
    group.push(item);
    taken.set(item.tenant, ofTenant + 1);
  }
  group.push(...left.splice(0, places - group.length)); // all of one organization: the others have got places
  group.sort((a, b) => (a.tenant < b.tenant ? -1 : Number(a.tenant > b.tenant)));
  return [group, left];
}
