// The commands of all areas, by operationId.
import { accessControls } from './access-controls';
import { accessGrants } from './access-grants';
import { activity } from './activity';
import { assetFiles } from './asset-files';
import { assets } from './assets';
import { designations } from './designations';
import { evidence } from './evidence';
import { facilities } from './facilities';
import { invitations } from './invitations';
import { policyDocumentCycle } from './policy-document-cycle';
import { policyDocumentFiles } from './policy-document-files';
import { policyDocumentSections } from './policy-document-sections';
import { policyDocuments } from './policy-documents';
import { systems } from './systems';
import { taskBatches } from './task-batches';
import { taskInstances } from './task-instances';
import { tasks } from './tasks';
import { trainingAssignments } from './training-assignments';
import { trainingModules } from './training-modules';
import { trainingRecords } from './training-records';
import { users } from './users';
import type { Commands } from './command';

export const COMMANDS: Commands = {
  ...facilities,
  ...systems,
  ...assets,
  ...assetFiles,
  ...trainingModules,
  ...trainingAssignments,
  ...trainingRecords,
  ...tasks,
  ...taskBatches,
  ...taskInstances,
  ...evidence,
  ...policyDocuments,
  ...policyDocumentCycle,
  ...policyDocumentFiles,
  ...policyDocumentSections,
  ...users,
  ...invitations,
  ...designations,
  ...accessControls,
  ...accessGrants,
  ...activity,
};
