// Generated from spec/ by `npm run generate`. Do not edit.
export interface paths {
    "/facilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List facilities
         * @description Returns every facility of your organization as one array. Use it to learn the ids to which cyber systems refer. There are no filters and no pages; send `If-None-Match` to poll cheaply.
         */
        get: operations["getFacilities"];
        put?: never;
        /**
         * Create a facility
         * @description Creates a facility, that is a site such as a substation or a generating plant, and answers with it and its id. Use the id to give the facility its cyber systems. Refused: a missing or malformed name, and a field that is not listed here (400, `validation_error`).
         */
        post: operations["createFacility"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/facilities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a facility
         * @description Returns one facility of your organization. Use it to resolve the `facility_id` of a cyber system.
         */
        get: operations["getFacility"];
        put?: never;
        post?: never;
        /**
         * Delete a facility
         * @description Deletes a facility for good, for example a site that was sold. One that still has cyber systems is kept (409): move them to another site or delete them first. With `If-Match`, a version that is no longer current is kept too (412).
         */
        delete: operations["deleteFacility"];
        options?: never;
        head?: never;
        /**
         * Update a facility
         * @description Changes the name of a facility and answers with the whole record; an empty object changes nothing. The id, to which cyber systems refer, stays. Refused: null and unlisted fields (400, `validation_error`) and, with `If-Match`, a version that is no longer current (412).
         */
        patch: operations["updateFacility"];
        trace?: never;
    };
    "/control-centers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List control centers
         * @description Returns every control center of your organization as one array, without filters or pages. Use it to tell the systems of control centers from those of facilities. An organization without any gets an empty array.
         */
        get: operations["getControlCenters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control-centers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a control center
         * @description Returns one control center of your organization. Use it to resolve the `control_center_id` of a cyber system.
         */
        get: operations["getControlCenter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cyber-systems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cyber systems
         * @description Returns every BES Cyber System of your organization as one array, each with its impact rating and the facility or control center to which it belongs. Use it to find the `cyber_system_id` for a new asset, and to match assets to sites.
         */
        get: operations["getCyberSystems"];
        put?: never;
        /**
         * Create a cyber system
         * @description Creates a BES Cyber System at one of your facilities or control centers, with the impact rating that your CIP-002 assessment gave it. Name exactly one site: both or neither is refused (400, `validation_error`), and so is one that is not yours (400, `invalid_reference`). The assets that you then put into the system take its rating.
         */
        post: operations["createCyberSystem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cyber-systems/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a cyber system
         * @description Returns one BES Cyber System of your organization, with its impact rating and the facility or control center to which it belongs. Use it to learn the rating that an asset would take before it is moved there. An id that your organization does not have is not found (404).
         */
        get: operations["getCyberSystem"];
        put?: never;
        post?: never;
        /**
         * Delete a cyber system
         * @description Deletes a BES Cyber System for good. One that still has cyber assets is kept (409): move them to another system or delete them first. With `If-Match`, a version that is no longer current is kept too (412).
         */
        delete: operations["deleteCyberSystem"];
        options?: never;
        head?: never;
        /**
         * Update a cyber system
         * @description Changes the supplied fields of a BES Cyber System and answers with the whole of it; an empty object changes nothing. A new `impact_rating` holds at once for every asset of the system, so record the CIP-002 assessment behind it first. A `facility_id` or a `control_center_id` moves the system, with its assets, to that site and drops its former one. Refused: both of them, null and unlisted fields (400, `validation_error`), a site that is not yours (400, `invalid_reference`) and, with `If-Match`, a version that is no longer current (412).
         */
        patch: operations["updateCyberSystem"];
        trace?: never;
    };
    "/cyber-assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cyber assets
         * @description Returns every cyber asset of your organization as one array, in order of creation, each with the impact rating of its system. There are no filters and no pages: to pick the assets of one facility, match `cyber_system_id` to the systems of that facility. Poll with `If-None-Match`; an unchanged collection costs next to nothing.
         */
        get: operations["getCyberAssets"];
        put?: never;
        /**
         * Create a cyber asset
         * @description Creates a cyber asset in one of your cyber systems and answers with it, its id and its inherited impact rating included. Refused: a name that is taken in your organization (409), a cyber system that is not yours (400, `invalid_reference`), a field that is not listed here (400, `validation_error`). Send an `Idempotency-Key` so that a call whose answer was lost can be repeated without a duplicate.
         */
        post: operations["createCyberAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cyber-assets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a cyber asset
         * @description Returns one cyber asset of your organization. Its `impact_rating` is always that of the system to which it belongs now. Use it to have the entity tag for a change that must not overwrite another one. An id that your organization does not have is not found (404).
         */
        get: operations["getCyberAsset"];
        put?: never;
        post?: never;
        /**
         * Delete a cyber asset
         * @description Deletes a cyber asset for good; there is no way back. A second call finds nothing (404). With `If-Match`, a version that is no longer current is kept (412).
         */
        delete: operations["deleteCyberAsset"];
        options?: never;
        head?: never;
        /**
         * Update a cyber asset
         * @description Changes the supplied fields of a cyber asset and answers with the whole of it; fields left out stay as they are. A new `cyber_system_id` moves the asset, which then takes the impact rating of that system. `updated_at` increases with every call that supplies a field; an empty object changes nothing. Refused: a name that is taken (409), a cyber system that is not yours (400, `invalid_reference`), null and unlisted fields (400), and, with `If-Match`, a version that is no longer current (412).
         */
        patch: operations["updateCyberAsset"];
        trace?: never;
    };
    "/facilities/{facilityId}/cyber-systems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a facility's cyber systems
         * @description Returns the BES Cyber Systems of one facility as one array, without filters or pages: those whose `facility_id` is the one in the path. A facility of yours without systems has an empty array; one that is not yours is not found (404).
         */
        get: operations["getCyberSystemsByFacility"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control-centers/{controlCenterId}/cyber-systems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a control center's cyber systems
         * @description Returns the BES Cyber Systems of one control center as one array, without filters or pages: those whose `control_center_id` is the one in the path. A control center of yours without systems has an empty array; one that is not yours is not found (404).
         */
        get: operations["getCyberSystemsByControlCenter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cyber-assets/import/template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the import template
         * @description Returns a CSV file that holds the header row of an import and nothing else. Fill in one row an asset, with `hardware` or `software` as its `asset_type`, and send the file to the import of the cyber system to which the assets belong.
         */
        get: operations["getCyberAssetsImportTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cyber-systems/{cyberSystemId}/cyber-assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a system's cyber assets
         * @description Returns the cyber assets of one BES Cyber System as one array, without filters or pages. All of them carry the impact rating of the system. A system of yours without assets has an empty array; one that is not yours is not found (404).
         */
        get: operations["getCyberAssetsBySystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cyber-systems/{cyberSystemId}/cyber-assets/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import cyber assets from CSV
         * @description Creates and updates cyber assets of one system from a CSV file of up to 10 MiB (more is 413). A row whose name is new creates an asset; one whose name belongs to an asset of this system sets its `asset_type`, so a file may be imported again without duplicates. Each row stands alone: one that cannot be taken is refused and reported with its line, and the others go in. Nothing is ever moved or deleted: a name taken in another system is a refused row. The file needs the columns of the template; those of an export may be there too, where `cyber_system_id` must be this system and the rest is not read. A file without the needed columns, with other ones, or with no row that can be taken changes nothing (400, `validation_error`), and neither does a form with the part as a plain field (400) or with another media type than `text/csv` (415).
         */
        post: operations["importCyberAssets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/facilities/{facilityId}/cyber-assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a facility's cyber assets
         * @description Returns the cyber assets of all systems of one facility as one array, without filters or pages, each with the impact rating of its system. Use it instead of matching assets to systems yourself, for example before a walk-down of the site. A facility of yours without assets has an empty array; one that is not yours is not found (404).
         */
        get: operations["getCyberAssetsByFacility"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/facilities/{facilityId}/cyber-assets/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export high- and medium-impact assets
         * @description Returns the high- and medium-impact cyber assets of one facility as a CSV file, with their systems, ratings and times, for an auditor or a spreadsheet. The file is BES Cyber System Information (BCSI): store, send and dispose of it by your information protection program (CIP-011). A facility without such assets has a file of the header row alone; one that is not yours is not found (404).
         */
        get: operations["exportCyberAssetsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/facilities/{facilityId}/cyber-assets/export-low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export low-impact assets
         * @description Returns the low-impact cyber assets of one facility as a CSV file with the columns of the export of the other ratings. CIP-002 asks for no list of low-impact systems, so a file of the header row alone is a legitimate answer. Treat the file as confidential all the same. A facility that is not yours is not found (404).
         */
        get: operations["exportLowCyberAssetsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control-centers/{controlCenterId}/cyber-assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a control center's cyber assets
         * @description Returns the cyber assets of all systems of one control center as one array, without filters or pages, each with the impact rating of its system. Use it instead of matching assets to systems yourself, for example before a walk-down of the site. A control center of yours without assets has an empty array; one that is not yours is not found (404).
         */
        get: operations["getCyberAssetsByControlCenter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control-centers/{controlCenterId}/cyber-assets/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export high- and medium-impact assets
         * @description Returns the high- and medium-impact cyber assets of one control center as a CSV file, with their systems, ratings and times, for an auditor or a spreadsheet. The file is BES Cyber System Information (BCSI): store, send and dispose of it by your information protection program (CIP-011). A control center without such assets has a file of the header row alone; one that is not yours is not found (404).
         */
        get: operations["exportControlCenterCyberAssetsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control-centers/{controlCenterId}/cyber-assets/export-low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export low-impact assets
         * @description Returns the low-impact cyber assets of one control center as a CSV file with the columns of the export of the other ratings. CIP-002 asks for no list of low-impact systems, so a file of the header row alone is a legitimate answer. Treat the file as confidential all the same. A control center that is not yours is not found (404).
         */
        get: operations["exportControlCenterLowCyberAssetsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/training-modules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List training modules
         * @description Returns every training module of your organization, in order of creation. Use it to find the module of an assignment, or to check that each topic of CIP-004 is taught. There are no filters and no pages.
         */
        get: operations["getTrainingModules"];
        put?: never;
        /**
         * Create a training module
         * @description Creates a training module and answers with it. The course itself stays in the learning management system; the module holds its address and how often it is due. Refused: a field of the wrong form or one that is not listed here (400).
         */
        post: operations["createTrainingModule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/training-modules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a training module
         * @description Returns one training module of your organization. Use it to resolve the `trainingModuleId` of an assignment.
         */
        get: operations["getTrainingModule"];
        put?: never;
        post?: never;
        /**
         * Delete a training module
         * @description Deletes a training module for good. Refused with 409 while it has active assignments: complete or delete them first. That `assigned`, `in_progress` and `overdue` ones count as active is provisional. A second call finds nothing (404). With `If-Match`, a version that is no longer current is kept (412).
         */
        delete: operations["deleteTrainingModule"];
        options?: never;
        head?: never;
        /**
         * Update a training module
         * @description Changes the supplied fields of a training module and answers with the whole of it; fields left out stay as they are. A new interval leaves the due dates of existing assignments alone. Refused: null and unlisted fields (400) and, with `If-Match`, a version that is no longer current (412).
         */
        patch: operations["updateTrainingModule"];
        trace?: never;
    };
    "/training-assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List training assignments
         * @description Returns the training assignments of your organization, in order of creation, narrowed by every filter that is given. Use it to see who is late before the due date becomes a finding. A filter id that names nothing matches nothing; a malformed one, or a range whose start lies after its end, is refused (400).
         */
        get: operations["getTrainingAssignments"];
        put?: never;
        /**
         * Assign a training module
         * @description Assigns a training module to a user and answers with it: `assigned`, not completed (`completedAt` is null) and without facilities. Refused: a user or a module that is not yours (400, `invalid_reference`) and a field that is not listed here (400).
         */
        post: operations["createTrainingAssignment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/training-assignments/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export training assignments
         * @description Returns the training assignments of your organization as a file, in order of creation, narrowed by every filter that is given. Use it as evidence of training for an audit. `format` decides between CSV, in UTF-8 with a header row, and JSON, an array with the same fields; the `Accept` header does not. What no assignment matches is a file without rows.
         */
        get: operations["exportTrainingAssignments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/training-assignments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a training assignment
         * @description Returns one training assignment of your organization with the facilities in its scope and, once it is completed, the completion. Use it to show an auditor who was trained, when and for which sites. An id that your organization does not have is not found (404).
         */
        get: operations["getTrainingAssignment"];
        put?: never;
        post?: never;
        /**
         * Delete a training assignment
         * @description Deletes a training assignment for good, its completion included, in whatever status it is. Export first what an audit may ask for: training records are kept for three calendar years. A second call finds nothing (404). With `If-Match`, a version that is no longer current is kept (412).
         */
        delete: operations["deleteTrainingAssignment"];
        options?: never;
        head?: never;
        /**
         * Update a training assignment
         * @description Changes the due date or the module of a training assignment and answers with the whole of it; fields left out stay as they are. An overdue assignment whose new due date has not passed goes back to `assigned` or, if it was started, to `in_progress`. Refused: a module that is not yours (400, `invalid_reference`), null and unlisted fields (400), an assignment that is `complete` or `waived` (409) and, with `If-Match`, a version that is no longer current (412).
         */
        patch: operations["updateTrainingAssignment"];
        trace?: never;
    };
    "/training-assignments/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a training assignment
         * @description Records that the trainee has completed the module, and moves the assignment to `complete` from any status, `overdue` and `waived` included. The time of completion, the user behind the API key and, when given, score and certificate are kept with it. A second call replaces the completion, so that a mistake can be put right; this is provisional. Refused: a missing `completedAt`, or a field that is not listed here (400).
         */
        post: operations["completeTrainingAssignment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/training-assignments/{trainingAssignmentId}/facilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List facilities of an assignment
         * @description Returns the facilities in scope of a training assignment, in the order in which they were added. Use it to see for which sites the training counts. There are no pages; a new assignment has none.
         */
        get: operations["getTrainingAssignmentFacilities"];
        put?: never;
        /**
         * Add facilities to an assignment
         * @description Puts facilities in scope of a training assignment and answers with all that are in scope now. Those in scope already stay; none is removed. All are added or none: one id that is not yours refuses the whole call (400, `invalid_reference`).
         */
        post: operations["addFacilitiesToAssignment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/training-assignments/{trainingAssignmentId}/facilities/{facilityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a facility from an assignment
         * @description Takes a facility out of the scope of a training assignment; the facility itself and the other ones in scope stay. A facility that is not in scope is not found (404). With `If-Match`, which takes the entity tag of the list of facilities, a version that is no longer current is kept (412).
         */
        delete: operations["removeFacilityFromAssignment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tasks
         * @description Returns the tasks of your organization, in order of creation, narrowed by every filter that is given. A recurring task is listed once, as the parent that holds the schedule. A filter id that names nothing matches nothing; a malformed one, or a range whose start lies after its end, is refused (400).
         */
        get: operations["getTasks"];
        put?: never;
        /**
         * Create a task
         * @description Creates a task with status `open` and answers with it. With a `recurrence` it becomes the parent of instances, the first of them due on `dueDate`. Refused: an assignee or a related resource that is not yours (400, `invalid_reference`), a recurrence without a due date, half of a related resource, and a field that is not listed here (400).
         */
        post: operations["createTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create several tasks
         * @description Creates up to 100 tasks in one call, each with status `open`, and answers with their number and their ids in the order of the request. All are created or none: one faulty task refuses the whole call (400), and `details` names its position and field, such as `tasks.3.dueDate`.
         */
        post: operations["bulkCreateTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a task
         * @description Returns one task of your organization; of a recurring one the parent, which holds the schedule. Use it before an update, which replaces all editable fields. An id that your organization does not have is not found (404).
         */
        get: operations["getTask"];
        /**
         * Replace a task
         * @description Replaces all editable fields of a task and answers with the whole of it; an optional field that is left out is cleared, so send back what is to stay. Of a recurring task it changes the schedule, and not the instances that are complete. Refused: an assignee or a related resource that is not yours (400, `invalid_reference`), unlisted fields (400), a status that the present one does not lead to (409) and, with `If-Match`, a version that is no longer current (412).
         */
        put: operations["updateTask"];
        post?: never;
        /**
         * Delete a task
         * @description Deletes a task for good, and with a recurring one all of its instances, the complete ones included. To keep the record, set the status to `cancelled` instead. A second call finds nothing (404). With `If-Match`, a version that is no longer current is kept (412).
         */
        delete: operations["deleteTask"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{parentTaskId}/{dueDate}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a task instance
         * @description Sets status, completion time and notes of one instance of a recurring task, which is named by the task and the day on which it is due. The schedule and the other instances stay as they are. Refused: a task that does not recur, or a day without an instance (404), a completion time without status `complete` (400), a status that the present one does not lead to (409) and, with `If-Match`, a version that is no longer current (412).
         */
        put: operations["updateTaskInstance"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/reassign-from-csm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reassign tasks of the CIP Senior Manager
         * @description Moves every `open`, `in_progress` or `overdue` task of a present or former CIP Senior Manager to another user, and answers with their number. Use it when the designation changes, or to hand the work to a delegate. Tasks that are `complete` or `cancelled` keep their assignee. Refused: a user who is not yours (400, `invalid_reference`), the same user twice (400), and a `fromUserId` who never was CIP Senior Manager (409).
         */
        post: operations["reassignTasksFromCsm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record evidence
         * @description Records one artifact in support of a cyber asset, a task, a policy document, a training assignment or an access control item, and answers with the record. A `file` needs `fileId`, a `note` needs `noteText`, a `link` needs `url`; a field that belongs to another type is refused (400, `validation_error`), and so is a record or a file that is not yours (400, `invalid_reference`). The record cannot be changed afterward: delete it and record another.
         */
        post: operations["createEvidence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evidence/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an evidence record
         * @description Returns one evidence record of your organization. What it holds never changes, so a copy of yours stays good until the record is deleted (404).
         */
        get: operations["getEvidenceById"];
        put?: never;
        post?: never;
        /**
         * Delete an evidence record
         * @description Deletes an evidence record for good, as the first half of a correction or when it was recorded by mistake; the record that it supported is not touched. A second call finds nothing (404). Mind how long you have to retain evidence before you delete any.
         */
        delete: operations["deleteEvidence"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evidence/by-resource/{resourceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the evidence of a record
         * @description Returns all evidence that supports one record, in order of creation and on one page, for instance to hand an auditor what stands behind a completed task. A record without evidence has an empty list; one that is not in your organization is not found (404).
         */
        get: operations["listEvidenceByResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy-documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List policy documents
         * @description Returns the policy documents of your organization in order of creation, a page at a time and without their sections. Go on with `nextCursor` until it is absent; `status` picks, say, the documents that wait for approval. A `cursor` that this operation did not give, or one older than an hour, is refused (400, `validation_error`).
         */
        get: operations["listPolicyDocuments"];
        put?: never;
        /**
         * Create a policy document
         * @description Creates an empty policy document as a `draft` and answers with it. To begin from an existing PDF or DOCX, upload the file and create the document from it instead. Refused: an owner or a document type that is not yours (400, `invalid_reference`).
         */
        post: operations["createPolicyDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy-documents/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a document file
         * @description Takes a PDF or a DOCX of up to 25 MiB as the part `file` of a multipart form and answers at once with a processing file; its content is then split into sections in the background. Follow it in the list of processing files, and create a document from it once it is `processed`. Refused: a larger file (413), a part of another media type or another encoding of the body (415), a form without the part, with others, or with it as a plain field (400, `validation_error`).
         */
        post: operations["uploadPolicyDocumentFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy-documents/create-from-processed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a document from a file
         * @description Makes a processed file a policy document: a `draft` with the sections that were found in the file. The file then leaves the list of processing files. Refused: a file that is still being processed, has failed or has become a document already (409), and a file, an owner or a document type that is not yours (400, `invalid_reference`).
         */
        post: operations["createPolicyDocumentFromProcessed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy-documents/processing-files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List files in processing
         * @description Returns the uploaded files that have not become a policy document, in order of upload: those being processed, those ready, and those that could not be read, with the reason. Poll it after an upload, with `If-None-Match`.
         */
        get: operations["getProcessingFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy-documents/{id}/with-sections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a policy document with sections
         * @description Returns one policy document with its sections in display order and its supporting files, whatever its status. For the text as it was approved, which later edits do not touch, read a version.
         */
        get: operations["getPolicyDocumentWithSections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy-documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a draft document
         * @description Deletes a draft for good, with its sections. A document that is submitted or approved is refused (409). A second call finds nothing (404). With `If-Match`, a version that is no longer current is kept (412).
         */
        delete: operations["deletePolicyDocument"];
        options?: never;
        head?: never;
        /**
         * Update a policy document
         * @description Changes the supplied fields of a draft, such as its title, description, owner or review date, and answers with the document; fields left out stay as they are. An empty object changes nothing. Refused: a document that is submitted or approved (409), an owner who is not yours (400, `invalid_reference`), and, with `If-Match`, a version that is no longer current (412). An approved document is reverted first.
         */
        patch: operations["updatePolicyDocument"];
        trace?: never;
    };
    "/policy-documents/{id}/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Attach or detach supporting files
         * @description Attaches uploaded files to a draft, detaches others, or both at once, and answers with all that are attached then. Either the whole change is made or none of it. Refused: a document that is submitted or approved (409), a file that is not yours or, to detach, not attached (400, `invalid_reference`), the same file in both lists (400, `validation_error`).
         */
        patch: operations["updatePolicyDocumentAssets"];
        trace?: never;
    };
    "/policy-documents/{id}/sections/reorder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Reorder the sections
         * @description Puts the sections of a draft into another display order and answers with the document. Name every section once. Refused: a document that is submitted or approved (409), a list that leaves a section out (400, `validation_error`), an id of no section of this document (400, `invalid_reference`).
         */
        patch: operations["reorderDocumentSections"];
        trace?: never;
    };
    "/policy-documents/{id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a draft for approval
         * @description Moves a policy document from `draft` to `submitted`, records who did so and when, and locks it against changes until it is approved. Refused: a document that is not a draft (409).
         */
        post: operations["submitPolicyDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy-documents/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a submitted document
         * @description Moves a policy document from `submitted` to `approved`, records the approver and the time, and makes an immutable version with the next number. For the policies of CIP-003 R1 the approver is the CIP Senior Manager. Refused with 409: a document that is not submitted, and a caller who is not a designated approver of it, for whom the status is provisional.
         */
        post: operations["approvePolicyDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy-documents/{id}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revert an approved document to draft
         * @description Moves a policy document from `approved` to `draft`, so that it can be edited, submitted and approved anew; its versions stay as they are. Use it to begin a revision. Refused: a document that is not approved (409), a submitted one included.
         */
        post: operations["revertPolicyDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy-documents/{id}/log-pdf-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a PDF export
         * @description Records in the audit trail that the caller has exported the document as PDF, and when. Call it for each copy that leaves the system. It makes no PDF, and the status of the document, which may be any, stays as it is.
         */
        post: operations["logPdfExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy-documents/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a document
         * @description Returns every approved version of a policy document, the latest first and on one page, so that an auditor can see what was in force at any time. A document that was never approved has an empty list.
         */
        get: operations["listDocumentVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy-documents/{id}/versions/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the latest version
         * @description Returns the version that the last approval of a policy document made, which is the text in force even while a revision is being drafted. A document that was never approved has none (404).
         */
        get: operations["getLatestDocumentVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy-documents/{id}/versions/{versionNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one version
         * @description Returns one approved version of a policy document by its number, to show what was in force before a revision. Its content never changes.
         */
        get: operations["getDocumentVersionByNumber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Returns the users of your organization, people and integration accounts alike, page by page in order of creation. Use it to turn user ids into names and to review who has which role. Deleted users and people who have not accepted their invitation yet are not among them.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Creates an active account at once, without an invitation, and answers with it. Use it for integration accounts and for people whose identity was checked by other means; to let people fill in their own profile, invite them. The account reaches no record that access control guards until access is granted. Refused: an e-mail address that another user has (409).
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current user
         * @description Returns the profile behind the API key of this call. Use it to find out on whose behalf a program works before it writes anything.
         */
        get: operations["getCurrentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the current user's organizations
         * @description Returns the organizations to which the user behind the API key belongs, each with the role held there. Use it to offer a choice of organizations to a person. The key itself opens one of them alone, whatever the list says.
         */
        get: operations["getMyOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/check-access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a permission
         * @description Says yes or no to whether the user behind the API key has one permission in the organization. Ask before you show or start something that would be refused; the answer holds for this moment and opens nothing. Refused: a permission that does not exist (400).
         */
        get: operations["checkAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description Returns one user of your organization. A deleted user is not found (404), although the id stays in the records that name it.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description Deletes a user and revokes every access that the user has; the next check of a permission denies. Use it when someone leaves: access has to be gone within 24 hours of a termination (CIP-004-7, R5). Tasks and assignments keep the id, so reassign them first; the activity log keeps it too. Refused: the last `organization_admin` (409). A second call finds nothing (404).
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Update a user
         * @description Changes the supplied fields of a user, that is the role, the name or the contact data, and answers with the whole of it; fields left out stay as they are. A new role holds from the next call on. Refused: an e-mail address that another user has, and to take the role from the last `organization_admin` (both 409).
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations
         * @description Returns the pending and the accepted invitations of your organization in order of creation. A pending one past its `expiresAt` stays in the list and can be sent again; canceled ones are gone. Tokens are never shown here.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person
         * @description Sends an invitation to an e-mail address and answers with it; for administrators. The link carries a token that is good for 14 days. Where you may deliver the link yourself, the answer has the token, this one time. Refused: an address that a user or a pending invitation has already (409); to send a pending one again, resend it.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Validate an invitation token
         * @description Says whether a token opens an invitation that is pending and not expired, and for whom. Ask when the link is opened, before the profile form is shown; nothing changes. Every other token gets the same `valid: false`, so that tokens cannot be explored.
         */
        get: operations["validateInvitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Activates the account of the invited person with the profile given here and answers with the user, who has the e-mail address and the role of the invitation; the invitation becomes `accepted` and its token useless. Refused: a token that names no invitation, such as that of a canceled or a resent one (400, `invalid_reference`), an invitation that has expired or was accepted before (409).
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel an invitation
         * @description Cancels a pending invitation: its link opens nothing from this moment on, and the list no longer has it. Refused: an accepted invitation (409); delete the user instead. A second call finds nothing (404).
         */
        delete: operations["cancelInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend an invitation
         * @description Sends the e-mail of a pending invitation again with a new token, good for another 14 days (provisional), and answers with the invitation; the link sent before opens nothing anymore. Use it when the e-mail was lost or the invitation has expired. Refused: an accepted invitation (409).
         */
        post: operations["resendInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cip-senior-manager-assignments/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current CIP Senior Manager
         * @description Returns the assignment that holds today, with the designated user and the effective date. Show it to an auditor, or use it to know who approves policies and the list of systems. Nothing is found when nobody is designated, or when the only designation begins later (404).
         */
        get: operations["getCurrentCipSeniorManager"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cip-senior-manager-assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Designate a CIP Senior Manager
         * @description Designates the first CIP Senior Manager, or replaces the present one: the assignment before ends on the day before the new one takes effect and is kept. A change has to be documented within 30 calendar days (CIP-003-9, R3); tasks do not follow by themselves. Refused: a user who is not yours (400, `invalid_reference`), the user who is designated already, and an effective date not after that of the assignment to be replaced (both 409).
         */
        post: operations["createCipSeniorManagerAssignment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cip-senior-manager-assignments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Correct a CIP Senior Manager assignment
         * @description Corrects the effective date or the notes of an assignment and answers with the whole of it; fields left out stay as they are. When the date moves, the end of the assignment before moves with it. The designated user stays: a change of person is a new assignment. Refused: an effective date not after that of the assignment before, or not before that of the one after (409).
         */
        patch: operations["updateCipSeniorManagerAssignment"];
        trace?: never;
    };
    "/access-control": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List access control items
         * @description Returns the access control items of your organization, page by page in order of creation, active and inactive ones alike. Use it for the quarterly verification of authorizations (CIP-004-7, R4). A filter that matches nothing gets an empty page.
         */
        get: operations["listAccessControls"];
        put?: never;
        /**
         * Create an access control item
         * @description Defines which access level a user is to have to a resource, and answers with the item. It is `inactive` and opens nothing: to give the user access, grant the item. Refused: a user or a resource that is not yours (400, `invalid_reference`), a second item for the same user and resource (409); replace the first instead.
         */
        post: operations["createAccessControl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access-control/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an access control item
         * @description Returns one access control item with its status and with who granted or revoked it last. For everything that came before, read the activity of the item.
         */
        get: operations["getAccessControl"];
        /**
         * Replace an access control item
         * @description Replaces the whole definition of an item and answers with it; a `justification` left out becomes null. A grant stands as long as user, resource and level stay the same. When one of them changes, the item becomes `inactive` as by a revocation, and the new definition has to be granted anew. Refused: a user or a resource that is not yours (400, `invalid_reference`), a user and resource that another item has (409).
         */
        put: operations["updateAccessControl"];
        post?: never;
        /**
         * Delete an access control item
         * @description Deletes an item for good, and with it the grant, if there is one: later checks deny what it opened. To take access away and keep the item as a record, revoke it instead. A second call finds nothing (404).
         */
        delete: operations["deleteAccessControl"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access-control/user/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user's active item ids
         * @description Returns the ids of the access control items that are active for one user, in order of creation. Use it to see what is open to the person at this moment, and to know what to revoke when they leave. Inactive items are not among them; a user without access gets an empty list.
         */
        get: operations["getUserApprovedAccessControlItemIds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access-control/user/{userId}/grant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grant access to a user
         * @description Grants a user the access that the named items define: they become `active`, and the next check allows. All of them or none, and an item that is active already stays as it is, its `grantedAt` included; both are provisional. Grant after the access was authorized by need (CIP-004-7, R4). Refused: an id that is not an item of this user (400, `invalid_reference`).
         */
        post: operations["grantRaptorComplyAccess"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access-control/user/{userId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke access from a user
         * @description Takes the access that the named items define away from a user: they become `inactive` and remain as a record. All of them or none, and an item that is inactive already stays as it is; both are provisional. A session that is open may live on, yet the next thing it asks for is denied. Refused: an id that is not an item of this user (400, `invalid_reference`).
         */
        post: operations["revokeRaptorComplyAccess"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activity
         * @description Returns the activity log of your organization page by page, newest first: records created, changed field by field and deleted; accounts, accepted invitations, roles, grants and revocations; the life of policy documents with their PDF exports; trainings and their status; sign-ins. Use it to tell an auditor who changed what, and when. Filters combine; one that matches nothing gets an empty page. Refused: a `from` after `to` (400). For one resource, read its own history instead.
         */
        get: operations["listActivityLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity/by-resource-type/{resourceType}/{resourceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a resource's activity
         * @description Returns every entry about one resource, oldest first, from its creation on and in one answer. Use it to see how a record came to be what it is; the history stays after the resource was deleted. Nothing is found for an unknown kind of resource and for an id that is not and never was one of yours (404).
         */
        get: operations["getActivityLogsByEntity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Id of a facility, which never changes. Read nothing into what follows the prefix.
         * @example fac_01k808vjcneks9f5c457w3x0x2
         */
        FacilityId: string;
        /** @description Name of the record, for people. */
        RecordName: string;
        /**
         * @description Slug of the organization that owns the record. A client must do without it too.
         * @example cedar-valley
         */
        OrganizationSlug: string;
        /** @description A NERC-registered site, such as a substation, a generating plant or a transmission station. */
        Facility: {
            id: components["schemas"]["FacilityId"];
            name: components["schemas"]["RecordName"];
            organization_slug?: components["schemas"]["OrganizationSlug"];
        };
        /** @description One fault of a request. */
        ErrorDetail: {
            /** @description The field of the body (`tasks.0.title` for a nested one) or the parameter that is at fault; `body` for the body as a whole. */
            field: string;
            /** @description What is wrong with it, to be read after the field's name. */
            message: string;
        };
        /** @description The body of every error. */
        Error: {
            /**
             * @description What went wrong, as a stable code for programs. Each code belongs to one status.
             * @enum {string}
             */
            error: "validation_error" | "invalid_json" | "invalid_reference" | "bad_request" | "unauthorized" | "https_required" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "precondition_failed" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "expectation_failed" | "idempotency_mismatch" | "rate_limited" | "headers_too_large" | "internal_error" | "not_implemented" | "unavailable";
            /** @description What went wrong and what to do about it, as a sentence for a person. Its wording may change. */
            message: string;
            /** @description Where in the request the fault lies, when it lies in a field or a parameter. */
            details?: components["schemas"]["ErrorDetail"][];
        };
        /** @description A name for the record, for people: 1 to 255 characters, with no control, formatting (bidirectional, zero-width) or unpaired surrogate characters, and no white space around it. Kept as it was given. */
        RecordNameInput: string;
        /** @description A facility to be created. That `name` is required is provisional. */
        CreateFacilityRequest: {
            name: components["schemas"]["RecordNameInput"];
        };
        /** @description Where a record is, relative to the server. */
        RecordPath: string;
        /** @description The fields to change. Those left out stay as they are; an empty object changes nothing. */
        UpdateFacilityRequest: {
            name?: components["schemas"]["RecordNameInput"];
        };
        /**
         * @description Id of a control center. Read nothing into what follows the prefix.
         * @example cc_01k7gxnap1f0gta20br5ty536r
         */
        ControlCenterId: string;
        /** @description A control center, from which sites are monitored and controlled. */
        ControlCenter: {
            id: components["schemas"]["ControlCenterId"];
            name: components["schemas"]["RecordName"];
            organization_slug?: components["schemas"]["OrganizationSlug"];
        };
        /**
         * @description Id of a cyber system. Read nothing into what follows the prefix.
         * @example cs_01k9key4fteaess0fz2tt06azn
         */
        CyberSystemId: string;
        /**
         * @description Impact rating of a BES Cyber System by CIP-002, Attachment 1.
         * @enum {string}
         */
        ImpactRating: "high" | "medium" | "low";
        /** @description A BES Cyber System. It belongs either to a facility or to a control center: exactly one of `facility_id` and `control_center_id` is there, and the other one is absent. */
        CyberSystem: {
            id: components["schemas"]["CyberSystemId"];
            name: components["schemas"]["RecordName"];
            impact_rating: components["schemas"]["ImpactRating"];
            facility_id?: components["schemas"]["FacilityId"];
            control_center_id?: components["schemas"]["ControlCenterId"];
            organization_slug?: components["schemas"]["OrganizationSlug"];
        } & (unknown | unknown);
        /** @description A cyber system to be created, with exactly one of `facility_id` and `control_center_id`. That `name` and `impact_rating` are required is provisional. */
        CreateCyberSystemRequest: {
            name: components["schemas"]["RecordNameInput"];
            impact_rating: components["schemas"]["ImpactRating"];
            /** @description Id of a facility of your organization (prefix `fac_`). One that names none of yours is refused with `invalid_reference`. */
            facility_id?: string;
            /** @description Id of a control center of your organization (prefix `cc_`). One that names none of yours is refused with `invalid_reference`. */
            control_center_id?: string;
        } & (unknown | unknown);
        /** @description The fields to change, with at most one of `facility_id` and `control_center_id`. Those left out stay as they are; an empty object changes nothing. */
        UpdateCyberSystemRequest: {
            name?: components["schemas"]["RecordNameInput"];
            impact_rating?: components["schemas"]["ImpactRating"];
            /** @description Id of a facility of your organization (prefix `fac_`). One that names none of yours is refused with `invalid_reference`. */
            facility_id?: string;
            /** @description Id of a control center of your organization (prefix `cc_`). One that names none of yours is refused with `invalid_reference`. */
            control_center_id?: string;
        };
        /**
         * @description Id of a cyber asset, assigned by the service when it is created. Read nothing into what follows the prefix.
         * @example ca_01kbs4t885enxtxcxapjygarsc
         */
        CyberAssetId: string;
        /**
         * @description `hardware`: a physical device, be it an RTU, a PLC, an HMI, a relay or a switch. `software`: an application or an operating system that counts toward a cyber system.
         * @enum {string}
         */
        AssetType: "hardware" | "software";
        /**
         * Format: date-time
         * @description A moment in UTC with milliseconds (ISO 8601).
         * @example 2026-01-31T08:15:30.123Z
         */
        Timestamp: string;
        /** @description A cyber asset, that is a device or a piece of software that belongs to one cyber system and takes its impact rating. */
        CyberAsset: {
            id: components["schemas"]["CyberAssetId"];
            /** @description What the asset is called, such as its hostname, as it was given. No other asset of the organization has it. */
            name: string;
            cyber_system_id: components["schemas"]["CyberSystemId"];
            asset_type: components["schemas"]["AssetType"];
            impact_rating: components["schemas"]["ImpactRating"];
            /** @description When the asset was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When a field was last supplied; at first the time of its creation. */
            updated_at: components["schemas"]["Timestamp"];
            organization_slug?: components["schemas"]["OrganizationSlug"];
        };
        /** @description Name or hostname of the asset: 1 to 255 characters, with no control, formatting (bidirectional, zero-width), line-breaking, invisible or unpaired surrogate characters, and no white space around it. Unique in the organization, where upper and lower case and the Unicode compositions of one name count as the same. Kept as it was given. */
        AssetName: string;
        /** @description A cyber asset to be created. */
        CreateCyberAssetRequest: {
            name: components["schemas"]["AssetName"];
            /** @description Id of a cyber system of your organization (prefix `cs_`), from which the asset takes its impact rating. One that names no system of yours is refused with `invalid_reference`. */
            cyber_system_id: string;
            asset_type: components["schemas"]["AssetType"];
        };
        /** @description The fields to change. Those left out stay as they are; an empty object changes nothing. */
        UpdateCyberAssetRequest: {
            name?: components["schemas"]["AssetName"];
            /** @description Id of a cyber system of your organization (prefix `cs_`), from which the asset takes its impact rating. One that names no system of yours is refused with `invalid_reference`. */
            cyber_system_id?: string;
            asset_type?: components["schemas"]["AssetType"];
        };
        /** @description `attachment`, as the answer is a file to be saved, with a name proposed for it. */
        Attachment: string;
        /** @description CSV (RFC 4180) in UTF-8 with the header row of an import, `name` and `asset_type`, each quoted. */
        CyberAssetImportTemplate: string;
        /** @description The file to import, as one part of a form. The part's name and the limit of its size are provisional. */
        ImportCyberAssetsRequest: {
            /** @description CSV (RFC 4180) in UTF-8, up to 10 MiB, in a part that states its file name and its media type. The header row names at least `name` and `asset_type`; each further row is one asset. */
            file: string;
        };
        /** @description Why one row of an import was refused. */
        CyberAssetImportError: {
            /** @description Line of the file on which the row begins. The header row is line 1. */
            line: number;
            /** @description Column that is at fault; `row` for the row as a whole. */
            field: string;
            /** @description What is wrong with it, to be read after the column's name. */
            message: string;
        };
        /** @description What became of the rows of an import. The four counts add up to the rows of the file. */
        CyberAssetImportResult: {
            /** @description Rows that became new assets. */
            created: number;
            /** @description Rows that changed an asset of the system. */
            updated: number;
            /** @description Rows that said of an asset what it already was. */
            unchanged: number;
            /** @description Rows that were not taken. */
            refused: number;
            /** @description Why rows were refused, in order of lines; the first 1,000 reasons. */
            errors: components["schemas"]["CyberAssetImportError"][];
        };
        /** @description CSV (RFC 4180) in UTF-8 with a header row and one row an asset. Columns: `id`, `name`, `asset_type`, `cyber_system_id`, `cyber_system_name`, `impact_rating`, then `facility_id` and `facility_name` or `control_center_id` and `control_center_name`, then `created_at` and `updated_at`. Further columns may be added at the end. Every cell is quoted. An apostrophe stands before `=`, `+`, `-` and `@` at the start of a cell and behind a separator inside it, so that no spreadsheet runs the cell as a formula. */
        CyberAssetExport: string;
        /**
         * @description Id of a training module. Read nothing into what follows the prefix.
         * @example tm_01kjx907crea69mbm1gxebqr81
         */
        TrainingModuleId: string;
        /** @description A course that people are assigned to, with the CIP standard behind it. Optional fields that were never given are absent. */
        TrainingModule: {
            id: components["schemas"]["TrainingModuleId"];
            /** @description Name of the course. */
            title: string;
            /** @description What the course teaches and whom it is for. */
            description?: string;
            /** @description The CIP standard that asks for the training, such as `CIP-004-7`. */
            cipStandard?: string;
            /** @description Days after which the training is due again. CIP-004 asks for it every 15 calendar months; 450 days stay within that. */
            completionIntervalDays?: number;
            /**
             * Format: uri
             * @description Address of the course in the learning management system.
             */
            externalModuleUrl?: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description How many records there are in all that match.
         * @example 2
         */
        Total: number;
        /** @description The training modules that match, in order of creation. */
        TrainingModuleList: {
            /** @description The records. */
            data: components["schemas"]["TrainingModule"][];
            total: components["schemas"]["Total"];
        };
        /** @description A training module to be created. That `title` alone is required is provisional, and so are the bounds of `completionIntervalDays`. */
        CreateTrainingModuleRequest: {
            /** @description Name of the course. */
            title: string;
            /** @description What the course teaches and whom it is for. */
            description?: string;
            /** @description The CIP standard that asks for the training, such as `CIP-004-7`. */
            cipStandard?: string;
            /** @description Days after which the training is due again. CIP-004 asks for it every 15 calendar months; 450 days stay within that. */
            completionIntervalDays?: number;
            /**
             * Format: uri
             * @description Address of the course in the learning management system.
             */
            externalModuleUrl?: string;
        };
        /** @description The fields to change, all optional. Those left out stay as they are; an empty object changes nothing. */
        UpdateTrainingModuleRequest: {
            /** @description Name of the course. */
            title?: string;
            /** @description What the course teaches and whom it is for. */
            description?: string;
            /** @description The CIP standard that asks for the training, such as `CIP-004-7`. */
            cipStandard?: string;
            /** @description Days after which the training is due again. CIP-004 asks for it every 15 calendar months; 450 days stay within that. */
            completionIntervalDays?: number;
            /**
             * Format: uri
             * @description Address of the course in the learning management system.
             */
            externalModuleUrl?: string;
        };
        /**
         * @description Id of a user. Read nothing into what follows the prefix.
         * @example usr_01k4r1b0wxfe5vd0pm9kqhxkhr
         */
        UserId: string;
        /**
         * @description Where an assignment stands. `assigned`: created and not completed, the first status. `in_progress`: the trainee has started. `complete`: done and recorded. `overdue`: not done by the due date. `waived`: an authorized approver has released the trainee. Recording a completion leads from each of these to `complete`; the other changes are made by the platform. A `complete` or `waived` assignment takes no other change (409), which is provisional.
         * @enum {string}
         */
        TrainingAssignmentStatus: "assigned" | "in_progress" | "complete" | "overdue" | "waived";
        /**
         * Format: date
         * @description A day, `YYYY-MM-DD`.
         * @example 2026-04-06
         */
        Date: string;
        /**
         * @description Id of a training assignment. Read nothing into what follows the prefix.
         * @example ta_01kjxaphs7e4xab3q4y81kst53
         */
        TrainingAssignmentId: string;
        /** @description A facility by id and name. */
        FacilityReference: {
            id: components["schemas"]["FacilityId"];
            name: components["schemas"]["RecordName"];
        };
        /**
         * @description Result of the test in percent. The range is provisional.
         * @example 92
         */
        TrainingScore: number;
        /** @description A training module that one person has to complete, by a due date when there is one. `dueDate` and `notes` are absent when they were never given, `score` and `certificateReference` until a completion brings them. */
        TrainingAssignment: {
            id: components["schemas"]["TrainingAssignmentId"];
            /** @description The trainee. */
            userId: components["schemas"]["UserId"];
            trainingModuleId: components["schemas"]["TrainingModuleId"];
            status: components["schemas"]["TrainingAssignmentStatus"];
            /** @description Last day on which completion is in time. */
            dueDate?: components["schemas"]["Date"];
            /** @description When the trainee completed the module; null until then. */
            completedAt: components["schemas"]["Timestamp"] | null;
            /** @description The user who recorded the completion; absent until then. */
            completedBy?: components["schemas"]["UserId"];
            /** @description Remarks for the people concerned. */
            notes?: string;
            /** @description Facilities to which the training opens access; empty at first. */
            facilities: components["schemas"]["FacilityReference"][];
            score?: components["schemas"]["TrainingScore"];
            /** @description Number or name of the certificate, by which the learning management system finds it. */
            certificateReference?: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description The training assignments that match, in order of creation. */
        TrainingAssignmentList: {
            /** @description The records. */
            data: components["schemas"]["TrainingAssignment"][];
            total: components["schemas"]["Total"];
        };
        /** @description A training assignment to be created. That `userId` and `trainingModuleId` are required, and the rest is not, is provisional. */
        CreateTrainingAssignmentRequest: {
            /** @description Id of a user of your organization (prefix `usr_`). One that names none of yours is refused with `invalid_reference`. */
            userId: string;
            /** @description Id of a training module of your organization (prefix `tm_`). One that names none of yours is refused with `invalid_reference`. */
            trainingModuleId: string;
            /** @description Last day on which completion is in time. Without it the assignment never becomes `overdue`. */
            dueDate?: components["schemas"]["Date"];
            /** @description Remarks for the people concerned. */
            notes?: string;
        };
        /** @description One assignment of an export, with the names that an auditor needs next to the ids. The columns of the CSV file have the same names and order. */
        TrainingAssignmentExportRow: {
            id: components["schemas"]["TrainingAssignmentId"];
            /** @description The trainee. */
            userId: components["schemas"]["UserId"];
            /** @description Name of the trainee. */
            userName: string;
            trainingModuleId: components["schemas"]["TrainingModuleId"];
            /** @description Name of the course. */
            trainingModuleTitle: string;
            /** @description The CIP standard that asks for the training, such as `CIP-004-7`. */
            cipStandard?: string;
            status: components["schemas"]["TrainingAssignmentStatus"];
            dueDate?: components["schemas"]["Date"];
            /** @description When the trainee completed the module; null until then. */
            completedAt: components["schemas"]["Timestamp"] | null;
            score?: components["schemas"]["TrainingScore"];
            /** @description Number or name of the certificate, by which the learning management system finds it. */
            certificateReference?: string;
            /** @description Facilities to which the training opens access. In CSV their names, separated by semicolons. */
            facilities: components["schemas"]["FacilityReference"][];
            /** @description Remarks for the people concerned. */
            notes?: string;
        };
        /** @description The fields to change, all optional. Those left out stay as they are; an empty object changes nothing. */
        UpdateTrainingAssignmentRequest: {
            /** @description Last day on which completion is in time. */
            dueDate?: components["schemas"]["Date"];
            /** @description Id of a training module of your organization (prefix `tm_`). One that names none of yours is refused with `invalid_reference`. */
            trainingModuleId?: string;
        };
        /**
         * Format: date-time
         * @description A moment in UTC (ISO 8601), with or without a fraction of a second. Answers show it with milliseconds.
         * @example 2026-01-31T08:15:30Z
         */
        Moment: string;
        /** @description What is recorded about the completion. */
        CompleteTrainingAssignmentRequest: {
            /** @description When the trainee finished, which may be before the moment of this call. */
            completedAt: components["schemas"]["Moment"];
            score?: components["schemas"]["TrainingScore"];
            /** @description Number or name of the certificate, by which the learning management system finds it. */
            certificateReference?: string;
        };
        /** @description The completion that an assignment now carries. `score` and `certificateReference` are absent when they were not given. */
        TrainingCompletion: {
            id: components["schemas"]["TrainingAssignmentId"];
            /** @description The trainee. */
            userId: components["schemas"]["UserId"];
            trainingModuleId: components["schemas"]["TrainingModuleId"];
            /**
             * @description Always `complete`.
             * @enum {string}
             */
            status: "complete";
            /** @description Last day on which completion is in time; absent when the assignment has none. */
            dueDate?: components["schemas"]["Date"];
            completedAt: components["schemas"]["Timestamp"];
            score?: components["schemas"]["TrainingScore"];
            /** @description Number or name of the certificate, by which the learning management system finds it. */
            certificateReference?: string;
        };
        /** @description The facilities in scope, in the order in which they were added. */
        FacilityReferenceList: {
            /** @description The records. */
            data: components["schemas"]["FacilityReference"][];
            total: components["schemas"]["Total"];
        };
        /** @description The facilities to put in scope. That `facilityIds` is required, and its bounds, are provisional. */
        AddFacilitiesToAssignmentRequest: {
            /** @description Ids of facilities of your organization. Those in scope already stay as they are. */
            facilityIds: string[];
        };
        /** @description A training assignment and all facilities that are in its scope. */
        TrainingAssignmentFacilities: {
            trainingAssignmentId: components["schemas"]["TrainingAssignmentId"];
            /** @description The facilities in scope, in the order in which they were added. */
            facilities: components["schemas"]["FacilityReference"][];
        };
        /**
         * @description Where a task stands. `open`: the status of every new task. `in_progress`: work has begun. `complete`: done. `overdue`: not complete after its due date. `cancelled`: voided. From `open`, `in_progress` and `overdue` a task may go to `open`, `in_progress`, `complete` or `cancelled`. `overdue` comes from the platform alone: setting it on a task that is not overdue is refused with 409, as is leaving `complete` or `cancelled`, which are final. The status of a recurring task is that of its schedule, which is never overdue; each instance has its own. These transitions are provisional, the statuses are not.
         * @enum {string}
         */
        TaskStatus: "open" | "in_progress" | "complete" | "overdue" | "cancelled";
        /**
         * @description Kind of record that a task is about. `cyber_asset` is fixed; the other values are provisional.
         * @enum {string}
         */
        TaskRelatedResourceType: "facility" | "control_center" | "cyber_system" | "cyber_asset" | "policy_document" | "training_assignment" | "access_control";
        /**
         * @description Id of a task. Read nothing into what follows the prefix.
         * @example tsk_01kk358wb4fm7r1620hdjd55v4
         */
        TaskId: string;
        /**
         * @description How often a task falls due: each calendar quarter, each year, or after the 35 calendar days or 15 calendar months that several CIP requirements set. `yearly` and `quarterly` are fixed; the other values are provisional.
         * @enum {string}
         */
        TaskRecurrence: "quarterly" | "yearly" | "every_35_days" | "every_15_months";
        /** @description A single task, or the parent of a recurring one, which holds the schedule. `assigneeId`, `dueDate`, `notes` and the two fields of the related resource are absent when they were never given. */
        Task: {
            id: components["schemas"]["TaskId"];
            /** @description What is to be done, for people. */
            title: string;
            /** @description The user who has to do it. */
            assigneeId?: components["schemas"]["UserId"];
            status: components["schemas"]["TaskStatus"];
            /** @description Last day on which completion is in time; of a recurring task, the day of its first instance. */
            dueDate?: components["schemas"]["Date"];
            /** @description How often the task falls due; null when it is done once. */
            recurrence: components["schemas"]["TaskRecurrence"] | null;
            /** @description Id of the record that the task is about. */
            relatedResourceId?: string;
            relatedResourceType?: components["schemas"]["TaskRelatedResourceType"];
            /** @description Remarks for the people concerned. */
            notes?: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description When the task was completed; null until then. The null is provisional. */
            completedAt: components["schemas"]["Timestamp"] | null;
        };
        /** @description The tasks that match, in order of creation. */
        TaskList: {
            /** @description The records. */
            data: components["schemas"]["Task"][];
            total: components["schemas"]["Total"];
        };
        /** @description A task to be created. Provisional is what is required: `title` always, `dueDate` with a recurrence, and the id and the type of the related resource together or not at all. */
        CreateTaskRequest: {
            /** @description What is to be done, for people. */
            title: string;
            /** @description Id of a user of your organization (prefix `usr_`). One that names none of yours is refused with `invalid_reference`. */
            assigneeId?: string;
            /** @description Last day on which completion is in time; of a recurring task, the day of its first instance. */
            dueDate?: components["schemas"]["Date"];
            /** @description How often the task falls due; null or left out when it is done once. */
            recurrence?: components["schemas"]["TaskRecurrence"] | null;
            /** @description Id of a record of your organization that the task is about. One that names none of yours is refused with `invalid_reference`. */
            relatedResourceId?: string;
            relatedResourceType?: components["schemas"]["TaskRelatedResourceType"];
            /** @description Remarks for the people concerned. */
            notes?: string;
        };
        /** @description The tasks to be created together. That `tasks` is required, and its bounds, are provisional. */
        BulkCreateTasksRequest: {
            /** @description The tasks, each as for a single creation. */
            tasks: components["schemas"]["CreateTaskRequest"][];
        };
        /** @description A task by its principal fields. `dueDate` is absent when the task has none. */
        TaskSummary: {
            id: components["schemas"]["TaskId"];
            /** @description What is to be done, for people. */
            title: string;
            status: components["schemas"]["TaskStatus"];
            /** @description Last day on which completion is in time; of a recurring task, the day of its first instance. */
            dueDate?: components["schemas"]["Date"];
        };
        /** @description The tasks that were created, in the order of the request. */
        BulkCreatedTasks: {
            /** @description How many tasks were created. */
            created: number;
            /** @description The new tasks, shortened. */
            tasks: components["schemas"]["TaskSummary"][];
        };
        /** @description All editable fields of a task; what is left out is cleared. Provisional are `status` and `completedAt` as editable fields, and what is required: `title` and `status` always, `dueDate` with a recurrence, and the id and the type of the related resource together or not at all. */
        UpdateTaskRequest: {
            /** @description What is to be done, for people. */
            title: string;
            /** @description Id of a user of your organization (prefix `usr_`). One that names none of yours is refused with `invalid_reference`. */
            assigneeId?: string;
            status: components["schemas"]["TaskStatus"];
            /** @description Last day on which completion is in time; of a recurring task, the day of its first instance. */
            dueDate?: components["schemas"]["Date"];
            /** @description How often the task falls due; null or left out when it is done once. */
            recurrence?: components["schemas"]["TaskRecurrence"] | null;
            /** @description Id of a record of your organization that the task is about. One that names none of yours is refused with `invalid_reference`. */
            relatedResourceId?: string;
            relatedResourceType?: components["schemas"]["TaskRelatedResourceType"];
            /** @description Remarks for the people concerned. */
            notes?: string;
            /** @description When the task was completed. Given only with status `complete`; left out with it, the moment of this call is taken. */
            completedAt?: components["schemas"]["Moment"] | null;
        };
        /** @description The editable fields of an instance; what is left out is cleared. That `status` is required is provisional. */
        UpdateTaskInstanceRequest: {
            status: components["schemas"]["TaskStatus"];
            /** @description When the instance was completed. Given only with status `complete`; left out with it, the moment of this call is taken. */
            completedAt?: components["schemas"]["Moment"] | null;
            /** @description Remarks for the people concerned. */
            notes?: string;
        };
        /** @description One occurrence of a recurring task, identified by the task and the day on which it is due. `notes` is absent when there are none. */
        TaskInstance: {
            /** @description The recurring task. */
            parentTaskId: components["schemas"]["TaskId"];
            dueDate: components["schemas"]["Date"];
            status: components["schemas"]["TaskStatus"];
            /** @description When the instance was completed; null until then. The null is provisional. */
            completedAt: components["schemas"]["Timestamp"] | null;
            /** @description Remarks for the people concerned. */
            notes?: string;
        };
        /** @description From whom and to whom the tasks go. That both are required is provisional. */
        ReassignTasksFromCsmRequest: {
            /** @description Id of a user of your organization (prefix `usr_`). One that names none of yours is refused with `invalid_reference`. */
            fromUserId: string;
            /** @description Id of a user of your organization (prefix `usr_`). One that names none of yours is refused with `invalid_reference`. */
            toUserId: string;
        };
        /** @description The outcome of a reassignment. */
        TaskReassignment: {
            /** @description How many tasks have a new assignee. */
            reassigned: number;
            /** @description The former assignee. */
            fromUserId: components["schemas"]["UserId"];
            /** @description The new assignee. */
            toUserId: components["schemas"]["UserId"];
        };
        /**
         * @description Kind of the record that the evidence supports.
         * @enum {string}
         */
        EvidenceResourceType: "cyber_asset" | "task" | "policy_document" | "training_assignment" | "access_control";
        /** @description Evidence that is an uploaded file. Which fields beside `fileId` are required is provisional. */
        CreateFileEvidenceRequest: {
            /** @description Id of the record that is supported. One that names no record of that kind in your organization is refused with `invalid_reference`. */
            resourceId: string;
            resourceType: components["schemas"]["EvidenceResourceType"];
            /**
             * @description Says that the evidence is a file.
             * @constant
             */
            type: "file";
            /** @description Id of a file uploaded before (prefix `fl_`). One that names no file of yours is refused with `invalid_reference`. */
            fileId: string;
            /** @description What the artifact shows. */
            description?: string;
        };
        /** @description Evidence that is a text. Which fields beside `noteText` are required is provisional. */
        CreateNoteEvidenceRequest: {
            /** @description Id of the record that is supported. One that names no record of that kind in your organization is refused with `invalid_reference`. */
            resourceId: string;
            resourceType: components["schemas"]["EvidenceResourceType"];
            /**
             * @description Says that the evidence is a note.
             * @constant
             */
            type: "note";
            /** @description The text itself. */
            noteText: string;
            /** @description What the artifact shows. */
            description?: string;
        };
        /** @description Evidence that is kept elsewhere. Which fields beside `url` are required is provisional. */
        CreateLinkEvidenceRequest: {
            /** @description Id of the record that is supported. One that names no record of that kind in your organization is refused with `invalid_reference`. */
            resourceId: string;
            resourceType: components["schemas"]["EvidenceResourceType"];
            /**
             * @description Says that the evidence is a link.
             * @constant
             */
            type: "link";
            /**
             * Format: uri
             * @description Absolute address of the artifact. It is kept as given and not followed.
             */
            url: string;
            /** @description What the artifact shows. */
            description?: string;
        };
        /** @description Evidence to be recorded: a file, a note or a link, as `type` says. A field of another kind is refused. */
        CreateEvidenceRequest: components["schemas"]["CreateFileEvidenceRequest"] | components["schemas"]["CreateNoteEvidenceRequest"] | components["schemas"]["CreateLinkEvidenceRequest"];
        /**
         * @description Id of an evidence record. Read nothing into what follows the prefix.
         * @example ev_01kkjyr62ce7z9j8hfnjwaw02r
         */
        EvidenceId: string;
        /**
         * @description Id of the record that the evidence supports: a cyber asset, a task, a policy document, a training assignment or an access control item, whose prefix is provisional.
         * @example tsk_01kk358wb4fm7r1620hdjd55v4
         */
        EvidenceResourceId: string;
        /**
         * @description What the evidence consists of: an uploaded file (`file`), a text (`note`) or an address elsewhere (`link`).
         * @enum {string}
         */
        EvidenceType: "file" | "note" | "link";
        /**
         * @description Id of a file. Read nothing into what follows the prefix.
         * @example fl_01km3bmwy4fpyah6hmwshsne20
         */
        FileId: string;
        /** @description One artifact that supports a record. It never changes: to correct it, delete it and create another. By its `type` it has exactly one of `fileId`, `noteText` and `url`. */
        Evidence: {
            id: components["schemas"]["EvidenceId"];
            resourceId: components["schemas"]["EvidenceResourceId"];
            resourceType: components["schemas"]["EvidenceResourceType"];
            type: components["schemas"]["EvidenceType"];
            /** @description The uploaded file. Present when `type` is `file`. */
            fileId?: components["schemas"]["FileId"];
            /** @description The text itself. Present when `type` is `note`. */
            noteText?: string;
            /**
             * Format: uri
             * @description Where the artifact is kept. Present when `type` is `link`.
             */
            url?: string;
            /** @description What the artifact shows. Absent when none was given. */
            description?: string;
            /** @description The user who recorded the evidence. */
            createdBy: components["schemas"]["UserId"];
            createdAt: components["schemas"]["Timestamp"];
        } & ({
            /** @constant */
            type: "file";
        } | {
            /** @constant */
            type: "note";
        } | {
            /** @constant */
            type: "link";
        });
        /** @description The evidence of one record. */
        EvidenceList: {
            /** @description The records, in order of creation. */
            data: components["schemas"]["Evidence"][];
            total: components["schemas"]["Total"];
        };
        /**
         * @description `draft`: can be edited, submitted and deleted. `submitted`: locked until a designated approver approves it. `approved`: in force, with a version of its own; reverting makes it a draft again. There is no other way from one to another (409, `conflict`).
         * @enum {string}
         */
        PolicyDocumentStatus: "draft" | "submitted" | "approved";
        /**
         * @description Id of a policy document. Read nothing into what follows the prefix.
         * @example pd_01kkg9yy7hfenan86sznkq9nnc
         */
        PolicyDocumentId: string;
        /**
         * @description Id of a document type. Read nothing into what follows the prefix.
         * @example dt_01kk27r3hqepjs2c38466362pc
         */
        DocumentTypeId: string;
        /** @description A policy, procedure or plan with its place in the cycle of draft, submission and approval. What was not given is absent. */
        PolicyDocument: {
            id: components["schemas"]["PolicyDocumentId"];
            /** @description Title of the document. */
            title: string;
            status: components["schemas"]["PolicyDocumentStatus"];
            documentTypeId?: components["schemas"]["DocumentTypeId"];
            /** @description The user who answers for the document. */
            ownerId?: components["schemas"]["UserId"];
            /** @description Days from one approval to the next review. CIP-003 asks for one at least every 15 calendar months. */
            reviewIntervalDays?: number;
            /** @description Day by which the document is due for review: the day of its last approval plus `reviewIntervalDays`, unless another was set. Absent until then. */
            reviewDate?: components["schemas"]["Date"];
            /** @description What the document governs. */
            description?: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description When the document was submitted, in its present cycle. Absent from a draft. */
            submittedAt?: components["schemas"]["Timestamp"];
            /** @description Who submitted it. Absent from a draft. */
            submittedBy?: components["schemas"]["UserId"];
        };
        /**
         * @description Send it as `cursor` to read on. Absent on the last page.
         * @example eyJvZmZzZXQiOjJ9
         */
        NextCursor: string;
        /** @description One page of policy documents. */
        PolicyDocumentList: {
            /** @description The documents of this page, in order of creation. */
            data: components["schemas"]["PolicyDocument"][];
            total: components["schemas"]["Total"];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        /** @description A policy document to be created. That `title` is required, and nothing else, is provisional. */
        CreatePolicyDocumentRequest: {
            /** @description Title of the document. */
            title: string;
            /** @description Id of the document type (prefix `dt_`). One that names no document type of yours is refused with `invalid_reference`. */
            documentTypeId?: string;
            /** @description Id of the user who answers for the document (prefix `usr_`). One that names no user of yours is refused with `invalid_reference`. */
            ownerId?: string;
            /** @description Days from one approval to the next review. CIP-003 asks for one at least every 15 calendar months. */
            reviewIntervalDays?: number;
            /** @description What the document governs. */
            description?: string;
        };
        /** @description The file to be processed, as a multipart form with one part. */
        UploadPolicyDocumentFileRequest: {
            /**
             * Format: binary
             * @description The PDF or DOCX, up to 25 MiB, in a part that states its file name and its media type.
             */
            file: string;
        };
        /**
         * @description `processing`: its content is being read. `processed`: it can be made a policy document. `failed`: it cannot be read; upload another.
         * @enum {string}
         */
        ProcessingFileStatus: "processing" | "processed" | "failed";
        /** @description An uploaded file on its way to becoming a policy document. It leaves the pipeline when it is made one. */
        ProcessingFile: {
            id: components["schemas"]["FileId"];
            /** @description Name of the file, as it was uploaded. */
            fileName: string;
            /** @description Media type of the file. */
            mediaType: string;
            /** @description Size of the file in bytes. */
            sizeBytes: number;
            status: components["schemas"]["ProcessingFileStatus"];
            /** @description Why the file could not be read. Present when `status` is `failed`. */
            failureReason?: string;
            /** @description How many sections were found. Present when `status` is `processed`. */
            sectionCount?: number;
            /** @description The user who uploaded the file. */
            uploadedBy: components["schemas"]["UserId"];
            uploadedAt: components["schemas"]["Timestamp"];
            /** @description When processing ended, well or badly. Absent while it goes on. */
            processedAt?: components["schemas"]["Timestamp"];
        };
        /** @description A processed file to be made a policy document, and what the document is to carry beside the text of the file. */
        CreatePolicyDocumentFromProcessedRequest: {
            /** @description Id of a processing file whose status is `processed` (prefix `fl_`). One that names no file of yours is refused with `invalid_reference`. */
            fileId: string;
            /** @description Title of the document. */
            title: string;
            /** @description Id of the document type (prefix `dt_`). One that names no document type of yours is refused with `invalid_reference`. */
            documentTypeId?: string;
            /** @description Id of the user who answers for the document (prefix `usr_`). One that names no user of yours is refused with `invalid_reference`. */
            ownerId?: string;
            /** @description Days from one approval to the next review. CIP-003 asks for one at least every 15 calendar months. */
            reviewIntervalDays?: number;
            /** @description What the document governs. */
            description?: string;
        };
        /** @description The uploaded files that are not documents yet. */
        ProcessingFileList: {
            /** @description The files, in order of upload. */
            data: components["schemas"]["ProcessingFile"][];
            total: components["schemas"]["Total"];
        };
        /**
         * @description Id of a section of a policy document. Read nothing into what follows the prefix.
         * @example sec_01kjy8eja8fj9aqdhrv9bzbw1p
         */
        PolicyDocumentSectionId: string;
        /** @description One section of a policy document. */
        PolicyDocumentSection: {
            id: components["schemas"]["PolicyDocumentSectionId"];
            /** @description Place of the section in the document, counted from 1. */
            position: number;
            /** @description Heading of the section. */
            title: string;
            /** @description Text of the section. */
            content: string;
        };
        /** @description A supporting file of a policy document, such as a form or a drawing. */
        PolicyDocumentAsset: {
            fileId: components["schemas"]["FileId"];
            /** @description Name of the file, as it was uploaded. */
            fileName: string;
            /** @description Media type of the file. */
            mediaType: string;
            /** @description Size of the file in bytes. */
            sizeBytes: number;
        };
        /** @description A policy document with its sections and its supporting files. */
        PolicyDocumentWithSections: components["schemas"]["PolicyDocument"] & {
            /** @description The sections, in display order. */
            sections: components["schemas"]["PolicyDocumentSection"][];
            /** @description The supporting files, in the order in which they were attached. */
            assets: components["schemas"]["PolicyDocumentAsset"][];
        };
        /** @description The fields to change, all of them optional. Those left out stay as they are; an empty object changes nothing. */
        UpdatePolicyDocumentRequest: {
            /** @description Title of the document. */
            title?: string;
            /** @description What the document governs. */
            description?: string;
            /** @description Id of the user who answers for the document (prefix `usr_`). One that names no user of yours is refused with `invalid_reference`. */
            ownerId?: string;
            /** @description Day by which the document is due for review. It holds until the next approval sets it anew. */
            reviewDate?: components["schemas"]["Date"];
            /** @description Days from one approval to the next review. CIP-003 asks for one at least every 15 calendar months. */
            reviewIntervalDays?: number;
        };
        /** @description Files to attach, files to detach, or both. All fields are optional; an empty object changes nothing. */
        UpdatePolicyDocumentAssetsRequest: {
            /** @description Files to attach. One that is attached already stays so; one that is no file of yours is refused with `invalid_reference`. */
            attachFileIds?: string[];
            /** @description Files to detach. The files themselves are kept. One that is not attached is refused with `invalid_reference`. */
            detachFileIds?: string[];
        };
        /** @description The supporting files of a policy document after a change. */
        PolicyDocumentAssets: {
            documentId: components["schemas"]["PolicyDocumentId"];
            /** @description All supporting files, in the order in which they were attached. */
            assets: components["schemas"]["PolicyDocumentAsset"][];
        };
        /** @description The new display order. */
        ReorderDocumentSectionsRequest: {
            /** @description The ids of all sections of the document, each once, in the new order. */
            sectionIds: string[];
        };
        /** @description A policy document as its submission left it. */
        PolicyDocumentSubmission: {
            id: components["schemas"]["PolicyDocumentId"];
            /**
             * @description The new status.
             * @constant
             */
            status: "submitted";
            /** @description When the document was submitted. */
            submittedAt: components["schemas"]["Timestamp"];
            /** @description Who submitted it. */
            submittedBy: components["schemas"]["UserId"];
        };
        /** @description Number of a version of a policy document: 1 for its first approval, and one more for each approval after it. */
        VersionNumber: number;
        /** @description A policy document as its approval left it. */
        PolicyDocumentApproval: {
            id: components["schemas"]["PolicyDocumentId"];
            /**
             * @description The new status.
             * @constant
             */
            status: "approved";
            /** @description When the document was approved. */
            approvedAt: components["schemas"]["Timestamp"];
            /** @description Who approved it. */
            approvedBy: components["schemas"]["UserId"];
            /** @description Number of the version that the approval made. */
            versionNumber: components["schemas"]["VersionNumber"];
        };
        /** @description The record of one export of a policy document as PDF. */
        PolicyDocumentPdfExport: {
            documentId: components["schemas"]["PolicyDocumentId"];
            /** @description When the export was recorded. */
            exportedAt: components["schemas"]["Timestamp"];
            /** @description Who exported the document. */
            exportedBy: components["schemas"]["UserId"];
        };
        /** @description A policy document as it was approved. A version never changes. */
        PolicyDocumentVersion: {
            versionNumber: components["schemas"]["VersionNumber"];
            documentId: components["schemas"]["PolicyDocumentId"];
            /** @description When this version was approved. */
            approvedAt: components["schemas"]["Timestamp"];
            /** @description Who approved it. */
            approvedBy: components["schemas"]["UserId"];
            /**
             * Format: uri
             * @description Where the text of this version is kept.
             */
            snapshotUrl: string;
        };
        /** @description The versions of one policy document. */
        PolicyDocumentVersionList: {
            /** @description The versions, the latest first. */
            data: components["schemas"]["PolicyDocumentVersion"][];
            total: components["schemas"]["Total"];
        };
        /**
         * @description What a user may do in the organization. `organization_admin`: everything, users and API keys included. `compliance_manager`: maintains all compliance records and approves. `contributor`: works on the records that access control opens to them. `auditor`: reads. `api_user`: what an API key may do. More roles may come.
         * @enum {string}
         */
        UserRole: "organization_admin" | "compliance_manager" | "contributor" | "auditor" | "api_user";
        /**
         * Format: email
         * @description An e-mail address. Unique among the users of the organization, where upper and lower case count as the same.
         * @example dale.hutchins@cedar-valley.example
         */
        EmailAddress: string;
        /** @description A person or an integration account of the organization. */
        User: {
            id: components["schemas"]["UserId"];
            /** @description Name, as it stands in compliance records. */
            name: string;
            email: components["schemas"]["EmailAddress"];
            /** @description Telephone number as it is dialed; null when none is known. */
            phone: string | null;
            /** @description Position in the organization; null when none is known. */
            jobTitle: string | null;
            role: components["schemas"]["UserRole"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A page of users, in order of creation. */
        UserList: {
            /** @description The records of this page. */
            data: components["schemas"]["User"][];
            total: components["schemas"]["Total"];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        /** @description A user to be created. That `name`, `email` and `role` are required is provisional, as are the names of the fields. */
        CreateUserRequest: {
            /** @description Name, as it stands in compliance records. */
            name: string;
            email: components["schemas"]["EmailAddress"];
            role: components["schemas"]["UserRole"];
            /** @description Telephone number as it is dialed. */
            phone?: string;
            /** @description Position in the organization. */
            jobTitle?: string;
        };
        /**
         * @description Id of an organization. Read nothing into what follows the prefix.
         * @example org_01k4qsdg89fyc89dkyjez660ya
         */
        OrganizationId: string;
        /** @description An organization to which the current user belongs, and what the user may do there. */
        UserOrganization: {
            id: components["schemas"]["OrganizationId"];
            /** @description Slug of the organization, as `organization_slug` has it elsewhere. */
            slug: components["schemas"]["OrganizationSlug"];
            name: components["schemas"]["RecordName"];
            role: components["schemas"]["UserRole"];
        };
        /** @description The organizations of the current user, in order of creation. */
        UserOrganizationList: {
            /** @description The records. */
            data: components["schemas"]["UserOrganization"][];
            total: components["schemas"]["Total"];
        };
        /**
         * @description A permission: what is reached, and what is done there. `read` lists and gets, `write` creates, changes and deletes, `approve` approves a submitted document. More permissions may come.
         * @enum {string}
         */
        Permission: "facilities:read" | "facilities:write" | "control_centers:read" | "control_centers:write" | "cyber_systems:read" | "cyber_systems:write" | "cyber_assets:read" | "cyber_assets:write" | "training:read" | "training:write" | "tasks:read" | "tasks:write" | "evidence:read" | "evidence:write" | "policy_documents:read" | "policy_documents:write" | "policy_documents:approve" | "users:read" | "users:write" | "invitations:read" | "invitations:write" | "cip_senior_manager:read" | "cip_senior_manager:write" | "access_control:read" | "access_control:write" | "activity:read";
        /** @description The answer to a question about one permission. */
        AccessCheck: {
            /** @description The permission that was asked about. */
            permission: components["schemas"]["Permission"];
            /** @description Whether the current user has the permission: yes or no. */
            allowed: boolean;
        };
        /** @description The fields to change; all are optional. Those left out stay as they are, null empties a field that takes it, and an empty object changes nothing. */
        UpdateUserRequest: {
            /** @description Name, as it stands in compliance records. */
            name?: string;
            email?: components["schemas"]["EmailAddress"];
            role?: components["schemas"]["UserRole"];
            /** @description Telephone number as it is dialed; null removes it. */
            phone?: string | null;
            /** @description Position in the organization; null removes it. */
            jobTitle?: string | null;
        };
        /**
         * @description `pending`: sent and not yet accepted, be it still good or past `expiresAt`. `accepted`: the account is active. A pending invitation becomes accepted, never the other way round; a canceled one is no longer there.
         * @enum {string}
         */
        InvitationStatus: "pending" | "accepted";
        /**
         * @description Id of an invitation. Read nothing into what follows the prefix.
         * @example inv_01kk4zt9n1enbvncdk0qfxx4bc
         */
        InvitationId: string;
        /** @description An invitation of one person to the organization, by e-mail. */
        Invitation: {
            id: components["schemas"]["InvitationId"];
            /** @description Where the invitation was sent. */
            email: components["schemas"]["EmailAddress"];
            /** @description The role that the account gets. */
            role: components["schemas"]["UserRole"];
            status: components["schemas"]["InvitationStatus"];
            /** @description Id of the user who invited. */
            invitedBy: components["schemas"]["UserId"];
            createdAt: components["schemas"]["Timestamp"];
            /** @description When the e-mail last went out. */
            sentAt: components["schemas"]["Timestamp"];
            /** @description Until when the token is good. */
            expiresAt: components["schemas"]["Timestamp"];
            /** @description When the invitation was accepted; null while it is pending. */
            acceptedAt: components["schemas"]["Timestamp"] | null;
            /** @description Id of the account that came of it; null while the invitation is pending. */
            userId: components["schemas"]["UserId"] | null;
        };
        /** @description The invitations of the organization, in order of creation. */
        InvitationList: {
            /** @description The records. */
            data: components["schemas"]["Invitation"][];
            total: components["schemas"]["Total"];
        };
        /** @description Whom to invite. That `email` and `role` are required is provisional, as are the names of the fields. */
        CreateInvitationRequest: {
            /** @description Where to send the invitation. */
            email: components["schemas"]["EmailAddress"];
            /** @description The role that the account is to get. */
            role: components["schemas"]["UserRole"];
        };
        /** @description The secret that an invitation link carries. Whoever holds it can take the place of the invited person: keep it out of logs and tickets. */
        InvitationToken: string;
        /** @description An invitation as it is answered to the one who has just sent it: with its token, where that applies. */
        IssuedInvitation: components["schemas"]["Invitation"] & {
            /** @description The token of the link, shown in this answer alone. Present where you may hand the link over yourself, such as in an installation without outgoing mail; absent where the e-mail is the only carrier. */
            token?: components["schemas"]["InvitationToken"];
        };
        /** @description Whether a token opens an invitation. The other fields are there only when it does. */
        InvitationValidation: {
            /** @description True when the invitation is pending and not expired. False for a token that is unknown, replaced, expired, used or canceled; the answer does not tell which. */
            valid: boolean;
            /** @description Who is invited. */
            email?: components["schemas"]["EmailAddress"];
            /** @description The role that the account gets. */
            role?: components["schemas"]["UserRole"];
            /** @description Name of the organization that invites. */
            organizationName?: string;
            /** @description Until when the token is good. */
            expiresAt?: components["schemas"]["Timestamp"];
        };
        /** @description The token and the profile of the invited person. The token is required; that of the profile fields `name` is required is provisional, as are the names of the fields. */
        AcceptInvitationRequest: {
            /** @description The token of the invitation link. */
            token: components["schemas"]["InvitationToken"];
            /** @description Name, as it is to stand in compliance records. */
            name: string;
            /** @description Telephone number as it is dialed. */
            phone?: string;
            /** @description Position in the organization. */
            jobTitle?: string;
        };
        /**
         * @description Id of a CIP Senior Manager assignment. Read nothing into what follows the prefix.
         * @example csm_01kjwaa1c1epc8rt4yah6q92ph
         */
        CipSeniorManagerAssignmentId: string;
        /** @description The designation of one senior manager as CIP Senior Manager (CIP-003, R3), from its effective date on. */
        CipSeniorManagerAssignment: {
            id: components["schemas"]["CipSeniorManagerAssignmentId"];
            /** @description Id of the designated user. */
            userId: components["schemas"]["UserId"];
            /** @description The day from which the designation holds. */
            effectiveDate: components["schemas"]["Date"];
            /** @description The last day on which it holds; null until a successor is designated. */
            endDate: components["schemas"]["Date"] | null;
            /** @description What documents the designation, such as a resolution or a letter; null when nothing was noted. */
            notes: string | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description Who is designated, and from when. That `userId` and `effectiveDate` are required is provisional, as are the names of the fields. */
        CreateCipSeniorManagerAssignmentRequest: {
            /** @description Id of the user to designate (prefix `usr_`). One that names no user of yours is refused with `invalid_reference`. */
            userId: string;
            /** @description The day from which the designation holds. It may lie in the past or in the future, but after the effective date of the assignment that it replaces. */
            effectiveDate: components["schemas"]["Date"];
            /** @description What documents the designation, such as a resolution or a letter. */
            notes?: string;
        };
        /** @description The fields to change; all are optional. Those left out stay as they are, and an empty object changes nothing. The designated user cannot be changed: designate another one instead. */
        UpdateCipSeniorManagerAssignmentRequest: {
            /** @description The corrected effective date. */
            effectiveDate?: components["schemas"]["Date"];
            /** @description What documents the designation; null removes it. */
            notes?: string | null;
        };
        /**
         * @description `inactive`: defined, and opens nothing; so every item begins. `active`: granted. A grant makes an inactive item active, a revocation makes an active one inactive, as often as needed.
         * @enum {string}
         */
        AccessControlStatus: "inactive" | "active";
        /**
         * @description Id of an access control item. Read nothing into what follows the prefix.
         * @example ac_01kjxkkcrwe93v0fpwc3z391hn
         */
        AccessControlId: string;
        /**
         * @description What kind of resource an access control item opens. More kinds may come.
         * @enum {string}
         */
        AccessControlResourceType: "facility" | "control_center" | "cyber_system" | "cyber_asset" | "policy_document";
        /**
         * @description `read`: see the resource and what belongs to it. `edit`: change it too. More levels may come.
         * @enum {string}
         */
        AccessLevel: "read" | "edit";
        /** @description Which access level a user is to have to a resource. It opens the resource only while its status is `active`. */
        AccessControlItem: {
            id: components["schemas"]["AccessControlId"];
            /** @description Id of the user who gets access. */
            userId: components["schemas"]["UserId"];
            resourceType: components["schemas"]["AccessControlResourceType"];
            /** @description Id of the resource that is opened. */
            resourceId: string;
            accessLevel: components["schemas"]["AccessLevel"];
            status: components["schemas"]["AccessControlStatus"];
            /** @description The business need for the access (CIP-004, R4); null when none was given. */
            justification: string | null;
            /** @description When access was last granted; null when it never was. */
            grantedAt: components["schemas"]["Timestamp"] | null;
            /** @description Id of the user who last granted it; null when nobody did. */
            grantedBy: components["schemas"]["UserId"] | null;
            /** @description When access was last revoked; null when it never was, and again after a new grant. */
            revokedAt: components["schemas"]["Timestamp"] | null;
            /** @description Id of the user who last revoked it; null along with `revokedAt`. */
            revokedBy: components["schemas"]["UserId"] | null;
            createdAt: components["schemas"]["Timestamp"];
            /** @description When the item last changed; a grant and a revocation count. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A page of access control items, in order of creation. */
        AccessControlItemList: {
            /** @description The records of this page. */
            data: components["schemas"]["AccessControlItem"][];
            total: components["schemas"]["Total"];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        /** @description An access control item to be created: user, resource and access level. That these are required is provisional, as are the names of the fields. */
        CreateAccessControlRequest: {
            /** @description Id of the user who is to get access (prefix `usr_`). One that names no user of yours is refused with `invalid_reference`. */
            userId: string;
            resourceType: components["schemas"]["AccessControlResourceType"];
            /** @description Id of the resource, of the kind that `resourceType` says. One that names no such resource of yours is refused with `invalid_reference`. */
            resourceId: string;
            accessLevel: components["schemas"]["AccessLevel"];
            /** @description The business need for the access (CIP-004, R4). */
            justification?: string;
        };
        /** @description The whole new definition of an access control item. That user, resource and access level are required is provisional, as are the names of the fields. */
        UpdateAccessControlRequest: {
            /** @description Id of the user who is to get access (prefix `usr_`). One that names no user of yours is refused with `invalid_reference`. */
            userId: string;
            resourceType: components["schemas"]["AccessControlResourceType"];
            /** @description Id of the resource, of the kind that `resourceType` says. One that names no such resource of yours is refused with `invalid_reference`. */
            resourceId: string;
            accessLevel: components["schemas"]["AccessLevel"];
            /** @description The business need for the access (CIP-004, R4). Left out, it becomes null. */
            justification?: string;
        };
        /** @description Ids of the access control items that are active for one user, in order of creation. */
        AccessControlItemIdList: {
            /** @description The ids. */
            data: components["schemas"]["AccessControlId"][];
            total: components["schemas"]["Total"];
        };
        /** @description The items whose access is to be granted. That `accessControlItemIds` is required is provisional, as are the names of the fields. */
        GrantAccessRequest: {
            /** @description Ids of items of this user (prefix `ac_`). One that is not an item of this user is refused with `invalid_reference`, and then none is changed. */
            accessControlItemIds: string[];
            /** @description Why access is granted, such as the number of the request. It goes into the activity log. */
            reason?: string;
        };
        /** @description The access control items of one user that a grant or a revocation named, as they are now. */
        UserAccess: {
            userId: components["schemas"]["UserId"];
            /** @description The items, in the order of the request. */
            items: components["schemas"]["AccessControlItem"][];
        };
        /** @description The items whose access is to be revoked. That `accessControlItemIds` is required is provisional, as are the names of the fields. */
        RevokeAccessRequest: {
            /** @description Ids of items of this user (prefix `ac_`). One that is not an item of this user is refused with `invalid_reference`, and then none is changed. */
            accessControlItemIds: string[];
            /** @description Why access is revoked, such as a transfer or a termination. It goes into the activity log. */
            reason?: string;
        };
        /**
         * @description What kind of resource was affected. `facility`, `cyber-asset` and `policy-document` are fixed, the others provisional; new values may come.
         * @enum {string}
         */
        ActivityResourceType: "organization" | "facility" | "control-center" | "cyber-system" | "cyber-asset" | "policy-document" | "training-module" | "training-assignment" | "task" | "evidence" | "user" | "invitation" | "cip-senior-manager-assignment" | "access-control" | "api-key";
        /**
         * @description Id of an entry of the activity log. Read nothing into what follows the prefix.
         * @example act_01kcvpknsje0vbggv0rqvfhq96
         */
        ActivityLogEntryId: string;
        /**
         * @description `user`: a person at work in the application. `api_key`: a program with an API key. `operator`: someone at the command line of the server.
         * @enum {string}
         */
        ActivityActorType: "user" | "api_key" | "operator";
        /**
         * @description What was done, for programs; together with the resource type it says it fully (`granted` on an `access-control`, `revoked` on an `api-key`). `moved` is an update that changed what a resource belongs to; `role_updated` one that changed a role. New values may come: show one that you do not know as it is.
         * @enum {string}
         */
        ActivityOperation: "created" | "updated" | "moved" | "deleted" | "imported" | "accepted" | "role_updated" | "granted" | "revoked" | "submitted" | "approved" | "reverted" | "pdf_exported" | "completed" | "status_changed" | "signed_in" | "signed_out" | "sign_in_refused";
        /** @description What happened to one field. */
        ActivityChange: {
            /** @description Name of the field, as the resource itself has it. */
            field: string;
            /** @description Its value before; null when there was none, as in a creation. */
            before: string | number | boolean | string[] | null;
            /** @description Its value afterward; null when there is none, as in a deletion. */
            after: string | number | boolean | string[] | null;
        };
        /** @description One entry of the activity log: who did what to which resource, when, and what that changed. Entries are never changed and never deleted, and outlive the resource that they are about. */
        ActivityLogEntry: {
            id: components["schemas"]["ActivityLogEntryId"];
            /** @description When it was done. */
            occurredAt: components["schemas"]["Timestamp"];
            actorType: components["schemas"]["ActivityActorType"];
            /** @description Who did it: the id of the user (`usr_…`), the id of the API key (`key_…`; never the key itself), or the account name of the operator. */
            actorId: string;
            operation: components["schemas"]["ActivityOperation"];
            resourceType: components["schemas"]["ActivityResourceType"];
            /** @description Id of the affected resource, as it was when it existed. */
            resourceId: string;
            /** @description What was done, as a sentence for a person. Its wording may change. */
            description: string;
            /** @description What became of each field that changed: every field that was given in a creation, every field that was lost in a deletion, none where nothing of the resource itself changed. */
            changes: components["schemas"]["ActivityChange"][];
            /** @description The `X-Request-Id` of the call that did it; null when it was not done by a call. */
            requestId: string | null;
        };
        /** @description A page of the activity log, newest first. */
        ActivityLogPage: {
            /** @description The records of this page. */
            data: components["schemas"]["ActivityLogEntry"][];
            total: components["schemas"]["Total"];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        /** @description The history of one resource, oldest first. */
        ActivityLogHistory: {
            /** @description The records. */
            data: components["schemas"]["ActivityLogEntry"][];
            total: components["schemas"]["Total"];
        };
    };
    responses: {
        /** @description You hold the current version; there is no body. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request cannot be understood or breaks a rule of this contract. `error` tells which: `validation_error` (a field, a parameter or an unknown one; see `details`), `invalid_json` (the body is not JSON in UTF-8, or repeats a key), `invalid_reference` (an id in the body names nothing in your organization) or `bad_request` (malformed HTTP or percent-encoding). */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "validation_error" | "invalid_json" | "invalid_reference" | "bad_request";
                };
            };
        };
        /** @description The `X-API-Key` header is missing, sent twice, or its value is malformed, unknown, revoked or expired. The answer is the same for all of these. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "unauthorized";
                };
            };
        };
        /** @description The request came over plain HTTP to a server that requires HTTPS. Treat the key as exposed and replace it. */
        HttpsRequired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "https_required";
                };
            };
        };
        /** @description The headers did not arrive within 10 seconds, or the whole request not within 15. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "request_timeout";
                };
            };
        };
        /** @description The request target is longer than the server reads. */
        UriTooLong: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "uri_too_long";
                };
            };
        };
        /** @description The `Expect` header asks for something other than `100-continue`. */
        ExpectationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "expectation_failed";
                };
            };
        };
        /** @description The key has used up its requests of this minute, or too many request bodies of the key or of the client's address are still arriving. Wait for the seconds in `Retry-After`. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "rate_limited";
                };
            };
        };
        /** @description The request headers are larger than 16 KiB together. */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "headers_too_large";
                };
            };
        };
        /** @description Something that was not foreseen. Nothing was changed; quote the request id when you report it. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "internal_error";
                };
            };
        };
        /** @description The service cannot take the request now: its database is away or busy, it is overloaded or shutting down. Try again after `Retry-After` seconds. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["ShortRetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "unavailable";
                };
            };
        };
        /** @description The request contradicts the present state: a name that is already taken, a transition that the record's status does not allow, or an `Idempotency-Key` whose first call is still running; that one alone has `Retry-After`. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "conflict";
                };
            };
        };
        /** @description The body is larger than this operation takes (100 KiB unless its description says otherwise), compressed or not. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "payload_too_large";
                };
            };
        };
        /** @description The body has another content type than this operation takes, a charset other than UTF-8, or an unknown content encoding; or a file in a form has a media type that its part may not have. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "unsupported_media_type";
                };
            };
        };
        /** @description This `Idempotency-Key` was used before with another request. Use a new key for a new request. */
        IdempotencyMismatch: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "idempotency_mismatch";
                };
            };
        };
        /** @description The operation is planned and not released. The sandbox answers it with a mock. */
        NotImplemented: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "not_implemented";
                };
            };
        };
        /** @description No such record in your organization. An id that never existed, one of another organization and one with the wrong prefix get the same answer. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "not_found";
                };
            };
        };
        /** @description `If-Match` names another version than the present one; nothing was changed. Read the record again, then decide. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "precondition_failed";
                };
            };
        };
    };
    parameters: {
        /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
        IfNoneMatch: string;
        /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
        IdempotencyKey: string;
        /** @description Id of the facility. An id of another form, or of another organization, is not found (404). */
        FacilityId: components["schemas"]["FacilityId"];
        /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
        IfMatch: string;
        /** @description Id of the control center. An id of another form, or of another organization, is not found (404). */
        ControlCenterId: components["schemas"]["ControlCenterId"];
        /** @description Id of the cyber system. An id of another form, or of another organization, is not found (404). */
        CyberSystemId: components["schemas"]["CyberSystemId"];
        /** @description Id of the cyber asset. An id of another form, or of another organization, is not found (404). */
        CyberAssetId: components["schemas"]["CyberAssetId"];
        /** @description Id of the facility. An id of another form, or of another organization, is not found (404). */
        ParentFacilityId: components["schemas"]["FacilityId"];
        /** @description Id of the control center. An id of another form, or of another organization, is not found (404). */
        ParentControlCenterId: components["schemas"]["ControlCenterId"];
        /** @description Id of the cyber system. An id of another form, or of another organization, is not found (404). */
        ParentCyberSystemId: components["schemas"]["CyberSystemId"];
        /** @description Id of the training module. An id of another form, or of another organization, is not found (404). */
        TrainingModuleId: components["schemas"]["TrainingModuleId"];
        /** @description Id of the training assignment. An id of another form, or of another organization, is not found (404). */
        TrainingAssignmentId: components["schemas"]["TrainingAssignmentId"];
        /** @description Id of the training assignment. An id of another form, or of another organization, is not found (404). */
        ParentTrainingAssignmentId: components["schemas"]["TrainingAssignmentId"];
        /** @description Id of the task. An id of another form, or of another organization, is not found (404). */
        TaskId: components["schemas"]["TaskId"];
        /** @description Id of the recurring task. An id of another form, or of another organization, is not found (404). */
        ParentTaskId: components["schemas"]["TaskId"];
        /** @description Day on which the instance is due. One on which the task has no instance, or another form, is not found (404). */
        TaskDueDate: components["schemas"]["Date"];
        /** @description Id of the evidence record. An id of another form, or of another organization, is not found (404). */
        EvidenceId: components["schemas"]["EvidenceId"];
        /** @description Id of the record whose evidence is wanted. An id of another form, or of another organization, is not found (404). */
        EvidenceResourceId: components["schemas"]["EvidenceResourceId"];
        /** @description The largest number of records in one answer. */
        Limit: number;
        /** @description The `nextCursor` of the answer before, to go on from there. Opaque; good for one hour. */
        Cursor: string;
        /** @description Id of the policy document. An id of another form, or of another organization, is not found (404). */
        PolicyDocumentId: components["schemas"]["PolicyDocumentId"];
        /** @description Number of the version. One that the document does not have is not found (404). */
        VersionNumber: components["schemas"]["VersionNumber"];
        /** @description Id of the user. An id of another form, or of another organization, is not found (404). */
        UserId: components["schemas"]["UserId"];
        /** @description Id of the invitation. An id of another form, or of another organization, is not found (404). */
        InvitationId: components["schemas"]["InvitationId"];
        /** @description Id of the CIP Senior Manager assignment. An id of another form, or of another organization, is not found (404). */
        CipSeniorManagerAssignmentId: components["schemas"]["CipSeniorManagerAssignmentId"];
        /** @description Id of the access control item. An id of another form, or of another organization, is not found (404). */
        AccessControlId: components["schemas"]["AccessControlId"];
        /** @description Id of the user. An id of another form, or of another organization, is not found (404). */
        ParentUserId: components["schemas"]["UserId"];
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this exchange in the server's log. The value that the client sent in `X-Request-Id` if it consists of 1 to 128 letters, digits, dots, underscores and hyphens; otherwise one made by the server.
         * @example 01kaqj3v0rf5tbw2e8d4n6c1hx
         */
        RequestId: string;
        /**
         * @description What is left of the current minute: `r` requests, for `t` seconds (draft-ietf-httpapi-ratelimit-headers).
         * @example "default";r=5988;t=41
         */
        RateLimit: string;
        /**
         * @description The limit that holds for this key: `q` requests in `w` seconds.
         * @example "default";q=6000;w=60
         */
        RateLimitPolicy: string;
        /**
         * @description Strong validator of the representation (RFC 9110, section 8.8.3). Send it back in `If-None-Match` to read again only what changed, or in `If-Match` to change only what you have read.
         * @example "Zk3vJ0qHkN2l8mXyT1cUaw"
         */
        ETag: string;
        /**
         * @description Names the scheme that is expected.
         * @example ApiKey realm="compliance-inventory", header="X-API-Key"
         */
        WwwAuthenticate: string;
        /**
         * @description Whole seconds to wait before the next try.
         * @example 12
         */
        RetryAfter: number;
        /**
         * @description Whole seconds to wait before the next try.
         * @example 2
         */
        ShortRetryAfter: number;
        /**
         * @description `true` when this is the stored answer to an earlier call with the same `Idempotency-Key`.
         * @example true
         */
        IdempotencyReplayed: "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getFacilities: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole collection, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Facility"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createFacility: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFacilityRequest"];
            };
        };
        responses: {
            /** @description The facility was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    /**
                     * @description Path of the new record.
                     * @example /facilities/fac_01kp68jrwmfgysnytz9x1670mb
                     */
                    Location?: components["schemas"]["RecordPath"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Facility"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFacility: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the facility. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["FacilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Facility"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteFacility: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the facility. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["FacilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The facility was deleted; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateFacility: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the facility. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["FacilityId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateFacilityRequest"];
            };
        };
        responses: {
            /** @description The facility as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Facility"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getControlCenters: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole collection, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlCenter"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getControlCenter: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the control center. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["ControlCenterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlCenter"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCyberSystems: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole collection, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CyberSystem"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCyberSystem: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCyberSystemRequest"];
            };
        };
        responses: {
            /** @description The cyber system was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    /**
                     * @description Path of the new record.
                     * @example /cyber-systems/cs_01kp699vd7e5w9rzbeetjnva20
                     */
                    Location?: components["schemas"]["RecordPath"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CyberSystem"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCyberSystem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the cyber system. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["CyberSystemId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CyberSystem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCyberSystem: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the cyber system. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["CyberSystemId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cyber system was deleted; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCyberSystem: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the cyber system. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["CyberSystemId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCyberSystemRequest"];
            };
        };
        responses: {
            /** @description The cyber system as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CyberSystem"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCyberAssets: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole collection, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CyberAsset"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCyberAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCyberAssetRequest"];
            };
        };
        responses: {
            /** @description The asset was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    /**
                     * @description Path of the new record.
                     * @example /cyber-assets/ca_01kmqpj30we47aq3av55mkxsw3
                     */
                    Location?: components["schemas"]["RecordPath"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CyberAsset"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCyberAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the cyber asset. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["CyberAssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CyberAsset"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCyberAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the cyber asset. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["CyberAssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The asset was deleted; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCyberAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the cyber asset. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["CyberAssetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCyberAssetRequest"];
            };
        };
        responses: {
            /** @description The asset as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CyberAsset"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCyberSystemsByFacility: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the facility. An id of another form, or of another organization, is not found (404). */
                facilityId: components["parameters"]["ParentFacilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The systems of the facility, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CyberSystem"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCyberSystemsByControlCenter: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the control center. An id of another form, or of another organization, is not found (404). */
                controlCenterId: components["parameters"]["ParentControlCenterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The systems of the control center, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CyberSystem"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCyberAssetsImportTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file to fill in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Says that the answer is a file, and proposes a name for it.
                     * @example attachment; filename="cyber-assets-template.csv"
                     */
                    "Content-Disposition": components["schemas"]["Attachment"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": components["schemas"]["CyberAssetImportTemplate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCyberAssetsBySystem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the cyber system. An id of another form, or of another organization, is not found (404). */
                cyberSystemId: components["parameters"]["ParentCyberSystemId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assets of the system, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CyberAsset"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    importCyberAssets: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the cyber system. An id of another form, or of another organization, is not found (404). */
                cyberSystemId: components["parameters"]["ParentCyberSystemId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ImportCyberAssetsRequest"];
            };
        };
        responses: {
            /** @description What became of the rows. The import is finished. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CyberAssetImportResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCyberAssetsByFacility: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the facility. An id of another form, or of another organization, is not found (404). */
                facilityId: components["parameters"]["ParentFacilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assets of the facility, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CyberAsset"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportCyberAssetsCsv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the facility. An id of another form, or of another organization, is not found (404). */
                facilityId: components["parameters"]["ParentFacilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, one row an asset, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Says that the answer is a file, and proposes a name for it.
                     * @example attachment; filename="millbrook-345-kv-substation-cyber-assets.csv"
                     */
                    "Content-Disposition": components["schemas"]["Attachment"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": components["schemas"]["CyberAssetExport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportLowCyberAssetsCsv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the facility. An id of another form, or of another organization, is not found (404). */
                facilityId: components["schemas"]["FacilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, one row an asset, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Says that the answer is a file, and proposes a name for it.
                     * @example attachment; filename="prairie-sun-solar-plant-cyber-assets-low.csv"
                     */
                    "Content-Disposition": components["schemas"]["Attachment"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": components["schemas"]["CyberAssetExport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCyberAssetsByControlCenter: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the control center. An id of another form, or of another organization, is not found (404). */
                controlCenterId: components["parameters"]["ParentControlCenterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assets of the control center, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CyberAsset"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportControlCenterCyberAssetsCsv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the control center. An id of another form, or of another organization, is not found (404). */
                controlCenterId: components["parameters"]["ParentControlCenterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, one row an asset, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Says that the answer is a file, and proposes a name for it.
                     * @example attachment; filename="cedar-valley-primary-control-center-cyber-assets.csv"
                     */
                    "Content-Disposition": components["schemas"]["Attachment"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": components["schemas"]["CyberAssetExport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportControlCenterLowCyberAssetsCsv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the control center. An id of another form, or of another organization, is not found (404). */
                controlCenterId: components["parameters"]["ParentControlCenterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, one row an asset, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Says that the answer is a file, and proposes a name for it.
                     * @example attachment; filename="cedar-valley-primary-control-center-cyber-assets-low.csv"
                     */
                    "Content-Disposition": components["schemas"]["Attachment"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": components["schemas"]["CyberAssetExport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTrainingModules: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The modules. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingModuleList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTrainingModule: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTrainingModuleRequest"];
            };
        };
        responses: {
            /** @description The module was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    /**
                     * @description Path of the new record.
                     * @example /training-modules/tm_01kmnaz4mgejv8gggbhjpg50r3
                     */
                    Location?: components["schemas"]["RecordPath"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingModule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTrainingModule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the training module. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["TrainingModuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The module. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingModule"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTrainingModule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the training module. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["TrainingModuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The module was deleted; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTrainingModule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the training module. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["TrainingModuleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTrainingModuleRequest"];
            };
        };
        responses: {
            /** @description The module as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingModule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTrainingAssignments: {
        parameters: {
            query?: {
                /** @description Only assignments of this trainee. */
                userId?: components["schemas"]["UserId"];
                /** @description Only assignments of this training module. */
                moduleId?: components["schemas"]["TrainingModuleId"];
                /** @description Only assignments with this facility in scope. */
                facilityId?: components["schemas"]["FacilityId"];
                /** @description Only assignments in this status. */
                status?: components["schemas"]["TrainingAssignmentStatus"];
                /** @description Only assignments completed on this day (UTC) or later. */
                completedFrom?: components["schemas"]["Date"];
                /** @description Only assignments completed on this day (UTC) or earlier. */
                completedTo?: components["schemas"]["Date"];
            };
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assignments that match. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingAssignmentList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTrainingAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTrainingAssignmentRequest"];
            };
        };
        responses: {
            /** @description The assignment was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    /**
                     * @description Path of the new record.
                     * @example /training-assignments/ta_01kmqp6mhyftavmqdh371attrf
                     */
                    Location?: components["schemas"]["RecordPath"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingAssignment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportTrainingAssignments: {
        parameters: {
            query?: {
                /** @description Form of the file. The default is provisional. */
                format?: "csv" | "json";
                /** @description Only assignments in this status. */
                status?: components["schemas"]["TrainingAssignmentStatus"];
                /** @description Only assignments of this training module. */
                moduleId?: components["schemas"]["TrainingModuleId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Says that the answer is a file, and proposes a name for it.
                     * @example attachment; filename="training-assignments.csv"
                     */
                    "Content-Disposition": components["schemas"]["Attachment"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/json": components["schemas"]["TrainingAssignmentExportRow"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTrainingAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the training assignment. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["TrainingAssignmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assignment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingAssignment"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTrainingAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the training assignment. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["TrainingAssignmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assignment was deleted; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTrainingAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the training assignment. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["TrainingAssignmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTrainingAssignmentRequest"];
            };
        };
        responses: {
            /** @description The assignment as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingAssignment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    completeTrainingAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the training assignment. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["TrainingAssignmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteTrainingAssignmentRequest"];
            };
        };
        responses: {
            /** @description The completion as recorded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingCompletion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTrainingAssignmentFacilities: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the training assignment. An id of another form, or of another organization, is not found (404). */
                trainingAssignmentId: components["parameters"]["ParentTrainingAssignmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The facilities in scope. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FacilityReferenceList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    addFacilitiesToAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the training assignment. An id of another form, or of another organization, is not found (404). */
                trainingAssignmentId: components["parameters"]["ParentTrainingAssignmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddFacilitiesToAssignmentRequest"];
            };
        };
        responses: {
            /** @description All facilities in scope now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingAssignmentFacilities"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeFacilityFromAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the training assignment. An id of another form, or of another organization, is not found (404). */
                trainingAssignmentId: components["parameters"]["ParentTrainingAssignmentId"];
                /** @description Id of the facility. An id of another form, or of another organization, is not found (404). */
                facilityId: components["parameters"]["ParentFacilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The facility is out of scope; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTasks: {
        parameters: {
            query?: {
                /** @description Only tasks of this user. */
                assigneeId?: components["schemas"]["UserId"];
                /** @description Only tasks in this status. */
                status?: components["schemas"]["TaskStatus"];
                /** @description Only tasks due on this day or later. */
                dueFrom?: components["schemas"]["Date"];
                /** @description Only tasks due on this day or earlier. */
                dueTo?: components["schemas"]["Date"];
                /** @description Only tasks about this record. */
                relatedResourceId?: string;
                /** @description Only tasks about records of this kind. */
                relatedResourceType?: components["schemas"]["TaskRelatedResourceType"];
            };
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tasks that match. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTaskRequest"];
            };
        };
        responses: {
            /** @description The task was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    /**
                     * @description Path of the new record.
                     * @example /tasks/tsk_01kmqrdyg2edjb0tv87453e7rs
                     */
                    Location?: components["schemas"]["RecordPath"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    bulkCreateTasks: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkCreateTasksRequest"];
            };
        };
        responses: {
            /** @description The tasks were created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkCreatedTasks"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the task. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the task. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTaskRequest"];
            };
        };
        responses: {
            /** @description The task as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the task. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task was deleted; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTaskInstance: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the recurring task. An id of another form, or of another organization, is not found (404). */
                parentTaskId: components["parameters"]["ParentTaskId"];
                /** @description Day on which the instance is due. One on which the task has no instance, or another form, is not found (404). */
                dueDate: components["parameters"]["TaskDueDate"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTaskInstanceRequest"];
            };
        };
        responses: {
            /** @description The instance as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskInstance"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    reassignTasksFromCsm: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReassignTasksFromCsmRequest"];
            };
        };
        responses: {
            /** @description The tasks were reassigned. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskReassignment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    createEvidence: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEvidenceRequest"];
            };
        };
        responses: {
            /** @description The evidence was recorded. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    /**
                     * @description Path of the new record.
                     * @example /evidence/ev_01knvzryn1esmth5days10hkyq
                     */
                    Location?: components["schemas"]["RecordPath"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evidence"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvidenceById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the evidence record. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["EvidenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evidence"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteEvidence: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the evidence record. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["EvidenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The evidence was deleted; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvidenceByResource: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the record whose evidence is wanted. An id of another form, or of another organization, is not found (404). */
                resourceId: components["parameters"]["EvidenceResourceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All evidence of the record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPolicyDocuments: {
        parameters: {
            query?: {
                /** @description Only documents of this status. */
                status?: components["schemas"]["PolicyDocumentStatus"];
                /** @description The largest number of records in one answer. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the answer before, to go on from there. Opaque; good for one hour. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of documents. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocumentList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePolicyDocumentRequest"];
            };
        };
        responses: {
            /** @description The document was created as a draft. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    /**
                     * @description Path of the new record.
                     * @example /policy-documents/pd_01kzv649f8fc89etbxjb39s5zm/with-sections
                     */
                    Location?: components["schemas"]["RecordPath"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocument"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadPolicyDocumentFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadPolicyDocumentFileRequest"];
            };
        };
        responses: {
            /** @description The file was taken and is being processed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessingFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPolicyDocumentFromProcessed: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePolicyDocumentFromProcessedRequest"];
            };
        };
        responses: {
            /** @description The document was created as a draft. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    /**
                     * @description Path of the new record.
                     * @example /policy-documents/pd_01kzv7ynbbettb5hebbcv5f78c/with-sections
                     */
                    Location?: components["schemas"]["RecordPath"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocument"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProcessingFiles: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All files in the pipeline. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessingFileList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPolicyDocumentWithSections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the policy document. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["PolicyDocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocumentWithSections"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the policy document. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["PolicyDocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft was deleted; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the policy document. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["PolicyDocumentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePolicyDocumentRequest"];
            };
        };
        responses: {
            /** @description The document as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocument"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePolicyDocumentAssets: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the policy document. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["PolicyDocumentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePolicyDocumentAssetsRequest"];
            };
        };
        responses: {
            /** @description The supporting files as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocumentAssets"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    reorderDocumentSections: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the policy document. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["PolicyDocumentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReorderDocumentSectionsRequest"];
            };
        };
        responses: {
            /** @description The document in its new order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocumentWithSections"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitPolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the policy document. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["PolicyDocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document was submitted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocumentSubmission"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    approvePolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the policy document. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["PolicyDocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document was approved. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocumentApproval"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    revertPolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the policy document. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["PolicyDocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document is a draft again. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocument"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    logPdfExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the policy document. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["PolicyDocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export was recorded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocumentPdfExport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDocumentVersions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the policy document. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["PolicyDocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All versions of the document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocumentVersionList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLatestDocumentVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the policy document. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["PolicyDocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest version. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocumentVersion"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDocumentVersionByNumber: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the policy document. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["PolicyDocumentId"];
                /** @description Number of the version. One that the document does not have is not found (404). */
                versionNumber: components["parameters"]["VersionNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocumentVersion"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description The largest number of records in one answer. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the answer before, to go on from there. Opaque; good for one hour. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only users with this role. */
                role?: components["schemas"]["UserRole"];
            };
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserRequest"];
            };
        };
        responses: {
            /** @description The user was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    /**
                     * @description Path of the new record.
                     * @example /users/usr_01knhj5x65etjaaw6pkyjce7t6
                     */
                    Location?: components["schemas"]["RecordPath"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCurrentUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user behind the key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMyOrganizations: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organizations, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserOrganizationList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkAccess: {
        parameters: {
            query: {
                /** @description The permission to ask about. */
                permission: components["schemas"]["Permission"];
            };
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Yes or no. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessCheck"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the user. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the user. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user was deleted; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the user. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            /** @description The user as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description Only invitations with this status. */
                status?: components["schemas"]["InvitationStatus"];
            };
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvitationRequest"];
            };
        };
        responses: {
            /** @description The invitation was sent. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedInvitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    validateInvitation: {
        parameters: {
            query: {
                /** @description The token of the invitation link. */
                token: components["schemas"]["InvitationToken"];
            };
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the token is good. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationValidation"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitationRequest"];
            };
        };
        responses: {
            /** @description The account is active. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the invitation. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["InvitationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation was canceled; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    resendInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the invitation. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["InvitationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation was sent again. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedInvitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCurrentCipSeniorManager: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current assignment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CipSeniorManagerAssignment"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCipSeniorManagerAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCipSeniorManagerAssignmentRequest"];
            };
        };
        responses: {
            /** @description The assignment was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CipSeniorManagerAssignment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCipSeniorManagerAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the CIP Senior Manager assignment. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["CipSeniorManagerAssignmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCipSeniorManagerAssignmentRequest"];
            };
        };
        responses: {
            /** @description The assignment as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CipSeniorManagerAssignment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccessControls: {
        parameters: {
            query?: {
                /** @description The largest number of records in one answer. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the answer before, to go on from there. Opaque; good for one hour. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only items of this user. */
                userId?: components["schemas"]["UserId"];
                /** @description Only items for this resource. */
                resourceId?: string;
                /** @description Only items with this status. */
                status?: components["schemas"]["AccessControlStatus"];
            };
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of access control items. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessControlItemList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAccessControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAccessControlRequest"];
            };
        };
        responses: {
            /** @description The item was created; nothing is granted. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    /**
                     * @description Path of the new record.
                     * @example /access-control/ac_01kpngm9asfyav0aprnx0k04am
                     */
                    Location?: components["schemas"]["RecordPath"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessControlItem"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccessControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the access control item. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["AccessControlId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessControlItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAccessControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the access control item. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["AccessControlId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAccessControlRequest"];
            };
        };
        responses: {
            /** @description The item as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessControlItem"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAccessControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, nothing happens and the answer is 412 (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the access control item. An id of another form, or of another organization, is not found (404). */
                id: components["parameters"]["AccessControlId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item and its grant are gone; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUserApprovedAccessControlItemIds: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the user. An id of another form, or of another organization, is not found (404). */
                userId: components["parameters"]["ParentUserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ids of the active items. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessControlItemIdList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    grantRaptorComplyAccess: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the user. An id of another form, or of another organization, is not found (404). */
                userId: components["parameters"]["ParentUserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GrantAccessRequest"];
            };
        };
        responses: {
            /** @description The items, active now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAccess"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeRaptorComplyAccess: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, unique to this request (a UUID, say). A second call with the same key and body within 24 hours gets the first call's answer again and changes nothing, so that a call whose answer was lost can be repeated safely. A refusal is not kept: once its cause is gone, the same call is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the user. An id of another form, or of another organization, is not found (404). */
                userId: components["parameters"]["ParentUserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeAccessRequest"];
            };
        };
        responses: {
            /** @description The items, inactive now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAccess"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    listActivityLogs: {
        parameters: {
            query?: {
                /** @description The largest number of records in one answer. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the answer before, to go on from there. Opaque; good for one hour. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only entries of this day (UTC) and later ones. */
                from?: components["schemas"]["Date"];
                /** @description Only entries of this day (UTC) and earlier ones. */
                to?: components["schemas"]["Date"];
                /** @description Only entries with this actor: the id of a user or of an API key, or the account name of an operator. */
                actorId?: string;
                /** @description Only entries about resources of this kind. */
                resourceType?: components["schemas"]["ActivityResourceType"];
            };
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the activity log. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    getActivityLogsByEntity: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you hold, or `*`. When one of them is current the answer is 304 without a body (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The kind of the resource. */
                resourceType: components["schemas"]["ActivityResourceType"];
                /** @description Id of the resource, also of a deleted one. */
                resourceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole history of the resource. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogHistory"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
}
