// Generated from spec/ by `npm run generate`. Do not edit.
import type { AnyCall, Data, Init, Result } from '../src/client/types.js';

export interface Get extends AnyCall<'get'> {
  /**
   * List facilities
   *
   * Returns every facility of your organization as one array. Use it to find the ids that cyber systems refer to. There are no filters and no pages. Send `If-None-Match` to poll at low cost.
   */
  (path: '/facilities', init?: Init<'getFacilities'>): Promise<Result<Data<'getFacilities'>>>;
  /**
   * Get a facility
   *
   * Returns one facility of your organization. Use it to resolve the `facility_id` of a cyber system. Returns 404 for an id that is not in your organization.
   */
  (path: '/facilities/{id}', init: Init<'getFacility'>): Promise<Result<Data<'getFacility'>>>;
  /**
   * List control centers
   *
   * Returns every control center of your organization as one array, without filters or pages. Use it to distinguish the systems of control centers from those of facilities. The array is empty for an organization without control centers.
   */
  (path: '/control-centers', init?: Init<'getControlCenters'>): Promise<Result<Data<'getControlCenters'>>>;
  /**
   * Get a control center
   *
   * Returns one control center of your organization. Use it to resolve the `control_center_id` of a cyber system. Returns 404 for an id that is not in your organization.
   */
  (path: '/control-centers/{id}', init: Init<'getControlCenter'>): Promise<Result<Data<'getControlCenter'>>>;
  /**
   * List cyber systems
   *
   * Returns every BES Cyber System of your organization as one array, each with its impact rating and its facility or control center. Use it to find the `cyber_system_id` for a new asset, and to match assets to sites.
   */
  (path: '/cyber-systems', init?: Init<'getCyberSystems'>): Promise<Result<Data<'getCyberSystems'>>>;
  /**
   * Get a cyber system
   *
   * Returns one BES Cyber System of your organization, with its impact rating and its facility or control center. Use it to read the rating that an asset inherits when you move it there. Returns 404 for an id that is not in your organization.
   */
  (path: '/cyber-systems/{id}', init: Init<'getCyberSystem'>): Promise<Result<Data<'getCyberSystem'>>>;
  /**
   * List cyber assets
   *
   * Returns every cyber asset of your organization as one array, in order of creation, each with the impact rating of its system. There are no filters and no pages. To select the assets of one facility, match `cyber_system_id` to the systems of that facility. Poll with `If-None-Match`: an unchanged collection returns a small 304.
   */
  (path: '/cyber-assets', init?: Init<'getCyberAssets'>): Promise<Result<Data<'getCyberAssets'>>>;
  /**
   * Get a cyber asset
   *
   * Returns one cyber asset of your organization. Its `impact_rating` is the current rating of its system. Use it to read the `ETag` before a change with `If-Match`. Returns 404 for an id that is not in your organization.
   */
  (path: '/cyber-assets/{id}', init: Init<'getCyberAsset'>): Promise<Result<Data<'getCyberAsset'>>>;
  /**
   * List a facility's cyber systems
   *
   * Returns the BES Cyber Systems of one facility as one array, without filters or pages. Their `facility_id` is the id in the path. The array is empty for a facility without systems. Returns 404 for a facility that is not in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/facilities/{facilityId}/cyber-systems', init: Init<'getCyberSystemsByFacility'>): Promise<Result<Data<'getCyberSystemsByFacility'>>>;
  /**
   * List a control center's cyber systems
   *
   * Returns the BES Cyber Systems of one control center as one array, without filters or pages. Their `control_center_id` is the id in the path. The array is empty for a control center without systems. Returns 404 for a control center that is not in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/control-centers/{controlCenterId}/cyber-systems', init: Init<'getCyberSystemsByControlCenter'>): Promise<Result<Data<'getCyberSystemsByControlCenter'>>>;
  /**
   * Get the import template
   *
   * Returns a CSV file that contains only the header row of an import. Fill in one row for each asset, with `hardware` or `software` as its `asset_type`. Then send the file to the import of the cyber system that owns the assets.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/cyber-assets/import/template', init?: Init<'getCyberAssetsImportTemplate'>): Promise<Result<Data<'getCyberAssetsImportTemplate'>>>;
  /**
   * List a system's cyber assets
   *
   * Returns the cyber assets of one BES Cyber System as one array, without filters or pages. All have the impact rating of the system. The array is empty for a system without assets. Returns 404 for a system that is not in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/cyber-systems/{cyberSystemId}/cyber-assets', init: Init<'getCyberAssetsBySystem'>): Promise<Result<Data<'getCyberAssetsBySystem'>>>;
  /**
   * List a facility's cyber assets
   *
   * Returns the cyber assets of all systems of one facility as one array, each with the impact rating of its system. There are no filters and no pages. Use it instead of matching assets to systems yourself, for example before a site inspection. The array is empty for a facility without assets. Returns 404 for a facility that is not in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/facilities/{facilityId}/cyber-assets', init: Init<'getCyberAssetsByFacility'>): Promise<Result<Data<'getCyberAssetsByFacility'>>>;
  /**
   * Export high- and medium-impact assets
   *
   * Returns the high- and medium-impact cyber assets of one facility as a CSV file, with their systems, ratings and times. Use it for an auditor or a spreadsheet. The file is BES Cyber System Information (BCSI): store, send and dispose of it by your information protection program (CIP-011). Without such assets, the file contains only the header row. Returns 404 for a facility that is not in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/facilities/{facilityId}/cyber-assets/export', init: Init<'exportCyberAssetsCsv'>): Promise<Result<Data<'exportCyberAssetsCsv'>>>;
  /**
   * Export low-impact assets
   *
   * Returns the low-impact cyber assets of one facility as a CSV file, with the columns of the export of the other ratings. CIP-002 requires no list of low-impact systems, so a file with only the header row is valid. Treat the file as confidential. Returns 404 for a facility that is not in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/facilities/{facilityId}/cyber-assets/export-low', init: Init<'exportLowCyberAssetsCsv'>): Promise<Result<Data<'exportLowCyberAssetsCsv'>>>;
  /**
   * List a control center's cyber assets
   *
   * Returns the cyber assets of all systems of one control center as one array, each with the impact rating of its system. There are no filters and no pages. Use it instead of matching assets to systems yourself, for example before a site inspection. The array is empty for a control center without assets. Returns 404 for a control center that is not in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/control-centers/{controlCenterId}/cyber-assets', init: Init<'getCyberAssetsByControlCenter'>): Promise<Result<Data<'getCyberAssetsByControlCenter'>>>;
  /**
   * Export high- and medium-impact assets
   *
   * Returns the high- and medium-impact cyber assets of one control center as a CSV file, with their systems, ratings and times. Use it for an auditor or a spreadsheet. The file is BES Cyber System Information (BCSI): store, send and dispose of it by your information protection program (CIP-011). Without such assets, the file contains only the header row. Returns 404 for a control center that is not in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/control-centers/{controlCenterId}/cyber-assets/export', init: Init<'exportControlCenterCyberAssetsCsv'>): Promise<Result<Data<'exportControlCenterCyberAssetsCsv'>>>;
  /**
   * Export low-impact assets
   *
   * Returns the low-impact cyber assets of one control center as a CSV file, with the columns of the export of the other ratings. CIP-002 requires no list of low-impact systems, so a file with only the header row is valid. Treat the file as confidential. Returns 404 for a control center that is not in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/control-centers/{controlCenterId}/cyber-assets/export-low', init: Init<'exportControlCenterLowCyberAssetsCsv'>): Promise<Result<Data<'exportControlCenterLowCyberAssetsCsv'>>>;
  /**
   * List training modules
   *
   * Returns every training module of your organization, in order of creation. Use it to find the module of an assignment, or to check the coverage of the CIP-004 topics. There are no filters and no pages.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/training-modules', init?: Init<'getTrainingModules'>): Promise<Result<Data<'getTrainingModules'>>>;
  /**
   * Get a training module
   *
   * Returns one training module of your organization. Use it to resolve the `trainingModuleId` of an assignment. Returns 404 for an id that is not in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/training-modules/{id}', init: Init<'getTrainingModule'>): Promise<Result<Data<'getTrainingModule'>>>;
  /**
   * List training assignments
   *
   * Returns the training assignments of your organization that match all given filters, in order of creation. Use it to find late trainees before a due date passes. An unknown id in a filter matches nothing. Returns 400 for a malformed id, and for a range that starts after its end.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/training-assignments', init?: Init<'getTrainingAssignments'>): Promise<Result<Data<'getTrainingAssignments'>>>;
  /**
   * Export training assignments
   *
   * Returns the training assignments of your organization that match all given filters as a file, in order of creation. Use it as evidence of training for an audit. `format` selects CSV, in UTF-8 with a header row, or JSON, an array with the same fields. The server ignores the `Accept` header here. A filter that matches nothing returns a file without rows. A row shows the last name of a deleted user or module.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/training-assignments/export', init?: Init<'exportTrainingAssignments'>): Promise<Result<Data<'exportTrainingAssignments'>>>;
  /**
   * Get a training assignment
   *
   * Returns one training assignment of your organization with the facilities in its scope and its completion, if any. Use it to show an auditor the trainee, the time and the sites of a training. Returns 404 for an id that is not in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/training-assignments/{id}', init: Init<'getTrainingAssignment'>): Promise<Result<Data<'getTrainingAssignment'>>>;
  /**
   * List facilities of an assignment
   *
   * Returns the facilities in scope of a training assignment, in the order of their addition. Use it to see the sites for which the training counts. There are no pages. A new assignment has none.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/training-assignments/{trainingAssignmentId}/facilities', init: Init<'getTrainingAssignmentFacilities'>): Promise<Result<Data<'getTrainingAssignmentFacilities'>>>;
  /**
   * List tasks
   *
   * Returns the tasks of your organization that match all given filters, in order of creation. A recurring task appears once, as the parent that holds the schedule. It is due on the due dates of all its instances, and `overdue` when one of them is. With `status=overdue`, a range of due dates selects the recurring tasks with an overdue instance in it. An unknown id in a filter matches nothing. Returns 400 for a malformed id, and for a range that starts after its end.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/tasks', init?: Init<'getTasks'>): Promise<Result<Data<'getTasks'>>>;
  /**
   * Get a task
   *
   * Returns one task of your organization. For a recurring task it returns the parent, which holds the schedule, with its overdue and next instances. Use it before an update, which replaces all editable fields. Returns 404 for an id that is not in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/tasks/{id}', init: Init<'getTask'>): Promise<Result<Data<'getTask'>>>;
  /**
   * Get an evidence record
   *
   * Returns one evidence record of your organization. Its contents never change, so your copy stays valid until the record is deleted (404).
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/evidence/{id}', init: Init<'getEvidenceById'>): Promise<Result<Data<'getEvidenceById'>>>;
  /**
   * List the evidence of a record
   *
   * Returns all evidence for one record, in order of creation, on one page. Use it to show an auditor the evidence for a completed task. The list is empty for a record without evidence. The evidence of a deleted record stays listed under the record's id. Returns 404 for a record that is not in your organization, and for a deleted one without evidence.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/evidence/by-resource/{resourceId}', init: Init<'listEvidenceByResource'>): Promise<Result<Data<'listEvidenceByResource'>>>;
  /**
   * List policy documents
   *
   * Returns the policy documents of your organization in order of creation, one page at a time, without their sections. Continue with `nextCursor` until it is absent. `status` selects, for example, the documents that wait for approval. Returns 400 `validation_error` for a `cursor` that is not one of this list.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/policy-documents', init?: Init<'listPolicyDocuments'>): Promise<Result<Data<'listPolicyDocuments'>>>;
  /**
   * List files in processing
   *
   * Returns the uploaded files that are not yet policy documents, in order of upload: processing, processed, and failed files with the reason. Poll it after an upload, with `If-None-Match`.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/policy-documents/processing-files', init?: Init<'getProcessingFiles'>): Promise<Result<Data<'getProcessingFiles'>>>;
  /**
   * Get a policy document with sections
   *
   * Returns one policy document with its sections in display order and its supporting files, in any status. For the approved text, which later edits do not change, read a version.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/policy-documents/{id}/with-sections', init: Init<'getPolicyDocumentWithSections'>): Promise<Result<Data<'getPolicyDocumentWithSections'>>>;
  /**
   * List the versions of a document
   *
   * Returns every approved version of a policy document, latest first, on one page. Use it to show an auditor the text in force at any time. The list is empty for a document without an approval. The versions belong to the document and say nothing about versions of the API.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/policy-documents/{id}/versions', init: Init<'listDocumentVersions'>): Promise<Result<Data<'listDocumentVersions'>>>;
  /**
   * Get the latest version
   *
   * Returns the version that the last approval of a policy document created. This text is in force, even while a revision is in progress. Returns 404 for a document without an approval.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/policy-documents/{id}/versions/latest', init: Init<'getLatestDocumentVersion'>): Promise<Result<Data<'getLatestDocumentVersion'>>>;
  /**
   * Get one version
   *
   * Returns one approved version of a policy document by its number. Use it to show the text that was in force before a revision. Its contents never change.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/policy-documents/{id}/versions/{versionNumber}', init: Init<'getDocumentVersionByNumber'>): Promise<Result<Data<'getDocumentVersionByNumber'>>>;
  /**
   * List users
   *
   * Returns the users of your organization, people and integration accounts, in order of creation, one page at a time. Use it to resolve user ids to names and to review roles. The list contains no deleted users and no users with a pending invitation.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/users', init?: Init<'listUsers'>): Promise<Result<Data<'listUsers'>>>;
  /**
   * Get the current user
   *
   * Returns the profile of the user behind the API key. Use it to check the identity of a program before it writes data.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/users/me', init?: Init<'getCurrentUser'>): Promise<Result<Data<'getCurrentUser'>>>;
  /**
   * List the current user's organizations
   *
   * Returns the organizations of the user behind the API key, each with the user's role. Use it to let a user select an organization. The key itself gives access to one organization only.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/users/me/organizations', init?: Init<'getMyOrganizations'>): Promise<Result<Data<'getMyOrganizations'>>>;
  /**
   * Check a permission
   *
   * Returns whether the user behind the API key has one permission. Without a resource, the role of the user decides. With `resourceType` and `resourceId`, the active `edit` items of the user on this resource, or on a resource that contains it, also count. Use it before you show or start a function that requires the permission. One of the two without the other names no resource. The result is valid at this moment and grants nothing. Returns 400 for an unknown permission.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/users/me/check-access', init: Init<'checkAccess'>): Promise<Result<Data<'checkAccess'>>>;
  /**
   * Get a user
   *
   * Returns one user of your organization. Returns 404 for a deleted user, although other records keep the id.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/users/{id}', init: Init<'getUser'>): Promise<Result<Data<'getUser'>>>;
  /**
   * List invitations
   *
   * Returns the pending and the accepted invitations of your organization, in order of creation. A pending invitation after its `expiresAt` stays in the list, and you can resend it. The list contains no canceled invitations and no tokens.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/invitations', init?: Init<'listInvitations'>): Promise<Result<Data<'listInvitations'>>>;
  /**
   * Validate an invitation token
   *
   * Returns whether a token belongs to an invitation that is pending and not expired, and its addressee. Use it when the link is opened, before you show the profile form. It changes nothing. Every other token returns the same `valid: false`, which prevents guessing of tokens. The query carries the token: keep it out of the logs of your clients and proxies. This server masks it in its logs and recordings.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/invitations/validate', init: Init<'validateInvitation'>): Promise<Result<Data<'validateInvitation'>>>;
  /**
   * Get the current CIP Senior Manager
   *
   * Returns the current assignment with the designated user and the effective date. Use it for an audit, or to find the approver of policies and of the list of systems. Returns 404 when no assignment is in effect today.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/cip-senior-manager-assignments/current', init?: Init<'getCurrentCipSeniorManager'>): Promise<Result<Data<'getCurrentCipSeniorManager'>>>;
  /**
   * List access control items
   *
   * Returns the access control items of your organization in order of creation, one page at a time, active and inactive. Use it for the quarterly verification of authorizations (CIP-004-7, R4). A filter that matches nothing returns an empty page.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/access-control', init?: Init<'listAccessControls'>): Promise<Result<Data<'listAccessControls'>>>;
  /**
   * Get an access control item
   *
   * Returns one access control item with its status and its last grant and revocation. For the earlier history, read the activity of the item.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/access-control/{id}', init: Init<'getAccessControl'>): Promise<Result<Data<'getAccessControl'>>>;
  /**
   * List a user's active item ids
   *
   * Returns the ids of the active access control items of one user, in order of creation. Use it to see the current access of a user, and what to revoke when the user leaves. The list contains no inactive items. It is empty for a user without access.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/access-control/user/{userId}', init: Init<'getUserApprovedAccessControlItemIds'>): Promise<Result<Data<'getUserApprovedAccessControlItemIds'>>>;
  /**
   * List activity
   *
   * Returns the activity log of your organization, newest first, one page at a time. It covers created, changed and deleted records, accounts, accepted invitations, roles, grants and revocations, the life cycle of policy documents and their PDF exports, training, and sign-ins. Use it to show an auditor each change with its actor and time. Filters combine. A filter that matches nothing returns an empty page. Returns 400 for a `from` after `to`. For one resource, read its own history instead.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/activity', init?: Init<'listActivityLogs'>): Promise<Result<Data<'listActivityLogs'>>>;
  /**
   * List a resource's activity
   *
   * Returns every entry about one resource, oldest first, in one response. Use it to see how a record developed. The history remains after the resource is deleted. Returns 404 for an unknown kind of resource, and for an id that was never in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/activity/by-resource-type/{resourceType}/{resourceId}', init: Init<'getActivityLogsByEntity'>): Promise<Result<Data<'getActivityLogsByEntity'>>>;
}

export interface Post extends AnyCall<'post'> {
  /**
   * Create a facility
   *
   * Creates a facility, for example a substation or a generating plant, and returns it with its id. Use the id to create cyber systems at the facility. Returns 400 `validation_error` for a missing or malformed name, and for an unlisted field.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/facilities', init: Init<'createFacility'>): Promise<Result<Data<'createFacility'>>>;
  /**
   * Create a cyber system
   *
   * Creates a BES Cyber System at one of your facilities or control centers, with the impact rating of your CIP-002 assessment. Assets of the system inherit its rating. Name exactly one site. Returns 400 `validation_error` for both or neither, and 400 `invalid_reference` for a site that is not in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/cyber-systems', init: Init<'createCyberSystem'>): Promise<Result<Data<'createCyberSystem'>>>;
  /**
   * Create a cyber asset
   *
   * Creates a cyber asset in one of your cyber systems and returns it with its id and its inherited impact rating. Send an `Idempotency-Key` so that you can retry safely after a lost response. Returns 409 for a name that is already taken in your organization, or when it has its maximum number of assets, 400 `invalid_reference` for a cyber system that is not in your organization, and 400 `validation_error` for an unlisted field. One overview example shows `cyberSystemId`: the specified name is `cyber_system_id`.
   */
  (path: '/cyber-assets', init: Init<'createCyberAsset'>): Promise<Result<Data<'createCyberAsset'>>>;
  /**
   * Import cyber assets from CSV
   *
   * Creates cyber assets of one system from a CSV file of at most 10 MiB (otherwise 413). Each row is independent: the response reports a rejected row with its line, and the other rows create assets. A row with a name that is taken in the organization, or that an earlier row has, is rejected. An import never changes, moves or deletes an asset, so that you can import a file again without duplicates. The file needs the columns of the template. It may contain those of an export, where `cyber_system_id` must be this system and the other columns are ignored. Commas, semicolons or tabs separate cells, or the character that a first line such as `sep=;` names. White space around cells and empty cells at the end of a row are ignored. Returns 400 `validation_error`, and changes nothing, for a file with missing, unknown or duplicate columns, for one in which each row has a faulty value, for more than 20,000 rows, and for more than 1,000 rejected rows. A part with the media type `application/octet-stream`, or without one, is CSV when its file name ends in `.csv`. The file name is optional. Returns 415 for another media type.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/cyber-systems/{cyberSystemId}/cyber-assets/import', init: Init<'importCyberAssets'>): Promise<Result<Data<'importCyberAssets'>>>;
  /**
   * Create a training module
   *
   * Creates a training module and returns it. The course stays in the learning management system. The module stores its address and its interval. Returns 400 for a malformed or unlisted field.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/training-modules', init: Init<'createTrainingModule'>): Promise<Result<Data<'createTrainingModule'>>>;
  /**
   * Assign a training module
   *
   * Assigns a training module to a user and returns the assignment. Its status is `assigned`, its `completedAt` is null, and it has no facilities. Returns 400 `invalid_reference` for a user or a module that is not in your organization, and 400 for an unlisted field.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/training-assignments', init: Init<'createTrainingAssignment'>): Promise<Result<Data<'createTrainingAssignment'>>>;
  /**
   * Complete a training assignment
   *
   * Records the completion of the module, and moves the assignment to `complete` from any status, including `overdue` and `waived`. It stores the time of completion, the user behind the API key, and the score and certificate if you send them. A second request replaces the completion, so that you can correct a mistake; this is provisional. Returns 400 for a `completedAt` that is missing or in the future, and for an unlisted field.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/training-assignments/{id}/complete', init: Init<'completeTrainingAssignment'>): Promise<Result<Data<'completeTrainingAssignment'>>>;
  /**
   * Add facilities to an assignment
   *
   * Adds facilities to the scope of a training assignment and returns all facilities in scope. Facilities already in scope stay. The operation adds all facilities or none. Returns 400 `invalid_reference` for an id that is not in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/training-assignments/{trainingAssignmentId}/facilities', init: Init<'addFacilitiesToAssignment'>): Promise<Result<Data<'addFacilitiesToAssignment'>>>;
  /**
   * Create a task
   *
   * Creates a task with status `open` and returns it. With a `recurrence` it becomes the parent of instances, and `dueDate` is the due date of the first one. Returns 400 `invalid_reference` for an assignee or a related resource that is not in your organization. Returns 400 for a recurrence without a due date, an incomplete related resource, and an unlisted field.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/tasks', init: Init<'createTask'>): Promise<Result<Data<'createTask'>>>;
  /**
   * Create several tasks
   *
   * Creates up to 100 tasks in one request, each with status `open`. It returns their number and their ids in the order of the request. The operation creates all tasks or none. Returns 400 for a faulty task, with its position and field in `details`, for example `tasks.3.dueDate`.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/tasks/bulk', init: Init<'bulkCreateTasks'>): Promise<Result<Data<'bulkCreateTasks'>>>;
  /**
   * Reassign tasks of the CIP Senior Manager
   *
   * Moves every `open`, `in_progress` or `overdue` task of a current or former CIP Senior Manager to another user, and returns their number. Use it when the designation changes, or to delegate the work. Tasks that are `complete` or `cancelled` keep their assignee. `fromUserId` may be a deleted user. Returns 400 `invalid_reference` for a user who is not in your organization, 400 for the same user twice, and 409 for a `fromUserId` that was never CIP Senior Manager.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/tasks/reassign-from-csm', init: Init<'reassignTasksFromCsm'>): Promise<Result<Data<'reassignTasksFromCsm'>>>;
  /**
   * Record evidence
   *
   * Records one artifact as evidence for a cyber asset, a task, a policy document, a training assignment or an access control item, and returns the record. A `file` requires `fileId`, a `note` requires `noteText`, a `link` requires `url`. You cannot change the record later: delete it and record another. Returns 400 `validation_error` for a field of another type, and 400 `invalid_reference` for a record or a file that is not in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/evidence', init: Init<'createEvidence'>): Promise<Result<Data<'createEvidence'>>>;
  /**
   * Create a policy document
   *
   * Creates an empty policy document as a `draft` and returns it. To start from an existing PDF or DOCX, upload the file and create the document from it instead. Returns 400 `invalid_reference` for an owner or a document type that is not in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/policy-documents', init: Init<'createPolicyDocument'>): Promise<Result<Data<'createPolicyDocument'>>>;
  /**
   * Upload a document file
   *
   * Accepts a file of at most 25 MiB as the part `file` of a multipart form, and returns a processing file at once. The file can be evidence, or support a document. The service then splits a PDF or DOCX file into sections: poll the list of processing files, and create a document when the file is `processed`. A PNG, JPEG, TXT or CSV file has no sections. A part with the media type `application/octet-stream` or `text/plain`, or without one, has that of the ending of its file name, for example `.png`. The file name is optional. Returns 413 for a larger file, 415 for a part of another media type or another encoding of the body, and 400 `validation_error` for a form without the part or with other parts, and for a file whose content is not of its type.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/policy-documents/upload', init: Init<'uploadPolicyDocumentFile'>): Promise<Result<Data<'uploadPolicyDocumentFile'>>>;
  /**
   * Create a document from a file
   *
   * Creates a policy document from a processed file: a `draft` with the sections of the file. The file then leaves the list of processing files. Returns 409 for a file that is still processing, has failed, has no sections or is already a document. Returns 400 `invalid_reference` for a file, an owner or a document type that is not in your organization.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/policy-documents/create-from-processed', init: Init<'createPolicyDocumentFromProcessed'>): Promise<Result<Data<'createPolicyDocumentFromProcessed'>>>;
  /**
   * Submit a draft for approval
   *
   * Moves a policy document from `draft` to `submitted`, records the submitter and the time, and locks it against changes until its approval. Returns 409 for a document that is not a draft. The body may be absent or `{}`.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/policy-documents/{id}/submit', init: Init<'submitPolicyDocument'>): Promise<Result<Data<'submitPolicyDocument'>>>;
  /**
   * Approve a submitted document
   *
   * Moves a policy document from `submitted` to `approved`, records the approver and the time, and creates an immutable version with the next number. For the policies of CIP-003 R1 the approver is the CIP Senior Manager. Designated approvers are the users with the permission `policy_documents:approve`, and the CIP Senior Manager in force. Returns 409 for a document that is not submitted, and for a caller who is not a designated approver. The second status is provisional. The body may be absent or `{}`.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/policy-documents/{id}/approve', init: Init<'approvePolicyDocument'>): Promise<Result<Data<'approvePolicyDocument'>>>;
  /**
   * Revert an approved document to draft
   *
   * Moves a policy document from `approved` to `draft`, so that you can edit, submit and approve it again. Its versions stay unchanged. Use it to start a revision. Returns 409 for a document that is not approved. The body may be absent or `{}`.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/policy-documents/{id}/revert', init: Init<'revertPolicyDocument'>): Promise<Result<Data<'revertPolicyDocument'>>>;
  /**
   * Record a PDF export
   *
   * Records in the audit trail that the caller exported the document as PDF, with the time. Send it for each copy that leaves the system. It creates no PDF, and the status of the document stays unchanged. The body may be absent or `{}`.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/policy-documents/{id}/log-pdf-export', init: Init<'logPdfExport'>): Promise<Result<Data<'logPdfExport'>>>;
  /**
   * Create a user
   *
   * Creates an active account at once, without an invitation, and returns it. Use it for integration accounts, and for people whose identity you have checked. To let people enter their own profile, invite them. The account has the permissions of its role at once, and those of access control from a grant on. Returns 409 for an e-mail address that another user or a pending invitation has.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/users', init: Init<'createUser'>): Promise<Result<Data<'createUser'>>>;
  /**
   * Invite a person
   *
   * Sends an invitation to an e-mail address and returns it. Only an `organization_admin`, or an `api_user` in the sandbox, may use it. The link contains a token that is valid for 14 days. Where you may deliver the link yourself, this response contains the token once. Returns 409 for an address that a user or a pending invitation already has. To send a pending invitation again, resend it.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/invitations', init: Init<'createInvitation'>): Promise<Result<Data<'createInvitation'>>>;
  /**
   * Accept an invitation
   *
   * Activates the account of the invited user with the supplied profile and returns the user, with the e-mail address and the role of the invitation. The invitation becomes `accepted`, and its token becomes invalid. Returns 400 `invalid_reference` for a token without an invitation, for example after a cancellation or a resend. Returns 409 for an invitation that has expired or is already accepted.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/invitations/accept', init: Init<'acceptInvitation'>): Promise<Result<Data<'acceptInvitation'>>>;
  /**
   * Resend an invitation
   *
   * Sends the e-mail of a pending invitation again with a new token and returns the invitation. The token is valid for 14 days (provisional). The earlier link becomes invalid. Use it when the e-mail was lost or the invitation has expired. Returns 409 for an accepted invitation. The body may be absent or `{}`.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/invitations/{id}/resend', init: Init<'resendInvitation'>): Promise<Result<Data<'resendInvitation'>>>;
  /**
   * Designate a CIP Senior Manager
   *
   * Designates the first CIP Senior Manager, or replaces the current one. The previous assignment ends on the day before the new one takes effect, and remains as a record. Document a change within 30 calendar days (CIP-003-9, R3). Tasks stay with the previous manager until you reassign them. Returns 400 `invalid_reference` for a user who is not in your organization. Returns 409 for the user who is already designated, for an `api_user`, which is no person, and for an effective date that is not after that of the current assignment.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/cip-senior-manager-assignments', init: Init<'createCipSeniorManagerAssignment'>): Promise<Result<Data<'createCipSeniorManagerAssignment'>>>;
  /**
   * Create an access control item
   *
   * Defines the access level of a user to a resource and returns the item. The new item is `inactive` and gives no access. To give access, grant the item. Returns 400 `invalid_reference` for a user or a resource that is not in your organization, and 409 for a second item with the same user and resource. Replace the first item instead. Returns 409 for an `edit` item of an `auditor`, which would have no effect. Items on a deleted resource become `inactive`.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/access-control', init: Init<'createAccessControl'>): Promise<Result<Data<'createAccessControl'>>>;
  /**
   * Grant access to a user
   *
   * Grants a user the access that the named items define. The items become `active`, and the next check allows the access. The operation grants all items or none. An item that is already active stays unchanged, with its `grantedAt`; both rules are provisional. Grant access after its authorization by need (CIP-004-7, R4). Returns 400 `invalid_reference` for an id that is not an item of this user, and 409 for an item without an effect: an `edit` item of an `auditor`, or an item on a deleted resource.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/access-control/user/{userId}/grant', init: Init<'grantRaptorComplyAccess'>): Promise<Result<Data<'grantRaptorComplyAccess'>>>;
  /**
   * Revoke access from a user
   *
   * Revokes the access that the named items define. The items become `inactive` and remain as a record. The operation revokes all items or none. An item that is already inactive stays unchanged; both rules are provisional. An open session may continue, but its next request is denied. Returns 400 `invalid_reference` for an id that is not an item of this user.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/access-control/user/{userId}/revoke', init: Init<'revokeRaptorComplyAccess'>): Promise<Result<Data<'revokeRaptorComplyAccess'>>>;
}

export interface Put extends AnyCall<'put'> {
  /**
   * Replace a task
   *
   * Replaces all editable fields of a task and returns the whole record. It clears omitted optional fields, so send every value that you want to keep. Only the time of a recorded completion stays without being sent. For a recurring task it changes the schedule, but not the completed instances, and the status `cancelled` cancels the instances that are not complete. Returns 400 `invalid_reference` for an assignee or a related resource that is not in your organization, 400 for unlisted fields and for a completion time in the future, and 409 for a status that the current one does not allow. With `If-Match`, returns 412 when the task or one of its instances has changed.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/tasks/{id}', init: Init<'updateTask'>): Promise<Result<Data<'updateTask'>>>;
  /**
   * Update a task instance
   *
   * Sets the status, completion time and notes of one instance of a recurring task. The task and the due date identify the instance. The schedule and the other instances stay unchanged. Returns 404 for a task that does not recur or a day without an instance, and 400 for a completion time in the future or without status `complete`. Returns 409 for a status that the current one does not allow, and for an instance that its `complete` or `cancelled` task cancelled. With `If-Match`, returns 412 when the instance has changed.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/tasks/{parentTaskId}/{dueDate}', init: Init<'updateTaskInstance'>): Promise<Result<Data<'updateTaskInstance'>>>;
  /**
   * Replace an access control item
   *
   * Replaces the whole definition of an item and returns it. An omitted `justification` becomes null. A grant stays valid while user, resource and level stay the same. When one of them changes, the item becomes `inactive`, and you must grant the new definition again. Returns 400 `invalid_reference` for a user or a resource that is not in your organization, and 409 when another item has this user and resource, or for an `edit` item of an `auditor`.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/access-control/{id}', init: Init<'updateAccessControl'>): Promise<Result<Data<'updateAccessControl'>>>;
}

export interface Patch extends AnyCall<'patch'> {
  /**
   * Update a facility
   *
   * Changes the name of a facility and returns the whole record. An empty object changes nothing. The id, which cyber systems refer to, stays unchanged. Returns 400 `validation_error` for null and unlisted fields. With `If-Match`, returns 412 when the record has changed.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/facilities/{id}', init: Init<'updateFacility'>): Promise<Result<Data<'updateFacility'>>>;
  /**
   * Update a cyber system
   *
   * Changes the supplied fields of a BES Cyber System and returns the whole record. An empty object changes nothing. A new `impact_rating` applies at once to every asset of the system, so record the CIP-002 assessment first. A `facility_id` or a `control_center_id` moves the system, with its assets, from its former site to that site. Returns 400 `validation_error` for both of them and for null and unlisted fields, and 400 `invalid_reference` for a site that is not in your organization. With `If-Match`, returns 412 when the record has changed.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/cyber-systems/{id}', init: Init<'updateCyberSystem'>): Promise<Result<Data<'updateCyberSystem'>>>;
  /**
   * Update a cyber asset
   *
   * Changes the supplied fields of a cyber asset and returns the whole record. Omitted fields stay unchanged. A new `cyber_system_id` moves the asset, which then inherits the impact rating of that system. `updated_at` increases with every change. A request that supplies the present values changes nothing. Returns 409 for a name that is already taken, 400 `invalid_reference` for a cyber system that is not in your organization, and 400 for null and unlisted fields. With `If-Match`, returns 412 when the record has changed.
   */
  (path: '/cyber-assets/{id}', init: Init<'updateCyberAsset'>): Promise<Result<Data<'updateCyberAsset'>>>;
  /**
   * Update a training module
   *
   * Changes the supplied fields of a training module and returns the whole record. Omitted fields stay unchanged. A new interval does not change the due dates of existing assignments. Returns 400 for null and unlisted fields. With `If-Match`, returns 412 when the module has changed.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/training-modules/{id}', init: Init<'updateTrainingModule'>): Promise<Result<Data<'updateTrainingModule'>>>;
  /**
   * Update a training assignment
   *
   * Changes the due date, the module or the status of a training assignment and returns the whole record. Omitted fields stay unchanged. When the new due date has not passed, an overdue assignment returns to `assigned`, or to `in_progress` if the trainee has started. While the due date has passed, the assignment stays `overdue`. Returns 400 `invalid_reference` for a module that is not in your organization, and 400 for null and unlisted fields. Returns 409 for an assignment that is `complete` or `waived`, for a status that the current one does not allow, and for `waived` by a user who is not an approver. With `If-Match`, returns 412 when the assignment has changed.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/training-assignments/{id}', init: Init<'updateTrainingAssignment'>): Promise<Result<Data<'updateTrainingAssignment'>>>;
  /**
   * Update a policy document
   *
   * Changes the supplied fields of a draft, for example its title, description, owner or review date, and returns the document. Omitted fields stay unchanged. An empty object changes nothing. Revert an approved document first. Returns 409 for a submitted or approved document, and 400 `invalid_reference` for an owner who is not in your organization. With `If-Match`, returns 412 when the document has changed.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/policy-documents/{id}', init: Init<'updatePolicyDocument'>): Promise<Result<Data<'updatePolicyDocument'>>>;
  /**
   * Attach or detach supporting files
   *
   * Attaches uploaded files to a draft, detaches others, or both, and returns all attached files. The operation makes the whole change or none of it. Returns 409 for a submitted or approved document, 400 `invalid_reference` for a file that is not in your organization or not attached, and 400 `validation_error` for the same file in both lists.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/policy-documents/{id}/assets', init: Init<'updatePolicyDocumentAssets'>): Promise<Result<Data<'updatePolicyDocumentAssets'>>>;
  /**
   * Reorder the sections
   *
   * Changes the display order of the sections of a draft and returns the document. List every section once. Returns 409 for a submitted or approved document, 400 `validation_error` for a missing section, and 400 `invalid_reference` for an id that is not a section of this document.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/policy-documents/{id}/sections/reorder', init: Init<'reorderDocumentSections'>): Promise<Result<Data<'reorderDocumentSections'>>>;
  /**
   * Update a user
   *
   * Changes the supplied fields of a user (role, name or contact data) and returns the whole record. Omitted fields stay unchanged. A new role applies from the next request. Returns 409 for an e-mail address that another user or a pending invitation has, for a change of role of the last `organization_admin`, and for a change of your own role. An auditor's `edit` items become `inactive`.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/users/{id}', init: Init<'updateUser'>): Promise<Result<Data<'updateUser'>>>;
  /**
   * Correct a CIP Senior Manager assignment
   *
   * Corrects the effective date or the notes of an assignment and returns the whole record. Omitted fields stay unchanged. When the date moves, the end of the previous assignment moves with it. The designated user stays: to change the user, create a new assignment. Returns 409 for an effective date that is not between those of the previous and the next assignment.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/cip-senior-manager-assignments/{id}', init: Init<'updateCipSeniorManagerAssignment'>): Promise<Result<Data<'updateCipSeniorManagerAssignment'>>>;
}

export interface Delete extends AnyCall<'delete'> {
  /**
   * Delete a facility
   *
   * Deletes a facility permanently, for example a site that was sold. Returns 409 while the facility has cyber systems: move them to another site or delete them first. With `If-Match`, returns 412 and keeps the facility when it has changed.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/facilities/{id}', init: Init<'deleteFacility'>): Promise<Result<Data<'deleteFacility'>>>;
  /**
   * Delete a cyber system
   *
   * Deletes a BES Cyber System permanently. Returns 409 while the system has cyber assets: move them to another system or delete them first. With `If-Match`, returns 412 and keeps the system when it has changed.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/cyber-systems/{id}', init: Init<'deleteCyberSystem'>): Promise<Result<Data<'deleteCyberSystem'>>>;
  /**
   * Delete a cyber asset
   *
   * Deletes a cyber asset permanently. You cannot restore it. A second request returns 404. With `If-Match`, returns 412 and keeps the asset when it has changed.
   */
  (path: '/cyber-assets/{id}', init: Init<'deleteCyberAsset'>): Promise<Result<Data<'deleteCyberAsset'>>>;
  /**
   * Delete a training module
   *
   * Deletes a training module permanently. Returns 409 while it has active assignments: complete or delete them first. Active means `assigned`, `in_progress` or `overdue`; this is provisional. A second request returns 404. With `If-Match`, returns 412 and keeps the module when it has changed.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/training-modules/{id}', init: Init<'deleteTrainingModule'>): Promise<Result<Data<'deleteTrainingModule'>>>;
  /**
   * Delete a training assignment
   *
   * Deletes a training assignment and its completion permanently, in any status. First export the records that an audit may require: keep training records for three calendar years. A second request returns 404. With `If-Match`, returns 412 and keeps the assignment when it has changed.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/training-assignments/{id}', init: Init<'deleteTrainingAssignment'>): Promise<Result<Data<'deleteTrainingAssignment'>>>;
  /**
   * Remove a facility from an assignment
   *
   * Removes a facility from the scope of a training assignment. The facility itself and the others in scope stay. Returns 404 for a facility that is not in scope. `If-Match` takes the `ETag` of the list of facilities; returns 412 when the list has changed.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/training-assignments/{trainingAssignmentId}/facilities/{facilityId}', init: Init<'removeFacilityFromAssignment'>): Promise<Result<Data<'removeFacilityFromAssignment'>>>;
  /**
   * Delete a task
   *
   * Deletes a task permanently. For a recurring task it also deletes all instances, including completed ones. To keep the record, set the status to `cancelled` instead. A second request returns 404. With `If-Match`, returns 412 and keeps the task when it has changed.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/tasks/{id}', init: Init<'deleteTask'>): Promise<Result<Data<'deleteTask'>>>;
  /**
   * Delete an evidence record
   *
   * Deletes an evidence record permanently. Use it as the first half of a correction, or for a record created by mistake. The supported record stays unchanged. A second request returns 404. Check your retention period before you delete evidence.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/evidence/{id}', init: Init<'deleteEvidence'>): Promise<Result<Data<'deleteEvidence'>>>;
  /**
   * Delete a draft document
   *
   * Deletes a draft permanently, with its sections. Returns 409 for a submitted or approved document, and for a draft with approved versions: versions are immutable, so their document stays. A second request returns 404. With `If-Match`, returns 412 and keeps the draft when it has changed.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/policy-documents/{id}', init: Init<'deletePolicyDocument'>): Promise<Result<Data<'deletePolicyDocument'>>>;
  /**
   * Delete a user
   *
   * Deletes a user and revokes all access of the user. The next check of a permission denies. Use it when a person leaves: remove access within 24 hours of a termination (CIP-004-7, R5). Tasks and assignments keep the id, so reassign them first. The activity log keeps it too. API keys of the user return 401 from the next request. Returns 409 for the user behind the key, for the last `organization_admin`, and for a user whose designation as CIP Senior Manager is in force or scheduled. A former one can be deleted. A second request returns 404.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/users/{id}', init: Init<'deleteUser'>): Promise<Result<Data<'deleteUser'>>>;
  /**
   * Cancel an invitation
   *
   * Cancels a pending invitation. Its link becomes invalid at once, and the list no longer contains it. Returns 409 for an accepted invitation: delete the user instead. A second request returns 404.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/invitations/{id}', init: Init<'cancelInvitation'>): Promise<Result<Data<'cancelInvitation'>>>;
  /**
   * Delete an access control item
   *
   * Deletes an item and its grant permanently. Later checks deny the access. To remove access and keep the item as a record, revoke it instead. A second request returns 404.
   *
   * Planned: until its release, a server returns `not_implemented`.
   */
  (path: '/access-control/{id}', init: Init<'deleteAccessControl'>): Promise<Result<Data<'deleteAccessControl'>>>;
}

/** A typed client. Each method has one signature for each operation of the contract. */
export interface Client {
  GET: Get;
  POST: Post;
  PUT: Put;
  PATCH: Patch;
  DELETE: Delete;
}
