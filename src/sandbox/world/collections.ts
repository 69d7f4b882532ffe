// The records of a world by collection: those of the contract, with fields of the sandbox, whose names begin
// with `$` and which no response shows.
import type { components } from '../../../generated/types';

type Schemas = components['schemas'];

export interface Collections {
  Facility: Schemas['Facility'];
  ControlCenter: Schemas['ControlCenter'];
  CyberSystem: Schemas['CyberSystem'];
  CyberAsset: Schemas['CyberAsset'];
  TrainingModule: Schemas['TrainingModule'];
  TrainingAssignment: Schemas['TrainingAssignment'];
  Task: Schemas['Task'];
  TaskInstance: Schemas['TaskInstance'] & { id: string; $sequence?: number };
  Evidence: Schemas['Evidence'];
  /** A record of any kind that evidence supports. */
  Supported: { id: string };
  PolicyDocument: Schemas['PolicyDocumentWithSections'] & { $versions?: Schemas['PolicyDocumentVersion'][] };
  /** An uploaded file; `$documentId` when it is a document already. */
  File: Schemas['ProcessingFile'] & { $documentId?: string };
  User: Schemas['User'];
  /** The user behind the API key, under the id `me`. */
  CurrentUser: { id: string; profile: Schemas['User']; organizationName: string };
  Invitation: Schemas['Invitation'] & { $digest: string };
  CipSeniorManagerAssignment: Schemas['CipSeniorManagerAssignment'];
  AccessControl: Schemas['AccessControlItem'];
}

export type CollectionName = keyof Collections;
export type RecordOf<Name extends CollectionName> = Collections[Name];
