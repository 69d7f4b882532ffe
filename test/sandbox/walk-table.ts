// The whole walk, by group of resources.
import type { Step } from './walk';
import { access } from './walk-access';
import { documents } from './walk-documents';
import { inventory } from './walk-inventory';
import { people } from './walk-people';
import { tasks } from './walk-tasks';
import { training } from './walk-training';

export const GROUPS: [group: string, steps: Step[]][] = [
  ['inventory', inventory],
  ['training', training],
  ['tasks and evidence', tasks],
  ['policy documents', documents],
  ['people', people],
  ['access control and activity', access],
];

export const STEPS = GROUPS.flatMap(([, steps]) => steps);
