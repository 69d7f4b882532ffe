// The model of the sections of policy documents.
import { type Commands } from './command';
import { bodyWith, targetAmong } from './dice';
import { guardOf, viewFull } from './policy-documents';
import type { Row } from './world';

export const policyDocumentSections: Commands = {
  reorderDocumentSections: (world, dice) => {
    const withSections = world.rows.policy_document.filter((each) => each.sections.length > 1);
    const { id, row: document } = targetAmong(world, dice, 'policy_document', withSections, 80);
    const present: string[] = document?.sections.map((section: Row) => section.id) ?? [];
    const order = present
      .map((each) => [dice.int(1000), each] as const)
      .sort(([one], [other]) => one - other);
    const sectionIds = order.map(([, each]) => each);
    const isUnknown = present.length === 0 || dice.chance(8);
    const isPartial = !isUnknown && present.length > 1 && dice.chance(8);
    const sent = isUnknown ? [...sectionIds, 'sec_none'] : isPartial ? sectionIds.slice(1) : sectionIds;
    const { body, faults } = bodyWith(dice, { sectionIds: sent }, [['sectionIds', { sectionIds: [] }]]);
    return {
      params: { id },
      body,
      faults: isPartial && faults.length === 0 ? ['sectionIds'] : faults,
      isMissing: !document,
      unknown: isUnknown ? ['sectionIds'] : [],
      guard: guardOf(document),
      isConflict: document?.status !== 'draft',
      shows: () => guardOf(document)!,
      succeed() {
        const sections = sectionIds.map((each) =>
          document!.sections.find((section: Row) => section.id === each),
        );
        document!.sections = sections.map((section, index) => ({ ...section, position: index + 1 }));
        world.touch(document!);
        world.record('updated', 'policy_document', id);
        return viewFull(document!);
      },
    };
  },
};
