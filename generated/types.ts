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
         * @description Returns every facility of your organization as one array. Use it to find the ids that cyber systems refer to. There are no filters and no pages. Send `If-None-Match` to poll at low cost.
         */
        get: operations["getFacilities"];
        put?: never;
        /**
         * Create a facility
         * @description Creates a facility, for example a substation or a generating plant, and returns it with its id. Use the id to create cyber systems at the facility. Returns 400 `validation_error` for a missing or malformed name, and for an unlisted field.
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
         * @description Returns one facility of your organization. Use it to resolve the `facility_id` of a cyber system. Returns 404 for an id that is not in your organization.
         */
        get: operations["getFacility"];
        put?: never;
        post?: never;
        /**
         * Delete a facility
         * @description Deletes a facility permanently, for example a site that was sold. Returns 409 while the facility has cyber systems: move them to another site or delete them first. With `If-Match`, returns 412 and keeps the facility when it has changed.
         */
        delete: operations["deleteFacility"];
        options?: never;
        head?: never;
        /**
         * Update a facility
         * @description Changes the name of a facility and returns the whole record. An empty object changes nothing. The id, which cyber systems refer to, stays unchanged. Returns 400 `validation_error` for null and unlisted fields. With `If-Match`, returns 412 when the record has changed.
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
         * @description Returns every control center of your organization as one array, without filters or pages. Use it to distinguish the systems of control centers from those of facilities. The array is empty for an organization without control centers.
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
         * @description Returns one control center of your organization. Use it to resolve the `control_center_id` of a cyber system. Returns 404 for an id that is not in your organization.
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
         * @description Returns every BES Cyber System of your organization as one array, each with its impact rating and its facility or control center. Use it to find the `cyber_system_id` for a new asset, and to match assets to sites.
         */
        get: operations["getCyberSystems"];
        put?: never;
        /**
         * Create a cyber system
         * @description Creates a BES Cyber System at one of your facilities or control centers, with the impact rating of your CIP-002 assessment. Assets of the system inherit its rating. Name exactly one site. Returns 400 `validation_error` for both or neither, and 400 `invalid_reference` for a site that is not in your organization.
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
         * @description Returns one BES Cyber System of your organization, with its impact rating and its facility or control center. Use it to read the rating that an asset inherits when you move it there. Returns 404 for an id that is not in your organization.
         */
        get: operations["getCyberSystem"];
        put?: never;
        post?: never;
        /**
         * Delete a cyber system
         * @description Deletes a BES Cyber System permanently. Returns 409 while the system has cyber assets: move them to another system or delete them first. With `If-Match`, returns 412 and keeps the system when it has changed.
         */
        delete: operations["deleteCyberSystem"];
        options?: never;
        head?: never;
        /**
         * Update a cyber system
         * @description Changes the supplied fields of a BES Cyber System and returns the whole record. An empty object changes nothing. A new `impact_rating` applies at once to every asset of the system, so record the CIP-002 assessment first. A `facility_id` or a `control_center_id` moves the system, with its assets, from its former site to that site. Returns 400 `validation_error` for both of them and for null and unlisted fields, and 400 `invalid_reference` for a site that is not in your organization. With `If-Match`, returns 412 when the record has changed.
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
         * @description Returns every cyber asset of your organization as one array, in order of creation, each with the impact rating of its system. There are no filters and no pages. To select the assets of one facility, match `cyber_system_id` to the systems of that facility. Poll with `If-None-Match`: an unchanged collection returns a small 304.
         */
        get: operations["getCyberAssets"];
        put?: never;
        /**
         * Create a cyber asset
         * @description Creates a cyber asset in one of your cyber systems and returns it with its id and its inherited impact rating. Send an `Idempotency-Key` so that you can retry safely after a lost response. Returns 409 for a name that is already taken in your organization, 400 `invalid_reference` for a cyber system that is not in your organization, and 400 `validation_error` for an unlisted field. One overview example shows `cyberSystemId`: the specified name is `cyber_system_id`.
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
         * @description Returns one cyber asset of your organization. Its `impact_rating` is the current rating of its system. Use it to read the `ETag` before a change with `If-Match`. Returns 404 for an id that is not in your organization.
         */
        get: operations["getCyberAsset"];
        put?: never;
        post?: never;
        /**
         * Delete a cyber asset
         * @description Deletes a cyber asset permanently. You cannot restore it. A second request returns 404. With `If-Match`, returns 412 and keeps the asset when it has changed.
         */
        delete: operations["deleteCyberAsset"];
        options?: never;
        head?: never;
        /**
         * Update a cyber asset
         * @description Changes the supplied fields of a cyber asset and returns the whole record. Omitted fields stay unchanged. A new `cyber_system_id` moves the asset, which then inherits the impact rating of that system. `updated_at` increases with every request that supplies a field. An empty object changes nothing. Returns 409 for a name that is already taken, 400 `invalid_reference` for a cyber system that is not in your organization, and 400 for null and unlisted fields. With `If-Match`, returns 412 when the record has changed.
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
         * @description Returns the BES Cyber Systems of one facility as one array, without filters or pages. Their `facility_id` is the id in the path. The array is empty for a facility without systems. Returns 404 for a facility that is not in your organization.
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
         * @description Returns the BES Cyber Systems of one control center as one array, without filters or pages. Their `control_center_id` is the id in the path. The array is empty for a control center without systems. Returns 404 for a control center that is not in your organization.
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
         * @description Returns a CSV file that contains only the header row of an import. Fill in one row for each asset, with `hardware` or `software` as its `asset_type`. Then send the file to the import of the cyber system that owns the assets.
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
         * @description Returns the cyber assets of one BES Cyber System as one array, without filters or pages. All have the impact rating of the system. The array is empty for a system without assets. Returns 404 for a system that is not in your organization.
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
         * @description Creates and updates cyber assets of one system from a CSV file of at most 10 MiB (otherwise 413). A row with a new name creates an asset. A row with the name of an asset of this system sets its `asset_type`, so you can import a file again without duplicates. Each row is independent: the response reports a rejected row with its line, and the other rows are imported. An import never moves or deletes an asset, and rejects a row whose name is taken in another system. The file needs the columns of the template. It may contain those of an export, where `cyber_system_id` must be this system and the other columns are ignored. Returns 400 `validation_error`, and changes nothing, for a file without the required columns, with unknown columns, or without a valid row. Returns 400 when the part is a plain field, and 415 for a media type other than `text/csv`.
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
         * @description Returns the cyber assets of all systems of one facility as one array, each with the impact rating of its system. There are no filters and no pages. Use it instead of matching assets to systems yourself, for example before a site inspection. The array is empty for a facility without assets. Returns 404 for a facility that is not in your organization.
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
         * @description Returns the high- and medium-impact cyber assets of one facility as a CSV file, with their systems, ratings and times. Use it for an auditor or a spreadsheet. The file is BES Cyber System Information (BCSI): store, send and dispose of it by your information protection program (CIP-011). Without such assets, the file contains only the header row. Returns 404 for a facility that is not in your organization.
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
         * @description Returns the low-impact cyber assets of one facility as a CSV file, with the columns of the export of the other ratings. CIP-002 requires no list of low-impact systems, so a file with only the header row is valid. Treat the file as confidential. Returns 404 for a facility that is not in your organization.
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
         * @description Returns the cyber assets of all systems of one control center as one array, each with the impact rating of its system. There are no filters and no pages. Use it instead of matching assets to systems yourself, for example before a site inspection. The array is empty for a control center without assets. Returns 404 for a control center that is not in your organization.
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
         * @description Returns the high- and medium-impact cyber assets of one control center as a CSV file, with their systems, ratings and times. Use it for an auditor or a spreadsheet. The file is BES Cyber System Information (BCSI): store, send and dispose of it by your information protection program (CIP-011). Without such assets, the file contains only the header row. Returns 404 for a control center that is not in your organization.
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
         * @description Returns the low-impact cyber assets of one control center as a CSV file, with the columns of the export of the other ratings. CIP-002 requires no list of low-impact systems, so a file with only the header row is valid. Treat the file as confidential. Returns 404 for a control center that is not in your organization.
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
         * @description Returns every training module of your organization, in order of creation. Use it to find the module of an assignment, or to check the coverage of the CIP-004 topics. There are no filters and no pages.
         */
        get: operations["getTrainingModules"];
        put?: never;
        /**
         * Create a training module
         * @description Creates a training module and returns it. The course stays in the learning management system. The module stores its address and its interval. Returns 400 for a malformed or unlisted field.
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
         * @description Returns one training module of your organization. Use it to resolve the `trainingModuleId` of an assignment. Returns 404 for an id that is not in your organization.
         */
        get: operations["getTrainingModule"];
        put?: never;
        post?: never;
        /**
         * Delete a training module
         * @description Deletes a training module permanently. Returns 409 while it has active assignments: complete or delete them first. Active means `assigned`, `in_progress` or `overdue`; this is provisional. A second request returns 404. With `If-Match`, returns 412 and keeps the module when it has changed.
         */
        delete: operations["deleteTrainingModule"];
        options?: never;
        head?: never;
        /**
         * Update a training module
         * @description Changes the supplied fields of a training module and returns the whole record. Omitted fields stay unchanged. A new interval does not change the due dates of existing assignments. Returns 400 for null and unlisted fields. With `If-Match`, returns 412 when the module has changed.
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
         * @description Returns the training assignments of your organization that match all given filters, in order of creation. Use it to find late trainees before a due date passes. An unknown id in a filter matches nothing. Returns 400 for a malformed id, and for a range that starts after its end.
         */
        get: operations["getTrainingAssignments"];
        put?: never;
        /**
         * Assign a training module
         * @description Assigns a training module to a user and returns the assignment. Its status is `assigned`, its `completedAt` is null, and it has no facilities. Returns 400 `invalid_reference` for a user or a module that is not in your organization, and 400 for an unlisted field.
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
         * @description Returns the training assignments of your organization that match all given filters as a file, in order of creation. Use it as evidence of training for an audit. `format` selects CSV, in UTF-8 with a header row, or JSON, an array with the same fields. The server ignores the `Accept` header here. A filter that matches nothing returns a file without rows.
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
         * @description Returns one training assignment of your organization with the facilities in its scope and its completion, if any. Use it to show an auditor the trainee, the time and the sites of a training. Returns 404 for an id that is not in your organization.
         */
        get: operations["getTrainingAssignment"];
        put?: never;
        post?: never;
        /**
         * Delete a training assignment
         * @description Deletes a training assignment and its completion permanently, in any status. First export the records that an audit may require: keep training records for three calendar years. A second request returns 404. With `If-Match`, returns 412 and keeps the assignment when it has changed.
         */
        delete: operations["deleteTrainingAssignment"];
        options?: never;
        head?: never;
        /**
         * Update a training assignment
         * @description Changes the due date or the module of a training assignment and returns the whole record. Omitted fields stay unchanged. When the new due date has not passed, an overdue assignment returns to `assigned`, or to `in_progress` if the trainee has started. Returns 400 `invalid_reference` for a module that is not in your organization, 400 for null and unlisted fields, and 409 for an assignment that is `complete` or `waived`. With `If-Match`, returns 412 when the assignment has changed.
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
         * @description Records the completion of the module, and moves the assignment to `complete` from any status, including `overdue` and `waived`. It stores the time of completion, the user behind the API key, and the score and certificate if you send them. A second request replaces the completion, so that you can correct a mistake; this is provisional. Returns 400 for a missing `completedAt` and for an unlisted field.
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
         * @description Returns the facilities in scope of a training assignment, in the order of their addition. Use it to see the sites for which the training counts. There are no pages. A new assignment has none.
         */
        get: operations["getTrainingAssignmentFacilities"];
        put?: never;
        /**
         * Add facilities to an assignment
         * @description Adds facilities to the scope of a training assignment and returns all facilities in scope. Facilities already in scope stay. The operation adds all facilities or none. Returns 400 `invalid_reference` for an id that is not in your organization.
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
         * @description Removes a facility from the scope of a training assignment. The facility itself and the others in scope stay. Returns 404 for a facility that is not in scope. `If-Match` takes the `ETag` of the list of facilities; returns 412 when the list has changed.
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
         * @description Returns the tasks of your organization that match all given filters, in order of creation. A recurring task appears once, as the parent that holds the schedule. An unknown id in a filter matches nothing. Returns 400 for a malformed id, and for a range that starts after its end.
         */
        get: operations["getTasks"];
        put?: never;
        /**
         * Create a task
         * @description Creates a task with status `open` and returns it. With a `recurrence` it becomes the parent of instances, and `dueDate` is the due date of the first one. Returns 400 `invalid_reference` for an assignee or a related resource that is not in your organization. Returns 400 for a recurrence without a due date, an incomplete related resource, and an unlisted field.
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
         * @description Creates up to 100 tasks in one request, each with status `open`. It returns their number and their ids in the order of the request. The operation creates all tasks or none. Returns 400 for a faulty task, with its position and field in `details`, for example `tasks.3.dueDate`.
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
         * @description Returns one task of your organization. For a recurring task it returns the parent, which holds the schedule. Use it before an update, which replaces all editable fields. Returns 404 for an id that is not in your organization.
         */
        get: operations["getTask"];
        /**
         * Replace a task
         * @description Replaces all editable fields of a task and returns the whole record. It clears omitted optional fields, so send every value that you want to keep. For a recurring task it changes the schedule, but not the completed instances. Returns 400 `invalid_reference` for an assignee or a related resource that is not in your organization, 400 for unlisted fields, and 409 for a status that the current one does not allow. With `If-Match`, returns 412 when the task has changed.
         */
        put: operations["updateTask"];
        post?: never;
        /**
         * Delete a task
         * @description Deletes a task permanently. For a recurring task it also deletes all instances, including completed ones. To keep the record, set the status to `cancelled` instead. A second request returns 404. With `If-Match`, returns 412 and keeps the task when it has changed.
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
         * @description Sets the status, completion time and notes of one instance of a recurring task. The task and the due date identify the instance. The schedule and the other instances stay unchanged. Returns 404 for a task that does not recur or a day without an instance, 400 for a completion time without status `complete`, and 409 for a status that the current one does not allow. With `If-Match`, returns 412 when the instance has changed.
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
         * @description Moves every `open`, `in_progress` or `overdue` task of a current or former CIP Senior Manager to another user, and returns their number. Use it when the designation changes, or to delegate the work. Tasks that are `complete` or `cancelled` keep their assignee. Returns 400 `invalid_reference` for a user who is not in your organization, 400 for the same user twice, and 409 for a `fromUserId` that was never CIP Senior Manager.
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
         * @description Records one artifact as evidence for a cyber asset, a task, a policy document, a training assignment or an access control item, and returns the record. A `file` requires `fileId`, a `note` requires `noteText`, a `link` requires `url`. You cannot change the record later: delete it and record another. Returns 400 `validation_error` for a field of another type, and 400 `invalid_reference` for a record or a file that is not in your organization.
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
         * @description Returns one evidence record of your organization. Its contents never change, so your copy stays valid until the record is deleted (404).
         */
        get: operations["getEvidenceById"];
        put?: never;
        post?: never;
        /**
         * Delete an evidence record
         * @description Deletes an evidence record permanently. Use it as the first half of a correction, or for a record created by mistake. The supported record stays unchanged. A second request returns 404. Check your retention period before you delete evidence.
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
         * @description Returns all evidence for one record, in order of creation, on one page. Use it to show an auditor the evidence for a completed task. The list is empty for a record without evidence. Returns 404 for a record that is not in your organization.
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
         * @description Returns the policy documents of your organization in order of creation, one page at a time, without their sections. Continue with `nextCursor` until it is absent. `status` selects, for example, the documents that wait for approval. Returns 400 `validation_error` for a `cursor` that this operation did not return, or that is older than one hour.
         */
        get: operations["listPolicyDocuments"];
        put?: never;
        /**
         * Create a policy document
         * @description Creates an empty policy document as a `draft` and returns it. To start from an existing PDF or DOCX, upload the file and create the document from it instead. Returns 400 `invalid_reference` for an owner or a document type that is not in your organization.
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
         * @description Accepts a PDF or DOCX file of at most 25 MiB as the part `file` of a multipart form, and returns a processing file at once. The service then splits its content into sections. Poll the list of processing files, and create a document when the file is `processed`. Returns 413 for a larger file, 415 for a part of another media type or another encoding of the body, and 400 `validation_error` for a form without the part, with other parts, or with the part as a plain field.
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
         * @description Creates a policy document from a processed file: a `draft` with the sections of the file. The file then leaves the list of processing files. Returns 409 for a file that is still processing, has failed or is already a document. Returns 400 `invalid_reference` for a file, an owner or a document type that is not in your organization.
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
         * @description Returns the uploaded files that are not yet policy documents, in order of upload: processing, processed, and failed files with the reason. Poll it after an upload, with `If-None-Match`.
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
         * @description Returns one policy document with its sections in display order and its supporting files, in any status. For the approved text, which later edits do not change, read a version.
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
         * @description Deletes a draft permanently, with its sections. Returns 409 for a submitted or approved document. A second request returns 404. With `If-Match`, returns 412 and keeps the draft when it has changed.
         */
        delete: operations["deletePolicyDocument"];
        options?: never;
        head?: never;
        /**
         * Update a policy document
         * @description Changes the supplied fields of a draft, for example its title, description, owner or review date, and returns the document. Omitted fields stay unchanged. An empty object changes nothing. Revert an approved document first. Returns 409 for a submitted or approved document, and 400 `invalid_reference` for an owner who is not in your organization. With `If-Match`, returns 412 when the document has changed.
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
         * @description Attaches uploaded files to a draft, detaches others, or both, and returns all attached files. The operation makes the whole change or none of it. Returns 409 for a submitted or approved document, 400 `invalid_reference` for a file that is not in your organization or not attached, and 400 `validation_error` for the same file in both lists.
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
         * @description Changes the display order of the sections of a draft and returns the document. List every section once. Returns 409 for a submitted or approved document, 400 `validation_error` for a missing section, and 400 `invalid_reference` for an id that is not a section of this document.
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
         * @description Moves a policy document from `draft` to `submitted`, records the submitter and the time, and locks it against changes until its approval. Returns 409 for a document that is not a draft.
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
         * @description Moves a policy document from `submitted` to `approved`, records the approver and the time, and creates an immutable version with the next number. For the policies of CIP-003 R1 the approver is the CIP Senior Manager. Returns 409 for a document that is not submitted, and for a caller who is not a designated approver. The second status is provisional.
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
         * @description Moves a policy document from `approved` to `draft`, so that you can edit, submit and approve it again. Its versions stay unchanged. Use it to start a revision. Returns 409 for a document that is not approved.
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
         * @description Records in the audit trail that the caller exported the document as PDF, with the time. Send it for each copy that leaves the system. It creates no PDF, and the status of the document stays unchanged.
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
         * @description Returns every approved version of a policy document, latest first, on one page. Use it to show an auditor the text in force at any time. The list is empty for a document without an approval. The versions belong to the document and say nothing about versions of the API.
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
         * @description Returns the version that the last approval of a policy document created. This text is in force, even while a revision is in progress. Returns 404 for a document without an approval.
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
         * @description Returns one approved version of a policy document by its number. Use it to show the text that was in force before a revision. Its contents never change.
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
         * @description Returns the users of your organization, people and integration accounts, in order of creation, one page at a time. Use it to resolve user ids to names and to review roles. The list contains no deleted users and no users with a pending invitation.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Creates an active account at once, without an invitation, and returns it. Use it for integration accounts, and for people whose identity you have checked. To let people enter their own profile, invite them. The account can read no record that access control protects until you grant access. Returns 409 for an e-mail address that another user has.
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
         * @description Returns the profile of the user behind the API key. Use it to check the identity of a program before it writes data.
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
         * @description Returns the organizations of the user behind the API key, each with the user's role. Use it to let a user select an organization. The key itself gives access to one organization only.
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
         * @description Returns whether the user behind the API key has one permission in the organization. Use it before you show or start a function that requires the permission. The result is valid at this moment and grants nothing. Returns 400 for an unknown permission.
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
         * @description Returns one user of your organization. Returns 404 for a deleted user, although other records keep the id.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description Deletes a user and revokes all access of the user. The next check of a permission denies. Use it when a person leaves: remove access within 24 hours of a termination (CIP-004-7, R5). Tasks and assignments keep the id, so reassign them first. The activity log keeps it too. Returns 409 for the last `organization_admin`. A second request returns 404.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Update a user
         * @description Changes the supplied fields of a user (role, name or contact data) and returns the whole record. Omitted fields stay unchanged. A new role applies from the next request. Returns 409 for an e-mail address that another user has, and for a change of role of the last `organization_admin`.
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
         * @description Returns the pending and the accepted invitations of your organization, in order of creation. A pending invitation after its `expiresAt` stays in the list, and you can resend it. The list contains no canceled invitations and no tokens.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person
         * @description Sends an invitation to an e-mail address and returns it. Only administrators may use it. The link contains a token that is valid for 14 days. Where you may deliver the link yourself, this response contains the token once. Returns 409 for an address that a user or a pending invitation already has. To send a pending invitation again, resend it.
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
         * @description Returns whether a token belongs to an invitation that is pending and not expired, and its addressee. Use it when the link is opened, before you show the profile form. Send the token in `Invitation-Token`. It changes nothing. Every other token returns the same `valid: false`, which prevents guessing of tokens.
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
         * @description Activates the account of the invited user with the supplied profile and returns the user, with the e-mail address and the role of the invitation. The invitation becomes `accepted`, and its token becomes invalid. Returns 400 `invalid_reference` for a token without an invitation, for example after a cancellation or a resend. Returns 409 for an invitation that has expired or is already accepted.
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
         * @description Cancels a pending invitation. Its link becomes invalid at once, and the list no longer contains it. Returns 409 for an accepted invitation: delete the user instead. A second request returns 404.
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
         * @description Sends the e-mail of a pending invitation again with a new token and returns the invitation. The token is valid for 14 days (provisional). The earlier link becomes invalid. Use it when the e-mail was lost or the invitation has expired. Returns 409 for an accepted invitation.
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
         * @description Returns the current assignment with the designated user and the effective date. Use it for an audit, or to find the approver of policies and of the list of systems. Returns 404 when no assignment is in effect today.
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
         * @description Designates the first CIP Senior Manager, or replaces the current one. The previous assignment ends on the day before the new one takes effect, and remains as a record. Document a change within 30 calendar days (CIP-003-9, R3). Tasks stay with the previous manager until you reassign them. Returns 400 `invalid_reference` for a user who is not in your organization. Returns 409 for the user who is already designated, and for an effective date that is not after that of the current assignment.
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
         * @description Corrects the effective date or the notes of an assignment and returns the whole record. Omitted fields stay unchanged. When the date moves, the end of the previous assignment moves with it. The designated user stays: to change the user, create a new assignment. Returns 409 for an effective date that is not between those of the previous and the next assignment.
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
         * @description Returns the access control items of your organization in order of creation, one page at a time, active and inactive. Use it for the quarterly verification of authorizations (CIP-004-7, R4). A filter that matches nothing returns an empty page.
         */
        get: operations["listAccessControls"];
        put?: never;
        /**
         * Create an access control item
         * @description Defines the access level of a user to a resource and returns the item. The new item is `inactive` and gives no access. To give access, grant the item. Returns 400 `invalid_reference` for a user or a resource that is not in your organization, and 409 for a second item with the same user and resource. Replace the first item instead.
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
         * @description Returns one access control item with its status and its last grant and revocation. For the earlier history, read the activity of the item.
         */
        get: operations["getAccessControl"];
        /**
         * Replace an access control item
         * @description Replaces the whole definition of an item and returns it. An omitted `justification` becomes null. A grant stays valid while user, resource and level stay the same. When one of them changes, the item becomes `inactive`, and you must grant the new definition again. Returns 400 `invalid_reference` for a user or a resource that is not in your organization, and 409 when another item has this user and resource.
         */
        put: operations["updateAccessControl"];
        post?: never;
        /**
         * Delete an access control item
         * @description Deletes an item and its grant permanently. Later checks deny the access. To remove access and keep the item as a record, revoke it instead. A second request returns 404.
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
         * @description Returns the ids of the active access control items of one user, in order of creation. Use it to see the current access of a user, and what to revoke when the user leaves. The list contains no inactive items. It is empty for a user without access.
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
         * @description Grants a user the access that the named items define. The items become `active`, and the next check allows the access. The operation grants all items or none. An item that is already active stays unchanged, with its `grantedAt`; both rules are provisional. Grant access after its authorization by need (CIP-004-7, R4). Returns 400 `invalid_reference` for an id that is not an item of this user.
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
         * @description Revokes the access that the named items define. The items become `inactive` and remain as a record. The operation revokes all items or none. An item that is already inactive stays unchanged; both rules are provisional. An open session may continue, but its next request is denied. Returns 400 `invalid_reference` for an id that is not an item of this user.
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
         * @description Returns the activity log of your organization, newest first, one page at a time. It covers created, changed and deleted records, accounts, accepted invitations, roles, grants and revocations, the life cycle of policy documents and their PDF exports, training, and sign-ins. Use it to show an auditor each change with its actor and time. Filters combine. A filter that matches nothing returns an empty page. Returns 400 for a `from` after `to`. For one resource, read its own history instead.
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
         * @description Returns every entry about one resource, oldest first, in one response. Use it to see how a record developed. The history remains after the resource is deleted. Returns 404 for an unknown kind of resource, and for an id that was never in your organization.
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
        /** @description One fault of a request. */
        ErrorDetail: {
            /** @description The faulty field of the body (`tasks.0.title` for a nested one) or parameter; `body` for the whole body. */
            field: string;
            /** @description The fault. Read it after the name of the field. */
            message: string;
        };
        /** @description The body of every error. */
        Error: {
            /**
             * @description Stable code of the error, for programs. Each code belongs to one status.
             * @enum {string}
             */
            error: "validation_error" | "invalid_json" | "invalid_reference" | "bad_request" | "unauthorized" | "https_required" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "precondition_failed" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "expectation_failed" | "idempotency_mismatch" | "rate_limited" | "headers_too_large" | "internal_error" | "not_implemented" | "unavailable";
            /** @description The fault and its remedy, in sentences for people. The wording may change. */
            message: string;
            /** @description The faulty fields or parameters, if any. */
            details?: components["schemas"]["ErrorDetail"][];
        };
        /**
         * @description Id of a facility. It never changes. The text after the prefix is opaque.
         * @example fac_01k808vjcneks9f5c457w3x0x2
         */
        FacilityId: string;
        /** @description Name of the record, for people. */
        RecordName: string;
        /**
         * @description Slug of the organization that owns the record. Clients must tolerate its absence.
         * @example cedar-valley
         */
        OrganizationSlug: string;
        /** @description A NERC-registered site, for example a substation, a generating plant or a transmission station. */
        Facility: {
            id: components["schemas"]["FacilityId"];
            name: components["schemas"]["RecordName"];
            organization_slug?: components["schemas"]["OrganizationSlug"];
        };
        /**
         * Format: visible-text
         * @description Name of the record, from 1 to 255 characters. It contains no control, formatting (bidirectional, zero-width), line-breaking, invisible or unpaired surrogate characters, and no white space at its start or end. The server stores it unchanged.
         */
        RecordNameInput: string;
        /** @description A facility to create. The requirement of `name` is provisional. */
        CreateFacilityRequest: {
            name: components["schemas"]["RecordNameInput"];
        };
        /** @description Path of a record, relative to the server. */
        RecordPath: string;
        ConflictError: components["schemas"]["Error"] & {
            /** @enum {string} */
            error?: "conflict";
        };
        /** @description The fields to change. Omitted fields stay unchanged. An empty object changes nothing. */
        UpdateFacilityRequest: {
            name?: components["schemas"]["RecordNameInput"];
        };
        /**
         * @description Id of a control center. The text after the prefix is opaque.
         * @example cc_01k7gxnap1f0gta20br5ty536r
         */
        ControlCenterId: string;
        /** @description A control center, which monitors and controls sites. */
        ControlCenter: {
            id: components["schemas"]["ControlCenterId"];
            name: components["schemas"]["RecordName"];
            organization_slug?: components["schemas"]["OrganizationSlug"];
        };
        /**
         * @description Id of a cyber system. The text after the prefix is opaque.
         * @example cs_01k9key4fteaess0fz2tt06azn
         */
        CyberSystemId: string;
        /**
         * @description Impact rating of a BES Cyber System according to CIP-002, Attachment 1.
         * @enum {string}
         */
        ImpactRating: "high" | "medium" | "low";
        /** @description A BES Cyber System. It belongs either to a facility or to a control center: it has exactly one of `facility_id` and `control_center_id`. */
        CyberSystem: {
            id: components["schemas"]["CyberSystemId"];
            name: components["schemas"]["RecordName"];
            impact_rating: components["schemas"]["ImpactRating"];
            facility_id?: components["schemas"]["FacilityId"];
            control_center_id?: components["schemas"]["ControlCenterId"];
            organization_slug?: components["schemas"]["OrganizationSlug"];
        } & (unknown | unknown);
        /** @description A cyber system to create, with exactly one of `facility_id` and `control_center_id`. The requirement of `name` and `impact_rating` is provisional. */
        CreateCyberSystemRequest: {
            name: components["schemas"]["RecordNameInput"];
            impact_rating: components["schemas"]["ImpactRating"];
            /** @description Id of a facility of your organization (prefix `fac_`). An unknown id returns 400 `invalid_reference`. */
            facility_id?: components["schemas"]["FacilityId"];
            /** @description Id of a control center of your organization (prefix `cc_`). An unknown id returns 400 `invalid_reference`. */
            control_center_id?: components["schemas"]["ControlCenterId"];
        } & (unknown | unknown);
        /** @description The fields to change, with at most one of `facility_id` and `control_center_id`. Omitted fields stay unchanged. An empty object changes nothing. */
        UpdateCyberSystemRequest: {
            name?: components["schemas"]["RecordNameInput"];
            impact_rating?: components["schemas"]["ImpactRating"];
            /** @description Id of a facility of your organization (prefix `fac_`). An unknown id returns 400 `invalid_reference`. */
            facility_id?: components["schemas"]["FacilityId"];
            /** @description Id of a control center of your organization (prefix `cc_`). An unknown id returns 400 `invalid_reference`. */
            control_center_id?: components["schemas"]["ControlCenterId"];
        };
        /**
         * @description Id of a cyber asset. The service assigns it at creation. The text after the prefix is opaque.
         * @example ca_01kbs4t885enxtxcxapjygarsc
         */
        CyberAssetId: string;
        /**
         * @description `hardware`: a physical device, for example an RTU, a PLC, an HMI, a relay or a switch. `software`: an application or an operating system that belongs to a cyber system.
         * @enum {string}
         */
        AssetType: "hardware" | "software";
        /**
         * Format: date-time
         * @description A time in UTC with milliseconds (ISO 8601).
         * @example 2026-01-31T08:15:30.123Z
         */
        Timestamp: string;
        /** @description A cyber asset: a device or a piece of software that belongs to one cyber system and inherits its impact rating. */
        CyberAsset: {
            id: components["schemas"]["CyberAssetId"];
            /** @description Name of the asset, for example its hostname, unchanged since it was supplied. It is unique in the organization. */
            name: string;
            cyber_system_id: components["schemas"]["CyberSystemId"];
            asset_type: components["schemas"]["AssetType"];
            impact_rating: components["schemas"]["ImpactRating"];
            /** @description When the asset was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Time of the last request that supplied a field; at first the time of the creation. */
            updated_at: components["schemas"]["Timestamp"];
            organization_slug?: components["schemas"]["OrganizationSlug"];
        };
        /**
         * Format: visible-text
         * @description Name or hostname of the asset, from 1 to 255 characters. It contains no control, formatting (bidirectional, zero-width), line-breaking, invisible or unpaired surrogate characters, and no white space at its start or end. It is unique in the organization; upper and lower case and the Unicode compositions of one name count as equal. The server stores it unchanged.
         */
        AssetName: string;
        /** @description A cyber asset to create. */
        CreateCyberAssetRequest: {
            name: components["schemas"]["AssetName"];
            /** @description Id of a cyber system of your organization (prefix `cs_`). The asset inherits its impact rating. An unknown id returns 400 `invalid_reference`. */
            cyber_system_id: components["schemas"]["CyberSystemId"];
            asset_type: components["schemas"]["AssetType"];
        };
        /** @description The fields to change. Omitted fields stay unchanged. An empty object changes nothing. */
        UpdateCyberAssetRequest: {
            name?: components["schemas"]["AssetName"];
            /** @description Id of a cyber system of your organization (prefix `cs_`). The asset inherits its impact rating. An unknown id returns 400 `invalid_reference`. */
            cyber_system_id?: components["schemas"]["CyberSystemId"];
            asset_type?: components["schemas"]["AssetType"];
        };
        /** @description `attachment`, because the response is a file, with a proposed file name. */
        Attachment: string;
        /** @description CSV (RFC 4180) in UTF-8 with the header row of an import, `name` and `asset_type`, each quoted. */
        CyberAssetImportTemplate: string;
        /** @description The file to import, as one part of a form. The name and the maximum size of the part are provisional. */
        ImportCyberAssetsRequest: {
            /**
             * Format: binary
             * @description CSV (RFC 4180) in UTF-8, 10 MiB at most, in a part with a file name and a media type. The header row contains at least `name` and `asset_type`. Each further row is one asset.
             */
            file: string;
        };
        /** @description The reason for the rejection of one row. */
        CyberAssetImportError: {
            /**
             * Format: int32
             * @description Line of the file on which the row starts. The header row is line 1.
             */
            line: number;
            /** @description The faulty column; `row` for the whole row. */
            field: string;
            /** @description The fault. Read it after the name of the column. */
            message: string;
        };
        /** @description The result of an import. The four counts add up to the number of rows in the file. */
        CyberAssetImportResult: {
            /**
             * Format: int32
             * @description Rows that created an asset.
             */
            created: number;
            /**
             * Format: int32
             * @description Rows that changed an asset of the system.
             */
            updated: number;
            /**
             * Format: int32
             * @description Rows that matched an asset without a change.
             */
            unchanged: number;
            /**
             * Format: int32
             * @description Rejected rows.
             */
            refused: number;
            /** @description Reasons for rejections, in order of lines; 1,000 at most. */
            errors: components["schemas"]["CyberAssetImportError"][];
        };
        /** @description CSV (RFC 4180) in UTF-8 with a header row and one row for each asset. The columns are `id`, `name`, `asset_type`, `cyber_system_id`, `cyber_system_name`, `impact_rating`, then `facility_id` and `facility_name` or `control_center_id` and `control_center_name`, then `created_at` and `updated_at`. New columns may be added at the end. Every cell is quoted. An apostrophe precedes `=`, `+`, `-` and `@` at the start of a cell and after a separator in it, so that no spreadsheet runs the cell as a formula. */
        CyberAssetExport: string;
        /**
         * @description Id of a training module. The text after the prefix is opaque.
         * @example tm_01kjx907crea69mbm1gxebqr81
         */
        TrainingModuleId: string;
        /** @description A course for assignments, with its CIP standard. Optional fields without a value are absent. */
        TrainingModule: {
            id: components["schemas"]["TrainingModuleId"];
            /** @description Name of the course. */
            title: string;
            /** @description The contents and the audience of the course. */
            description?: string;
            /** @description The CIP standard that requires the training, for example `CIP-004-7`. */
            cipStandard?: string;
            /**
             * Format: int32
             * @description Days until the training is due again. CIP-004 requires it every 15 calendar months; 450 days stay within that.
             */
            completionIntervalDays?: number;
            /**
             * Format: uri
             * @description URL of the course in the learning management system.
             */
            externalModuleUrl?: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /**
         * Format: int32
         * @description Total number of matching records.
         * @example 2
         */
        Total: number;
        /** @description The matching training modules, in order of creation. */
        TrainingModuleList: {
            /** @description The records. */
            data: components["schemas"]["TrainingModule"][];
            total: components["schemas"]["Total"];
        };
        /** @description A training module to create. The requirement of `title` alone and the bounds of `completionIntervalDays` are provisional. */
        CreateTrainingModuleRequest: {
            /** @description Name of the course. */
            title: string;
            /** @description The contents and the audience of the course. */
            description?: string;
            /** @description The CIP standard that requires the training, for example `CIP-004-7`. */
            cipStandard?: string;
            /**
             * Format: int32
             * @description Days until the training is due again. CIP-004 requires it every 15 calendar months; 450 days stay within that.
             */
            completionIntervalDays?: number;
            /**
             * Format: uri
             * @description URL of the course in the learning management system.
             */
            externalModuleUrl?: string;
        };
        /** @description The fields to change, all optional. Omitted fields stay unchanged. An empty object changes nothing. */
        UpdateTrainingModuleRequest: {
            /** @description Name of the course. */
            title?: string;
            /** @description The contents and the audience of the course. */
            description?: string;
            /** @description The CIP standard that requires the training, for example `CIP-004-7`. */
            cipStandard?: string;
            /**
             * Format: int32
             * @description Days until the training is due again. CIP-004 requires it every 15 calendar months; 450 days stay within that.
             */
            completionIntervalDays?: number;
            /**
             * Format: uri
             * @description URL of the course in the learning management system.
             */
            externalModuleUrl?: string;
        };
        /**
         * @description Id of a user. The text after the prefix is opaque.
         * @example usr_01k4r1b0wxfe5vd0pm9kqhxkhr
         */
        UserId: string;
        /**
         * @description Status of an assignment. `assigned`: created and not completed; the first status. `in_progress`: the trainee has started. `complete`: done and recorded. `overdue`: not done by the due date. `waived`: an authorized approver has released the trainee. Recording a completion changes each of these to `complete`. The platform makes the other changes. A `complete` or `waived` assignment rejects other changes with 409, which is provisional.
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
         * @description Id of a training assignment. The text after the prefix is opaque.
         * @example ta_01kjxaphs7e4xab3q4y81kst53
         */
        TrainingAssignmentId: string;
        /** @description A facility by id and name. */
        FacilityReference: {
            id: components["schemas"]["FacilityId"];
            name: components["schemas"]["RecordName"];
        };
        /**
         * Format: int32
         * @description Test result in percent. The range is provisional.
         * @example 92
         */
        TrainingScore: number;
        /** @description A training module that one person must complete, with an optional due date. `dueDate` and `notes` are absent when not given. `score` and `certificateReference` are absent before a completion supplies them. */
        TrainingAssignment: {
            id: components["schemas"]["TrainingAssignmentId"];
            /** @description The trainee. */
            userId: components["schemas"]["UserId"];
            trainingModuleId: components["schemas"]["TrainingModuleId"];
            status: components["schemas"]["TrainingAssignmentStatus"];
            /** @description Last day for a completion in time. */
            dueDate?: components["schemas"]["Date"];
            /** @description Time of the completion; null before. */
            completedAt: components["schemas"]["Timestamp"] | null;
            /** @description The user who recorded the completion; absent before. */
            completedBy?: components["schemas"]["UserId"];
            /** @description Remarks for people. */
            notes?: string;
            /** @description Facilities that the training gives access to; empty at first. */
            facilities: components["schemas"]["FacilityReference"][];
            score?: components["schemas"]["TrainingScore"];
            /** @description Number or name of the certificate in the learning management system. */
            certificateReference?: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description The matching training assignments, in order of creation. */
        TrainingAssignmentList: {
            /** @description The records. */
            data: components["schemas"]["TrainingAssignment"][];
            total: components["schemas"]["Total"];
        };
        /** @description A training assignment to create. The requirement of `userId` and `trainingModuleId` alone is provisional. */
        CreateTrainingAssignmentRequest: {
            /** @description Id of a user of your organization (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
            userId: components["schemas"]["UserId"];
            /** @description Id of a training module of your organization (prefix `tm_`). An unknown id returns 400 `invalid_reference`. */
            trainingModuleId: components["schemas"]["TrainingModuleId"];
            /** @description Last day for a completion in time. Without it the assignment never becomes `overdue`. */
            dueDate?: components["schemas"]["Date"];
            /** @description Remarks for people. */
            notes?: string;
        };
        /** @description One assignment of an export, with the names that an auditor needs beside the ids. The columns of the CSV file have the same names and order. */
        TrainingAssignmentExportRow: {
            id: components["schemas"]["TrainingAssignmentId"];
            /** @description The trainee. */
            userId: components["schemas"]["UserId"];
            /** @description Name of the trainee; empty for a deleted user. */
            userName: string;
            trainingModuleId: components["schemas"]["TrainingModuleId"];
            /** @description Name of the course; empty for a deleted module. */
            trainingModuleTitle: string;
            /** @description The CIP standard that requires the training, for example `CIP-004-7`. */
            cipStandard?: string;
            status: components["schemas"]["TrainingAssignmentStatus"];
            dueDate?: components["schemas"]["Date"];
            /** @description Time of the completion; null before. */
            completedAt: components["schemas"]["Timestamp"] | null;
            score?: components["schemas"]["TrainingScore"];
            /** @description Number or name of the certificate in the learning management system. */
            certificateReference?: string;
            /** @description Facilities that the training gives access to. In CSV, their names separated by semicolons. */
            facilities: components["schemas"]["FacilityReference"][];
            /** @description Remarks for people. */
            notes?: string;
        };
        /** @description The fields to change, all optional. Omitted fields stay unchanged. An empty object changes nothing. */
        UpdateTrainingAssignmentRequest: {
            /** @description Last day for a completion in time. */
            dueDate?: components["schemas"]["Date"];
            /** @description Id of a training module of your organization (prefix `tm_`). An unknown id returns 400 `invalid_reference`. */
            trainingModuleId?: components["schemas"]["TrainingModuleId"];
        };
        /**
         * Format: date-time
         * @description A time in UTC (ISO 8601), with or without a fraction of a second. Responses show milliseconds.
         * @example 2026-01-31T08:15:30Z
         */
        Moment: string;
        /** @description The details of the completion. */
        CompleteTrainingAssignmentRequest: {
            /** @description Time at which the trainee finished, which may be before this request. */
            completedAt: components["schemas"]["Moment"];
            score?: components["schemas"]["TrainingScore"];
            /** @description Number or name of the certificate in the learning management system. */
            certificateReference?: string;
        };
        /** @description The completion of an assignment. `score` and `certificateReference` are absent when not given. */
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
            /** @description Last day for a completion in time; absent for an assignment without a due date. */
            dueDate?: components["schemas"]["Date"];
            completedAt: components["schemas"]["Timestamp"];
            score?: components["schemas"]["TrainingScore"];
            /** @description Number or name of the certificate in the learning management system. */
            certificateReference?: string;
        };
        /** @description The facilities in scope, in the order of their addition. */
        FacilityReferenceList: {
            /** @description The records. */
            data: components["schemas"]["FacilityReference"][];
            total: components["schemas"]["Total"];
        };
        /** @description The facilities to add to the scope. The requirement and the bounds of `facilityIds` are provisional. */
        AddFacilitiesToAssignmentRequest: {
            /** @description Ids of facilities of your organization. Facilities already in scope stay. */
            facilityIds: components["schemas"]["FacilityId"][];
        };
        /** @description A training assignment and all facilities in its scope. */
        TrainingAssignmentFacilities: {
            trainingAssignmentId: components["schemas"]["TrainingAssignmentId"];
            /** @description The facilities in scope, in the order of their addition. */
            facilities: components["schemas"]["FacilityReference"][];
        };
        /**
         * @description Status of a task. `open`: the status of every new task. `in_progress`: work has started. `complete`: done. `overdue`: not complete after its due date. `cancelled`: voided. From `open`, `in_progress` and `overdue`, a task may change to `open`, `in_progress`, `complete` or `cancelled`. Only the platform sets `overdue`: setting it on another task returns 409. `complete` and `cancelled` are final: leaving them returns 409. The status of a recurring task is that of its schedule, which is never overdue; each instance has its own. These transitions are provisional; the statuses are fixed.
         * @enum {string}
         */
        TaskStatus: "open" | "in_progress" | "complete" | "overdue" | "cancelled";
        /**
         * @description Kind of the related record. `cyber_asset` is fixed; the other values are provisional.
         * @enum {string}
         */
        TaskRelatedResourceType: "facility" | "control_center" | "cyber_system" | "cyber_asset" | "policy_document" | "training_assignment" | "access_control";
        /**
         * @description Id of a task. The text after the prefix is opaque.
         * @example tsk_01kk358wb4fm7r1620hdjd55v4
         */
        TaskId: string;
        /**
         * @description Interval of a task: each calendar quarter, each year, or the 35 calendar days or 15 calendar months of several CIP requirements. `yearly` and `quarterly` are fixed; the other values are provisional.
         * @enum {string}
         */
        TaskRecurrence: "quarterly" | "yearly" | "every_35_days" | "every_15_months";
        /** @description A single task, or the parent of a recurring one, which holds the schedule. `assigneeId`, `dueDate`, `notes` and the two fields of the related resource are absent when not given. */
        Task: {
            id: components["schemas"]["TaskId"];
            /** @description The work to do, for people. */
            title: string;
            /** @description The user who does the task. */
            assigneeId?: components["schemas"]["UserId"];
            status: components["schemas"]["TaskStatus"];
            /** @description Last day for a completion in time. For a recurring task, the due date of its first instance. */
            dueDate?: components["schemas"]["Date"];
            /** @description Interval of the task; null for a single task. */
            recurrence: components["schemas"]["TaskRecurrence"] | null;
            /** @description Id of the related record. */
            relatedResourceId?: string;
            relatedResourceType?: components["schemas"]["TaskRelatedResourceType"];
            /** @description Remarks for people. */
            notes?: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Time of the completion; null before. The null is provisional. */
            completedAt: components["schemas"]["Timestamp"] | null;
        };
        /** @description The matching tasks, in order of creation. */
        TaskList: {
            /** @description The records. */
            data: components["schemas"]["Task"][];
            total: components["schemas"]["Total"];
        };
        /** @description A task to create. The requirements are provisional: `title` always, `dueDate` with a recurrence, and either both or neither of the id and the type of the related resource. */
        CreateTaskRequest: {
            /** @description The work to do, for people. */
            title: string;
            /** @description Id of a user of your organization (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
            assigneeId?: components["schemas"]["UserId"];
            /** @description Last day for a completion in time. For a recurring task, the due date of its first instance. */
            dueDate?: components["schemas"]["Date"];
            /** @description Interval of the task; null or omitted for a single task. */
            recurrence?: components["schemas"]["TaskRecurrence"] | null;
            /** @description Id of the related record of your organization. An unknown id returns 400 `invalid_reference`. */
            relatedResourceId?: string;
            relatedResourceType?: components["schemas"]["TaskRelatedResourceType"];
            /** @description Remarks for people. */
            notes?: string;
        };
        /** @description The tasks to create together. The requirement and the bounds of `tasks` are provisional. */
        BulkCreateTasksRequest: {
            /** @description The tasks, each as in a single creation. */
            tasks: components["schemas"]["CreateTaskRequest"][];
        };
        /** @description A task in short form. `dueDate` is absent for a task without a due date. */
        TaskSummary: {
            id: components["schemas"]["TaskId"];
            /** @description The work to do, for people. */
            title: string;
            status: components["schemas"]["TaskStatus"];
            /** @description Last day for a completion in time. For a recurring task, the due date of its first instance. */
            dueDate?: components["schemas"]["Date"];
        };
        /** @description The created tasks, in the order of the request. */
        BulkCreatedTasks: {
            /**
             * Format: int32
             * @description Number of created tasks.
             */
            created: number;
            /** @description The new tasks, in short form. */
            tasks: components["schemas"]["TaskSummary"][];
        };
        /** @description All editable fields of a task. Omitted fields are cleared. These rules are provisional: `status` and `completedAt` are editable; `title` and `status` are always required, `dueDate` with a recurrence, and either both or neither of the id and the type of the related resource. */
        UpdateTaskRequest: {
            /** @description The work to do, for people. */
            title: string;
            /** @description Id of a user of your organization (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
            assigneeId?: components["schemas"]["UserId"];
            status: components["schemas"]["TaskStatus"];
            /** @description Last day for a completion in time. For a recurring task, the due date of its first instance. */
            dueDate?: components["schemas"]["Date"];
            /** @description Interval of the task; null or omitted for a single task. */
            recurrence?: components["schemas"]["TaskRecurrence"] | null;
            /** @description Id of the related record of your organization. An unknown id returns 400 `invalid_reference`. */
            relatedResourceId?: string;
            relatedResourceType?: components["schemas"]["TaskRelatedResourceType"];
            /** @description Remarks for people. */
            notes?: string;
            /** @description Time of the completion. Send it only with status `complete`. If you omit it, the server uses the time of the request. */
            completedAt?: components["schemas"]["Moment"] | null;
        };
        /** @description The editable fields of an instance. Omitted fields are cleared. The requirement of `status` is provisional. */
        UpdateTaskInstanceRequest: {
            status: components["schemas"]["TaskStatus"];
            /** @description Time of the completion. Send it only with status `complete`. If you omit it, the server uses the time of the request. */
            completedAt?: components["schemas"]["Moment"] | null;
            /** @description Remarks for people. */
            notes?: string;
        };
        /** @description One occurrence of a recurring task. The task and the due date identify it. `notes` is absent when empty. */
        TaskInstance: {
            /** @description The recurring task. */
            parentTaskId: components["schemas"]["TaskId"];
            dueDate: components["schemas"]["Date"];
            status: components["schemas"]["TaskStatus"];
            /** @description Time of the completion; null before. The null is provisional. */
            completedAt: components["schemas"]["Timestamp"] | null;
            /** @description Remarks for people. */
            notes?: string;
        };
        /** @description The former and the new assignee. The requirement of both is provisional. */
        ReassignTasksFromCsmRequest: {
            /** @description Id of a user of your organization (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
            fromUserId: components["schemas"]["UserId"];
            /** @description Id of a user of your organization (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
            toUserId: components["schemas"]["UserId"];
        };
        /** @description The result of a reassignment. */
        TaskReassignment: {
            /**
             * Format: int32
             * @description Number of tasks with a new assignee.
             */
            reassigned: number;
            /** @description The former assignee. */
            fromUserId: components["schemas"]["UserId"];
            /** @description The new assignee. */
            toUserId: components["schemas"]["UserId"];
        };
        /**
         * @description Kind of the supported record.
         * @enum {string}
         */
        EvidenceResourceType: "cyber_asset" | "task" | "policy_document" | "training_assignment" | "access_control";
        /**
         * @description Id of a file. The text after the prefix is opaque.
         * @example fl_01km3bmwy4fpyah6hmwshsne20
         */
        FileId: string;
        /** @description Evidence in the form of an uploaded file. The required fields other than `fileId` are provisional. */
        CreateFileEvidenceRequest: {
            /** @description Id of the supported record. An unknown id of this kind returns 400 `invalid_reference`. */
            resourceId: string;
            resourceType: components["schemas"]["EvidenceResourceType"];
            /**
             * @description Marks the evidence as a file.
             * @constant
             */
            type: "file";
            /** @description Id of an uploaded file (prefix `fl_`). An unknown id returns 400 `invalid_reference`. */
            fileId: components["schemas"]["FileId"];
            /** @description The fact that the artifact proves. */
            description?: string;
        };
        /** @description Evidence in the form of a text. The required fields other than `noteText` are provisional. */
        CreateNoteEvidenceRequest: {
            /** @description Id of the supported record. An unknown id of this kind returns 400 `invalid_reference`. */
            resourceId: string;
            resourceType: components["schemas"]["EvidenceResourceType"];
            /**
             * @description Marks the evidence as a note.
             * @constant
             */
            type: "note";
            /** @description The text. */
            noteText: string;
            /** @description The fact that the artifact proves. */
            description?: string;
        };
        /** @description Evidence that is stored elsewhere. The required fields other than `url` are provisional. */
        CreateLinkEvidenceRequest: {
            /** @description Id of the supported record. An unknown id of this kind returns 400 `invalid_reference`. */
            resourceId: string;
            resourceType: components["schemas"]["EvidenceResourceType"];
            /**
             * @description Marks the evidence as a link.
             * @constant
             */
            type: "link";
            /**
             * Format: uri
             * @description Absolute URL of the artifact. The server stores it and does not open it.
             */
            url: string;
            /** @description The fact that the artifact proves. */
            description?: string;
        };
        /** @description Evidence to record: a file, a note or a link, by its `type`. A field of another type returns 400. */
        CreateEvidenceRequest: components["schemas"]["CreateFileEvidenceRequest"] | components["schemas"]["CreateNoteEvidenceRequest"] | components["schemas"]["CreateLinkEvidenceRequest"];
        /**
         * @description Id of an evidence record. The text after the prefix is opaque.
         * @example ev_01kkjyr62ce7z9j8hfnjwaw02r
         */
        EvidenceId: string;
        /**
         * @description Id of the supported record: a cyber asset, a task, a policy document, a training assignment or an access control item. The prefix of the last one is provisional.
         * @example tsk_01kk358wb4fm7r1620hdjd55v4
         */
        EvidenceResourceId: string;
        /**
         * @description Form of the evidence: an uploaded file (`file`), a text (`note`) or a URL (`link`).
         * @enum {string}
         */
        EvidenceType: "file" | "note" | "link";
        /** @description One artifact as evidence for a record. It never changes: to correct it, delete it and create another. It has exactly one of `fileId`, `noteText` and `url`, according to its `type`. */
        Evidence: {
            id: components["schemas"]["EvidenceId"];
            resourceId: components["schemas"]["EvidenceResourceId"];
            resourceType: components["schemas"]["EvidenceResourceType"];
            type: components["schemas"]["EvidenceType"];
            /** @description The uploaded file. Present when `type` is `file`. */
            fileId?: components["schemas"]["FileId"];
            /** @description The text. Present when `type` is `note`. */
            noteText?: string;
            /**
             * Format: uri
             * @description Location of the artifact. Present when `type` is `link`.
             */
            url?: string;
            /** @description The fact that the artifact proves. Absent when not given. */
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
         * @description `draft`: you can edit, submit and delete it. `submitted`: locked until a designated approver approves it. `approved`: in force, with its own version; a revert makes it a draft again. Other transitions return 409 `conflict`.
         * @enum {string}
         */
        PolicyDocumentStatus: "draft" | "submitted" | "approved";
        /**
         * @description Id of a policy document. The text after the prefix is opaque.
         * @example pd_01kkg9yy7hfenan86sznkq9nnc
         */
        PolicyDocumentId: string;
        /**
         * @description Id of a document type. The text after the prefix is opaque.
         * @example dt_01kk27r3hqepjs2c38466362pc
         */
        DocumentTypeId: string;
        /** @description A policy, procedure or plan with its status in the cycle of draft, submission and approval. Fields without a value are absent. */
        PolicyDocument: {
            id: components["schemas"]["PolicyDocumentId"];
            /** @description Title of the document. */
            title: string;
            status: components["schemas"]["PolicyDocumentStatus"];
            documentTypeId?: components["schemas"]["DocumentTypeId"];
            /** @description The owner of the document. */
            ownerId?: components["schemas"]["UserId"];
            /**
             * Format: int32
             * @description Days from an approval to the next review. CIP-003 requires a review at least every 15 calendar months.
             */
            reviewIntervalDays?: number;
            /** @description Due date of the next review: the day of the last approval plus `reviewIntervalDays`, unless another date was set. Absent until then. */
            reviewDate?: components["schemas"]["Date"];
            /** @description The subject of the document. */
            description?: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Time of the submission in the current cycle. Absent from a draft. */
            submittedAt?: components["schemas"]["Timestamp"];
            /** @description The submitter. Absent from a draft. */
            submittedBy?: components["schemas"]["UserId"];
        };
        /**
         * @description Value for `cursor` to read the next page. Absent on the last page.
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
        /** @description A policy document to create. The requirement of `title` alone is provisional. */
        CreatePolicyDocumentRequest: {
            /** @description Title of the document. */
            title: string;
            /** @description Id of the document type (prefix `dt_`). An unknown id returns 400 `invalid_reference`. */
            documentTypeId?: components["schemas"]["DocumentTypeId"];
            /** @description Id of the owner of the document (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
            ownerId?: components["schemas"]["UserId"];
            /**
             * Format: int32
             * @description Days from an approval to the next review. CIP-003 requires a review at least every 15 calendar months.
             */
            reviewIntervalDays?: number;
            /** @description The subject of the document. */
            description?: string;
        };
        /** @description The file to be processed, as a multipart form with one part. */
        UploadPolicyDocumentFileRequest: {
            /**
             * Format: binary
             * @description The PDF or DOCX file, 25 MiB at most, in a part with a file name and a media type.
             */
            file: string;
        };
        /**
         * @description `processing`: the service reads its content. `processed`: you can create a policy document from it. `failed`: the service cannot read it; upload another file.
         * @enum {string}
         */
        ProcessingFileStatus: "processing" | "processed" | "failed";
        /** @description An uploaded file before it becomes a policy document. It leaves the list when a document is created from it. */
        ProcessingFile: {
            id: components["schemas"]["FileId"];
            /** @description Name of the uploaded file. */
            fileName: string;
            /** @description Media type of the file. */
            mediaType: string;
            /**
             * Format: int32
             * @description Size of the file in bytes.
             */
            sizeBytes: number;
            status: components["schemas"]["ProcessingFileStatus"];
            /** @description Reason for the failure. Present when `status` is `failed`. */
            failureReason?: string;
            /**
             * Format: int32
             * @description Number of sections found. Present when `status` is `processed`.
             */
            sectionCount?: number;
            /** @description The user who uploaded the file. */
            uploadedBy: components["schemas"]["UserId"];
            uploadedAt: components["schemas"]["Timestamp"];
            /** @description Time at which processing ended, with or without success. Absent before. */
            processedAt?: components["schemas"]["Timestamp"];
        };
        /** @description The processed file, and the properties of the new document besides its text. */
        CreatePolicyDocumentFromProcessedRequest: {
            /** @description Id of a processing file with status `processed` (prefix `fl_`). An unknown id returns 400 `invalid_reference`. */
            fileId: components["schemas"]["FileId"];
            /** @description Title of the document. */
            title: string;
            /** @description Id of the document type (prefix `dt_`). An unknown id returns 400 `invalid_reference`. */
            documentTypeId?: components["schemas"]["DocumentTypeId"];
            /** @description Id of the owner of the document (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
            ownerId?: components["schemas"]["UserId"];
            /**
             * Format: int32
             * @description Days from an approval to the next review. CIP-003 requires a review at least every 15 calendar months.
             */
            reviewIntervalDays?: number;
            /** @description The subject of the document. */
            description?: string;
        };
        /** @description The uploaded files that are not yet documents. */
        ProcessingFileList: {
            /** @description The files, in order of upload. */
            data: components["schemas"]["ProcessingFile"][];
            total: components["schemas"]["Total"];
        };
        /**
         * @description Id of a section of a policy document. The text after the prefix is opaque.
         * @example sec_01kjy8eja8fj9aqdhrv9bzbw1p
         */
        PolicyDocumentSectionId: string;
        /** @description One section of a policy document. */
        PolicyDocumentSection: {
            id: components["schemas"]["PolicyDocumentSectionId"];
            /**
             * Format: int32
             * @description Position of the section in the document, starting at 1.
             */
            position: number;
            /** @description Heading of the section. */
            title: string;
            /** @description Text of the section. */
            content: string;
        };
        /** @description A supporting file of a policy document, for example a form or a drawing. */
        PolicyDocumentAsset: {
            fileId: components["schemas"]["FileId"];
            /** @description Name of the uploaded file. */
            fileName: string;
            /** @description Media type of the file. */
            mediaType: string;
            /**
             * Format: int32
             * @description Size of the file in bytes.
             */
            sizeBytes: number;
        };
        /** @description A policy document with its sections and its supporting files. */
        PolicyDocumentWithSections: components["schemas"]["PolicyDocument"] & {
            /** @description The sections, in display order. */
            sections: components["schemas"]["PolicyDocumentSection"][];
            /** @description The supporting files, in the order of their attachment. */
            assets: components["schemas"]["PolicyDocumentAsset"][];
        };
        /** @description The fields to change, all optional. Omitted fields stay unchanged. An empty object changes nothing. */
        UpdatePolicyDocumentRequest: {
            /** @description Title of the document. */
            title?: string;
            /** @description The subject of the document. */
            description?: string;
            /** @description Id of the owner of the document (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
            ownerId?: components["schemas"]["UserId"];
            /** @description Due date of the next review. The next approval sets it again. */
            reviewDate?: components["schemas"]["Date"];
            /**
             * Format: int32
             * @description Days from an approval to the next review. CIP-003 requires a review at least every 15 calendar months.
             */
            reviewIntervalDays?: number;
        };
        /** @description Files to attach, files to detach, or both. All fields are optional; an empty object changes nothing. */
        UpdatePolicyDocumentAssetsRequest: {
            /** @description Files to attach. A file that is already attached stays attached. An unknown id returns 400 `invalid_reference`. */
            attachFileIds?: components["schemas"]["FileId"][];
            /** @description Files to detach. The files themselves remain. A file that is not attached returns 400 `invalid_reference`. */
            detachFileIds?: string[];
        };
        /** @description The supporting files of a policy document after a change. */
        PolicyDocumentAssets: {
            documentId: components["schemas"]["PolicyDocumentId"];
            /** @description All supporting files, in the order of their attachment. */
            assets: components["schemas"]["PolicyDocumentAsset"][];
        };
        /** @description The new display order. */
        ReorderDocumentSectionsRequest: {
            /** @description The ids of all sections of the document, each once, in the new order. */
            sectionIds: string[];
        };
        /** @description A policy document after its submission. */
        PolicyDocumentSubmission: {
            id: components["schemas"]["PolicyDocumentId"];
            /**
             * @description The new status.
             * @constant
             */
            status: "submitted";
            /** @description Time of the submission. */
            submittedAt: components["schemas"]["Timestamp"];
            /** @description The submitter. */
            submittedBy: components["schemas"]["UserId"];
        };
        /**
         * Format: int32
         * @description Number of a version of a policy document: 1 for the first approval, and one more for each further approval.
         */
        VersionNumber: number;
        /** @description A policy document after its approval. */
        PolicyDocumentApproval: {
            id: components["schemas"]["PolicyDocumentId"];
            /**
             * @description The new status.
             * @constant
             */
            status: "approved";
            /** @description Time of the approval. */
            approvedAt: components["schemas"]["Timestamp"];
            /** @description The approver. */
            approvedBy: components["schemas"]["UserId"];
            /** @description Number of the version that the approval created. */
            versionNumber: components["schemas"]["VersionNumber"];
        };
        /** @description The record of one export of a policy document as PDF. */
        PolicyDocumentPdfExport: {
            documentId: components["schemas"]["PolicyDocumentId"];
            /** @description Time of the export. */
            exportedAt: components["schemas"]["Timestamp"];
            /** @description The user who exported the document. */
            exportedBy: components["schemas"]["UserId"];
        };
        /** @description An approved policy document. A version never changes. */
        PolicyDocumentVersion: {
            versionNumber: components["schemas"]["VersionNumber"];
            documentId: components["schemas"]["PolicyDocumentId"];
            /** @description Time of the approval. */
            approvedAt: components["schemas"]["Timestamp"];
            /** @description The approver. */
            approvedBy: components["schemas"]["UserId"];
            /**
             * Format: uri
             * @description URL of the text of this version.
             */
            snapshotUrl: string;
        };
        /** @description The versions of one policy document. */
        PolicyDocumentVersionList: {
            /** @description The versions, latest first. */
            data: components["schemas"]["PolicyDocumentVersion"][];
            total: components["schemas"]["Total"];
        };
        /**
         * @description Role of a user in the organization. `organization_admin`: everything, including users and API keys. `compliance_manager`: maintains and approves all compliance records. `contributor`: edits the records that access control permits. `auditor`: reads. `api_user`: the rights of an API key. The list may grow.
         * @enum {string}
         */
        UserRole: "organization_admin" | "compliance_manager" | "contributor" | "auditor" | "api_user";
        /**
         * Format: email
         * @description An e-mail address. It is unique among the users of the organization; upper and lower case count as equal.
         * @example dale.hutchins@cedar-valley.example
         */
        EmailAddress: string;
        /** @description A person or an integration account of the organization. */
        User: {
            id: components["schemas"]["UserId"];
            /** @description Name, as compliance records show it. */
            name: string;
            email: components["schemas"]["EmailAddress"];
            /** @description Telephone number in dialing format; null when unknown. */
            phone: string | null;
            /** @description Position in the organization; null when unknown. */
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
        /** @description A user to create. The requirement of `name`, `email` and `role` and the names of the fields are provisional. */
        CreateUserRequest: {
            /** @description Name, as compliance records show it. */
            name: string;
            email: components["schemas"]["EmailAddress"];
            role: components["schemas"]["UserRole"];
            /** @description Telephone number in dialing format. */
            phone?: string;
            /** @description Position in the organization. */
            jobTitle?: string;
        };
        /**
         * @description Id of an organization. The text after the prefix is opaque.
         * @example org_01k4qsdg89fyc89dkyjez660ya
         */
        OrganizationId: string;
        /** @description An organization of the current user, and the user's role there. */
        UserOrganization: {
            id: components["schemas"]["OrganizationId"];
            /** @description Slug of the organization, the value of `organization_slug` elsewhere. */
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
         * @description A permission: a kind of resource and an action. `read` lists and gets. `write` creates, changes and deletes. `approve` approves a submitted document. The list may grow.
         * @enum {string}
         */
        Permission: "facilities:read" | "facilities:write" | "control_centers:read" | "control_centers:write" | "cyber_systems:read" | "cyber_systems:write" | "cyber_assets:read" | "cyber_assets:write" | "training:read" | "training:write" | "tasks:read" | "tasks:write" | "evidence:read" | "evidence:write" | "policy_documents:read" | "policy_documents:write" | "policy_documents:approve" | "users:read" | "users:write" | "invitations:read" | "invitations:write" | "cip_senior_manager:read" | "cip_senior_manager:write" | "access_control:read" | "access_control:write" | "activity:read";
        /** @description The result of a permission check. */
        AccessCheck: {
            /** @description The checked permission. */
            permission: components["schemas"]["Permission"];
            /** @description Whether the current user has the permission. */
            allowed: boolean;
        };
        /** @description The fields to change, all optional. Omitted fields stay unchanged. Null clears a nullable field. An empty object changes nothing. */
        UpdateUserRequest: {
            /** @description Name, as compliance records show it. */
            name?: string;
            email?: components["schemas"]["EmailAddress"];
            role?: components["schemas"]["UserRole"];
            /** @description Telephone number in dialing format; null removes it. */
            phone?: string | null;
            /** @description Position in the organization; null removes it. */
            jobTitle?: string | null;
        };
        /**
         * @description `pending`: sent and not yet accepted, before or after `expiresAt`. `accepted`: the account is active. A pending invitation can become accepted. A canceled invitation no longer exists.
         * @enum {string}
         */
        InvitationStatus: "pending" | "accepted";
        /**
         * @description Id of an invitation. The text after the prefix is opaque.
         * @example inv_01kk4zt9n1enbvncdk0qfxx4bc
         */
        InvitationId: string;
        /** @description An invitation of one person to the organization, by e-mail. */
        Invitation: {
            id: components["schemas"]["InvitationId"];
            /** @description Address of the invitation. */
            email: components["schemas"]["EmailAddress"];
            /** @description Role of the new account. */
            role: components["schemas"]["UserRole"];
            status: components["schemas"]["InvitationStatus"];
            /** @description Id of the inviting user. */
            invitedBy: components["schemas"]["UserId"];
            createdAt: components["schemas"]["Timestamp"];
            /** @description Time at which the e-mail was last sent. */
            sentAt: components["schemas"]["Timestamp"];
            /** @description Time at which the token expires. */
            expiresAt: components["schemas"]["Timestamp"];
            /** @description When the invitation was accepted; null while it is pending. */
            acceptedAt: components["schemas"]["Timestamp"] | null;
            /** @description Id of the resulting account; null while the invitation is pending. */
            userId: components["schemas"]["UserId"] | null;
        };
        /** @description The invitations of the organization, in order of creation. */
        InvitationList: {
            /** @description The records. */
            data: components["schemas"]["Invitation"][];
            total: components["schemas"]["Total"];
        };
        /** @description The user to invite. The requirement of `email` and `role` and the names of the fields are provisional. */
        CreateInvitationRequest: {
            /** @description Address of the invitation. */
            email: components["schemas"]["EmailAddress"];
            /** @description The role of the new account. */
            role: components["schemas"]["UserRole"];
        };
        /** @description The secret in an invitation link. It lets its holder accept the invitation: keep it out of logs and tickets. */
        InvitationToken: string;
        /** @description An invitation in the response to its sender, with its token where that applies. */
        IssuedInvitation: components["schemas"]["Invitation"] & {
            /** @description The token of the link, which appears in this response only. It is present where you may deliver the link yourself, for example in an installation without outgoing mail. Otherwise it is absent. */
            token?: components["schemas"]["InvitationToken"];
        };
        /** @description The result of checking a token. The other fields are present only when `valid` is true. */
        InvitationValidation: {
            /** @description True when the invitation is pending and not expired. False for a token that is unknown, replaced, expired, used or canceled; the response does not say which. */
            valid: boolean;
            /** @description Address of the invited person. */
            email?: components["schemas"]["EmailAddress"];
            /** @description Role of the new account. */
            role?: components["schemas"]["UserRole"];
            /** @description Name of the inviting organization. */
            organizationName?: string;
            /** @description Time at which the token expires. */
            expiresAt?: components["schemas"]["Timestamp"];
        };
        /** @description The token and the profile of the invited user. The requirement of `token` is fixed. The requirement of `name` and the names of the profile fields are provisional. */
        AcceptInvitationRequest: {
            /** @description The token of the invitation link. */
            token: components["schemas"]["InvitationToken"];
            /** @description Name, as compliance records show it. */
            name: string;
            /** @description Telephone number in dialing format. */
            phone?: string;
            /** @description Position in the organization. */
            jobTitle?: string;
        };
        /**
         * @description Id of a CIP Senior Manager assignment. The text after the prefix is opaque.
         * @example csm_01kjwaa1c1epc8rt4yah6q92ph
         */
        CipSeniorManagerAssignmentId: string;
        /** @description The designation of a senior manager as CIP Senior Manager (CIP-003, R3), from its effective date. */
        CipSeniorManagerAssignment: {
            id: components["schemas"]["CipSeniorManagerAssignmentId"];
            /** @description Id of the designated user. */
            userId: components["schemas"]["UserId"];
            /** @description First day of the designation. */
            effectiveDate: components["schemas"]["Date"];
            /** @description Last day of the designation; null until a successor is designated. */
            endDate: components["schemas"]["Date"] | null;
            /** @description The document behind the designation, for example a resolution or a letter; null when none was given. */
            notes: string | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description The designated user and the effective date. The requirement of `userId` and `effectiveDate` and the names of the fields are provisional. */
        CreateCipSeniorManagerAssignmentRequest: {
            /** @description Id of the user to designate (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
            userId: components["schemas"]["UserId"];
            /** @description First day of the designation. It may be in the past or in the future, but after the effective date of the assignment that it replaces. */
            effectiveDate: components["schemas"]["Date"];
            /** @description The document behind the designation, for example a resolution or a letter. */
            notes?: string;
        };
        /** @description The fields to change; all are optional. Omitted fields stay unchanged. An empty object changes nothing. To change the designated user, create a new assignment. */
        UpdateCipSeniorManagerAssignmentRequest: {
            /** @description The corrected effective date. */
            effectiveDate?: components["schemas"]["Date"];
            /** @description The document behind the designation; null removes it. */
            notes?: string | null;
        };
        /**
         * @description `inactive`: defined, without access. Every item starts with this status. `active`: granted. A grant makes an inactive item active, and a revocation makes an active item inactive, any number of times.
         * @enum {string}
         */
        AccessControlStatus: "inactive" | "active";
        /**
         * @description Id of an access control item. The text after the prefix is opaque.
         * @example ac_01kjxkkcrwe93v0fpwc3z391hn
         */
        AccessControlId: string;
        /**
         * @description Kind of the resource. The list may grow.
         * @enum {string}
         */
        AccessControlResourceType: "facility" | "control_center" | "cyber_system" | "cyber_asset" | "policy_document";
        /**
         * @description `read`: read the resource and its contents. `edit`: also change it. The list may grow.
         * @enum {string}
         */
        AccessLevel: "read" | "edit";
        /** @description The access level of a user to a resource. It gives access only while its status is `active`. */
        AccessControlItem: {
            id: components["schemas"]["AccessControlId"];
            /** @description Id of the user with the access. */
            userId: components["schemas"]["UserId"];
            resourceType: components["schemas"]["AccessControlResourceType"];
            /** @description Id of the resource. */
            resourceId: string;
            accessLevel: components["schemas"]["AccessLevel"];
            status: components["schemas"]["AccessControlStatus"];
            /** @description The business need for the access (CIP-004, R4); null when none was given. */
            justification: string | null;
            /** @description Time of the last grant; null before the first grant. */
            grantedAt: components["schemas"]["Timestamp"] | null;
            /** @description Id of the user who last granted the access; null before the first grant. */
            grantedBy: components["schemas"]["UserId"] | null;
            /** @description Time of the last revocation; null before the first revocation and after a new grant. */
            revokedAt: components["schemas"]["Timestamp"] | null;
            /** @description Id of the user who last revoked the access; null when `revokedAt` is null. */
            revokedBy: components["schemas"]["UserId"] | null;
            createdAt: components["schemas"]["Timestamp"];
            /** @description Time of the last change, including grants and revocations. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A page of access control items, in order of creation. */
        AccessControlItemList: {
            /** @description The records of this page. */
            data: components["schemas"]["AccessControlItem"][];
            total: components["schemas"]["Total"];
            nextCursor?: components["schemas"]["NextCursor"];
        };
        /** @description An access control item to create: user, resource and access level. Their requirement and the names of the fields are provisional. */
        CreateAccessControlRequest: {
            /** @description Id of the user (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
            userId: components["schemas"]["UserId"];
            resourceType: components["schemas"]["AccessControlResourceType"];
            /** @description Id of the resource, of the kind in `resourceType`. An unknown id returns 400 `invalid_reference`. */
            resourceId: string;
            accessLevel: components["schemas"]["AccessLevel"];
            /** @description The business need for the access (CIP-004, R4). */
            justification?: string;
        };
        /** @description The new definition of an access control item. The requirement of user, resource and access level and the names of the fields are provisional. */
        UpdateAccessControlRequest: {
            /** @description Id of the user (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
            userId: components["schemas"]["UserId"];
            resourceType: components["schemas"]["AccessControlResourceType"];
            /** @description Id of the resource, of the kind in `resourceType`. An unknown id returns 400 `invalid_reference`. */
            resourceId: string;
            accessLevel: components["schemas"]["AccessLevel"];
            /** @description The business need for the access (CIP-004, R4). Omitted, it becomes null. */
            justification?: string;
        };
        /** @description Ids of the access control items that are active for one user, in order of creation. */
        AccessControlItemIdList: {
            /** @description The ids. */
            data: components["schemas"]["AccessControlId"][];
            total: components["schemas"]["Total"];
        };
        /** @description The items to grant. The requirement of `accessControlItemIds` and the names of the fields are provisional. */
        GrantAccessRequest: {
            /** @description Ids of items of this user (prefix `ac_`). An id that is not an item of this user returns 400 `invalid_reference`, and no item changes. */
            accessControlItemIds: components["schemas"]["AccessControlId"][];
            /** @description Reason for the grant, for example the number of a request. It appears in the activity log. */
            reason?: string;
        };
        /** @description The access control items of one user that a grant or a revocation named, after the change. */
        UserAccess: {
            userId: components["schemas"]["UserId"];
            /** @description The items, in the order of the request. */
            items: components["schemas"]["AccessControlItem"][];
        };
        /** @description The items to revoke. The requirement of `accessControlItemIds` and the names of the fields are provisional. */
        RevokeAccessRequest: {
            /** @description Ids of items of this user (prefix `ac_`). An id that is not an item of this user returns 400 `invalid_reference`, and no item changes. */
            accessControlItemIds: components["schemas"]["AccessControlId"][];
            /** @description Reason for the revocation, for example a transfer or a termination. It appears in the activity log. */
            reason?: string;
        };
        /**
         * @description Kind of the affected resource. `facility`, `cyber-asset` and `policy-document` are fixed; the other values are provisional. The list may grow.
         * @enum {string}
         */
        ActivityResourceType: "organization" | "facility" | "control-center" | "cyber-system" | "cyber-asset" | "policy-document" | "training-module" | "training-assignment" | "task" | "evidence" | "user" | "invitation" | "cip-senior-manager-assignment" | "access-control" | "api-key";
        /**
         * @description Id of an entry of the activity log. The text after the prefix is opaque.
         * @example act_01kcvpknsje0vbggv0rqvfhq96
         */
        ActivityLogEntryId: string;
        /**
         * @description `user`: a user of the web application. `api_key`: a program with an API key. `operator`: a user of the server's command line.
         * @enum {string}
         */
        ActivityActorType: "user" | "api_key" | "operator";
        /**
         * @description The action, for programs. Together with the resource type it is complete (`granted` on an `access-control`, `revoked` on an `api-key`). `moved` is an update that changed the parent of a resource, and `role_updated` one that changed a role. The list may grow: show unknown values unchanged.
         * @enum {string}
         */
        ActivityOperation: "created" | "updated" | "moved" | "deleted" | "imported" | "accepted" | "role_updated" | "granted" | "revoked" | "submitted" | "approved" | "reverted" | "pdf_exported" | "completed" | "status_changed" | "signed_in" | "signed_out" | "sign_in_refused";
        /** @description The value of a field. */
        ActivityValue: string | number | boolean | string[] | null;
        /** @description The change of one field. */
        ActivityChange: {
            /** @description Name of the field in the resource. */
            field: string;
            /** @description The value before; null when there was none, as in a creation. */
            before: components["schemas"]["ActivityValue"];
            /** @description The value after; null when there is none, as in a deletion. */
            after: components["schemas"]["ActivityValue"];
        };
        /** @description One entry of the activity log: the actor, the action, the resource, the time and the changed fields. Entries never change. They remain after their resource is deleted. */
        ActivityLogEntry: {
            id: components["schemas"]["ActivityLogEntryId"];
            /** @description Time of the action. */
            occurredAt: components["schemas"]["Timestamp"];
            actorType: components["schemas"]["ActivityActorType"];
            /** @description The actor: the id of the user (`usr_…`), the id of the API key (`key_…`, never the key itself), or the account name of the operator. */
            actorId: string;
            operation: components["schemas"]["ActivityOperation"];
            resourceType: components["schemas"]["ActivityResourceType"];
            /** @description Id of the affected resource at the time of the action. */
            resourceId: string;
            /** @description The action, as a sentence for people. The wording may change. */
            description: string;
            /** @description The changed fields: every supplied field of a creation, every field of a deleted resource, and none when the resource itself did not change. */
            changes: components["schemas"]["ActivityChange"][];
            /** @description The `X-Request-Id` of the request; null for an action without a request. */
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
        /** @description Every other error: the server rejects the request before the operation reads it. Correct the client or the connection, then send the request again. `https_required` (403): the request arrived over plain HTTP at a server that requires HTTPS; treat the key as exposed and replace it. `request_timeout` (408): the headers did not arrive within 10 seconds, or the whole request within 15 seconds. `uri_too_long` (414): the request target exceeds the maximum length. `expectation_failed` (417): `Expect` has a value other than `100-continue`. `headers_too_large` (431): the request headers exceed 16 KiB in total. */
        TransportError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "https_required" | "request_timeout" | "uri_too_long" | "expectation_failed" | "headers_too_large";
                };
            };
        };
        /** @description You have the current version. The response has no body. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request is malformed or breaks a rule of this contract. `error` is `validation_error` (a faulty or unknown field or parameter; see `details`), `invalid_json` (the body is not JSON in UTF-8, or repeats a key), `invalid_reference` (an id in the body names no record of your organization) or `bad_request` (malformed HTTP or percent-encoding). */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "validation_error" | "invalid_json" | "invalid_reference" | "bad_request";
                };
            };
        };
        /** @description The `X-API-Key` header is missing or repeated, or its value is malformed, unknown, revoked or expired. The response is the same in all cases. */
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
        /** @description The key has used all its requests of this minute, or too many request bodies of the key or of the client address are still arriving. Wait for `Retry-After` seconds. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
        /** @description An unexpected error. The server changed nothing. Include the request id in your report. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "internal_error";
                };
            };
        };
        /** @description The service cannot process the request now: its database is unavailable or busy, or the server is overloaded or shutting down. Try again after `Retry-After` seconds. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
        /** @description The first request with this `Idempotency-Key` is still running. Wait for `Retry-After` seconds, then send the request again. */
        StillRunning: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["ShortRetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"];
            };
        };
        /** @description The body exceeds the maximum size of this operation, compressed or not. The maximum is 100 KiB unless the description of the operation says otherwise. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "payload_too_large";
                };
            };
        };
        /** @description The body has an unsupported content type, a charset other than UTF-8 or an unknown content encoding, or a file in a form has an unsupported media type. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "idempotency_mismatch";
                };
            };
        };
        /** @description The operation is planned and not yet released. The sandbox returns a mock. */
        NotImplemented: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "not_implemented";
                };
            };
        };
        /** @description Your organization has no such record. Unknown ids, ids of other organizations and ids with a wrong prefix return the same response. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "not_found";
                };
            };
        };
        /** @description `If-Match` does not name the current version. The server changed nothing. Read the record again, then decide. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
        /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
        IfNoneMatch: string;
        /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
        IdempotencyKey: string;
        /** @description Id of the facility. An id with another format, or of another organization, returns 404. */
        FacilityId: components["schemas"]["FacilityId"];
        /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
        IfMatch: string;
        /** @description Id of the control center. An id with another format, or of another organization, returns 404. */
        ControlCenterId: components["schemas"]["ControlCenterId"];
        /** @description Id of the cyber system. An id with another format, or of another organization, returns 404. */
        CyberSystemId: components["schemas"]["CyberSystemId"];
        /** @description Id of the cyber asset. An id with another format, or of another organization, returns 404. */
        CyberAssetId: components["schemas"]["CyberAssetId"];
        /** @description Id of the facility. An id with another format, or of another organization, returns 404. */
        ParentFacilityId: components["schemas"]["FacilityId"];
        /** @description Id of the control center. An id with another format, or of another organization, returns 404. */
        ParentControlCenterId: components["schemas"]["ControlCenterId"];
        /** @description Id of the cyber system. An id with another format, or of another organization, returns 404. */
        ParentCyberSystemId: components["schemas"]["CyberSystemId"];
        /** @description Id of the training module. An id with another format, or of another organization, returns 404. */
        TrainingModuleId: components["schemas"]["TrainingModuleId"];
        /** @description Id of the training assignment. An id with another format, or of another organization, returns 404. */
        TrainingAssignmentId: components["schemas"]["TrainingAssignmentId"];
        /** @description Id of the training assignment. An id with another format, or of another organization, returns 404. */
        ParentTrainingAssignmentId: components["schemas"]["TrainingAssignmentId"];
        /** @description Id of the task. An id with another format, or of another organization, returns 404. */
        TaskId: components["schemas"]["TaskId"];
        /** @description Id of the recurring task. An id with another format, or of another organization, returns 404. */
        ParentTaskId: components["schemas"]["TaskId"];
        /** @description Due date of the instance. Another format, or a day without an instance, returns 404. */
        TaskDueDate: components["schemas"]["Date"];
        /** @description Id of the evidence record. An id with another format, or of another organization, returns 404. */
        EvidenceId: components["schemas"]["EvidenceId"];
        /** @description Id of the record whose evidence is wanted. An id with another format, or of another organization, returns 404. */
        EvidenceResourceId: components["schemas"]["EvidenceResourceId"];
        /** @description The `nextCursor` of the previous response. Opaque, and valid for one hour. */
        Cursor: string;
        /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
        PolicyDocumentId: components["schemas"]["PolicyDocumentId"];
        /** @description Number of the version. An unknown number returns 404. */
        VersionNumber: components["schemas"]["VersionNumber"];
        /** @description The maximum number of records in one response. */
        Limit: number;
        /** @description Id of the user. An id with another format, or of another organization, returns 404. */
        UserId: components["schemas"]["UserId"];
        /** @description Id of the invitation. An id with another format, or of another organization, returns 404. */
        InvitationId: components["schemas"]["InvitationId"];
        /** @description Id of the CIP Senior Manager assignment. An id with another format, or of another organization, returns 404. */
        CipSeniorManagerAssignmentId: components["schemas"]["CipSeniorManagerAssignmentId"];
        /** @description Id of the access control item. An id with another format, or of another organization, returns 404. */
        AccessControlId: components["schemas"]["AccessControlId"];
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this request in the server's log. The server keeps the client's `X-Request-Id` when it consists of 1 to 128 letters, digits, dots, underscores and hyphens. Otherwise the server makes a new one.
         * @example 01kaqj3v0rf5tbw2e8d4n6c1hx
         */
        RequestId: string;
        /**
         * @description Requests left in the current minute: `r` requests for `t` seconds (draft-ietf-httpapi-ratelimit-headers).
         * @example "default";r=5988;t=41
         */
        RateLimit: string;
        /**
         * @description The limit of this key: `q` requests in `w` seconds.
         * @example "default";q=6000;w=60
         */
        RateLimitPolicy: string;
        /**
         * @description Strong entity tag of the representation (RFC 9110, section 8.8.3). Send it in `If-None-Match` to read only changes, or in `If-Match` to change only the version that you have read.
         * @example "Zk3vJ0qHkN2l8mXyT1cUaw"
         */
        ETag: string;
        /**
         * @description The required authentication scheme.
         * @example ApiKey realm="compliance-inventory", header="X-API-Key"
         */
        WwwAuthenticate: string;
        /**
         * @description Seconds to wait before the next attempt, as a whole number.
         * @example 12
         */
        RetryAfter: number;
        /**
         * @description Seconds to wait before the next attempt, as a whole number.
         * @example 2
         */
        ShortRetryAfter: number;
        /**
         * @description `true` when this is the stored response to an earlier request with the same `Idempotency-Key`.
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
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    createFacility: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
            409: components["responses"]["StillRunning"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getFacility: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the facility. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    deleteFacility: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the facility. An id with another format, or of another organization, returns 404. */
                id: components["parameters"]["FacilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The facility was deleted. The response has no body. */
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
            404: components["responses"]["NotFound"];
            /** @description The facility still has cyber systems. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    updateFacility: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the facility. An id with another format, or of another organization, returns 404. */
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
            /** @description The facility after the change. */
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
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getControlCenters: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getControlCenter: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the control center. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getCyberSystems: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    createCyberSystem: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
            409: components["responses"]["StillRunning"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getCyberSystem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the cyber system. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    deleteCyberSystem: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the cyber system. An id with another format, or of another organization, returns 404. */
                id: components["parameters"]["CyberSystemId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cyber system was deleted. The response has no body. */
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
            404: components["responses"]["NotFound"];
            /** @description The system still has cyber assets. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    updateCyberSystem: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the cyber system. An id with another format, or of another organization, returns 404. */
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
            /** @description The cyber system after the change. */
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
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getCyberAssets: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    createCyberAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
            /** @description Another cyber asset of your organization has the name, or the first request with this `Idempotency- Key` is still running. Only the last case has `Retry-After`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getCyberAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the cyber asset. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    deleteCyberAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the cyber asset. An id with another format, or of another organization, returns 404. */
                id: components["parameters"]["CyberAssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The asset was deleted. The response has no body. */
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
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    updateCyberAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the cyber asset. An id with another format, or of another organization, returns 404. */
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
            /** @description The asset after the change. */
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
            404: components["responses"]["NotFound"];
            /** @description Another cyber asset of your organization has the name. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getCyberSystemsByFacility: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the facility. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getCyberSystemsByControlCenter: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the control center. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
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
                     * @description Marks the response as a file and proposes a file name.
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getCyberAssetsBySystem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the cyber system. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    importCyberAssets: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the cyber system. An id with another format, or of another organization, returns 404. */
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
            /** @description The result for the rows. The import is complete. */
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
            404: components["responses"]["NotFound"];
            409: components["responses"]["StillRunning"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getCyberAssetsByFacility: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the facility. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    exportCyberAssetsCsv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the facility. An id with another format, or of another organization, returns 404. */
                facilityId: components["schemas"]["FacilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, with one row for each asset, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Marks the response as a file and proposes a file name.
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    exportLowCyberAssetsCsv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the facility. An id with another format, or of another organization, returns 404. */
                facilityId: components["schemas"]["FacilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, with one row for each asset, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Marks the response as a file and proposes a file name.
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getCyberAssetsByControlCenter: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the control center. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    exportControlCenterCyberAssetsCsv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the control center. An id with another format, or of another organization, returns 404. */
                controlCenterId: components["parameters"]["ParentControlCenterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, with one row for each asset, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Marks the response as a file and proposes a file name.
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    exportControlCenterLowCyberAssetsCsv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the control center. An id with another format, or of another organization, returns 404. */
                controlCenterId: components["parameters"]["ParentControlCenterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, with one row for each asset, in order of creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Marks the response as a file and proposes a file name.
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getTrainingModules: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    createTrainingModule: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
            409: components["responses"]["StillRunning"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getTrainingModule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the training module. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    deleteTrainingModule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the training module. An id with another format, or of another organization, returns 404. */
                id: components["parameters"]["TrainingModuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The module was deleted. The response has no body. */
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
            404: components["responses"]["NotFound"];
            /** @description The module has active assignments. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    updateTrainingModule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the training module. An id with another format, or of another organization, returns 404. */
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
            /** @description The module after the change. */
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
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
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
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    createTrainingAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
            409: components["responses"]["StillRunning"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    exportTrainingAssignments: {
        parameters: {
            query?: {
                /** @description Format of the file. The default is provisional. */
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
                     * @description Marks the response as a file and proposes a file name.
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getTrainingAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the training assignment. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    deleteTrainingAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the training assignment. An id with another format, or of another organization, returns 404. */
                id: components["parameters"]["TrainingAssignmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assignment was deleted. The response has no body. */
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
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    updateTrainingAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the training assignment. An id with another format, or of another organization, returns 404. */
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
            /** @description The assignment after the change. */
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
            404: components["responses"]["NotFound"];
            /** @description The assignment is `complete` or `waived`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    completeTrainingAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the training assignment. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            409: components["responses"]["StillRunning"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getTrainingAssignmentFacilities: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the training assignment. An id with another format, or of another organization, returns 404. */
                trainingAssignmentId: components["schemas"]["TrainingAssignmentId"];
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    addFacilitiesToAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the training assignment. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            409: components["responses"]["StillRunning"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    removeFacilityFromAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the training assignment. An id with another format, or of another organization, returns 404. */
                trainingAssignmentId: components["parameters"]["ParentTrainingAssignmentId"];
                /** @description Id of the facility. An id with another format, or of another organization, returns 404. */
                facilityId: components["parameters"]["ParentFacilityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The facility is no longer in scope. The response has no body. */
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
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
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
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    createTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
            409: components["responses"]["StillRunning"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    bulkCreateTasks: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
            409: components["responses"]["StillRunning"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the task. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    updateTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the task. An id with another format, or of another organization, returns 404. */
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
            /** @description The task after the change. */
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
            404: components["responses"]["NotFound"];
            /** @description The current status does not allow the requested one. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    deleteTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the task. An id with another format, or of another organization, returns 404. */
                id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task was deleted. The response has no body. */
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
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    updateTaskInstance: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the recurring task. An id with another format, or of another organization, returns 404. */
                parentTaskId: components["parameters"]["ParentTaskId"];
                /** @description Due date of the instance. Another format, or a day without an instance, returns 404. */
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
            /** @description The instance after the change. */
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
            404: components["responses"]["NotFound"];
            /** @description The current status of the instance does not allow the requested one. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    reassignTasksFromCsm: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
            /** @description The user of `fromUserId` was never CIP Senior Manager, or the first request with this `Idempotency- Key` is still running. Only the last case has `Retry-After`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    createEvidence: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
            409: components["responses"]["StillRunning"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getEvidenceById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the evidence record. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    deleteEvidence: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the evidence record. An id with another format, or of another organization, returns 404. */
                id: components["parameters"]["EvidenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The evidence was deleted. The response has no body. */
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
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    listEvidenceByResource: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the record whose evidence is wanted. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    listPolicyDocuments: {
        parameters: {
            query?: {
                /** @description Only documents of this status. */
                status?: components["schemas"]["PolicyDocumentStatus"];
                /** @description The maximum number of records in one response. */
                limit?: number;
                /** @description The `nextCursor` of the previous response. Opaque, and valid for one hour. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    createPolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
            409: components["responses"]["StillRunning"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    uploadPolicyDocumentFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
            /** @description The file was accepted and is processing. */
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
            409: components["responses"]["StillRunning"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    createPolicyDocumentFromProcessed: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
            /** @description The file is still processing, has failed or is already a document, or the first request with this `Idempotency-Key` is still running. Only the last case has `Retry-After`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getProcessingFiles: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getPolicyDocumentWithSections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
                id: components["schemas"]["PolicyDocumentId"];
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    deletePolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
                id: components["parameters"]["PolicyDocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft was deleted. The response has no body. */
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
            404: components["responses"]["NotFound"];
            /** @description The document is not a draft. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    updatePolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
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
            /** @description The document after the change. */
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
            404: components["responses"]["NotFound"];
            /** @description The document is not a draft. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    updatePolicyDocumentAssets: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
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
            /** @description The supporting files after the change. */
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
            404: components["responses"]["NotFound"];
            /** @description The document is not a draft. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    reorderDocumentSections: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            /** @description The document is not a draft. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    submitPolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            /** @description The document is not a draft, or the first request with this `Idempotency-Key` is still running. Only the last case has `Retry-After`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    approvePolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
                id: components["schemas"]["PolicyDocumentId"];
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
            404: components["responses"]["NotFound"];
            /** @description The document is not submitted, or the caller is not a designated approver (provisional), or the first request with this `Idempotency-Key` is still running. Only the last case has `Retry-After`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    revertPolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
                id: components["schemas"]["PolicyDocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document, now a draft. */
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
            404: components["responses"]["NotFound"];
            /** @description The document is not approved, or the first request with this `Idempotency-Key` is still running. Only the last case has `Retry-After`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    logPdfExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            409: components["responses"]["StillRunning"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    listDocumentVersions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
                id: components["schemas"]["PolicyDocumentId"];
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getLatestDocumentVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getDocumentVersionByNumber: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
                id: components["parameters"]["PolicyDocumentId"];
                /** @description Number of the version. An unknown number returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description The maximum number of records in one response. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the previous response. Opaque, and valid for one hour. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only users with this role. */
                role?: components["schemas"]["UserRole"];
            };
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
            /** @description Another user has the e-mail address, or the first request with this `Idempotency-Key` is still running. Only the last case has `Retry-After`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getCurrentUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getMyOrganizations: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    checkAccess: {
        parameters: {
            query: {
                /** @description The permission to ask about. */
                permission: components["schemas"]["Permission"];
            };
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the user has the permission. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the user. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the user. An id with another format, or of another organization, returns 404. */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user was deleted. The response has no body. */
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
            404: components["responses"]["NotFound"];
            /** @description The user is the last `organization_admin`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the user. An id with another format, or of another organization, returns 404. */
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
            /** @description The user after the change. */
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
            404: components["responses"]["NotFound"];
            /** @description Another user has the e-mail address, or the user is the last `organization_admin` and the request changes the role. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description Only invitations with this status. */
                status?: components["schemas"]["InvitationStatus"];
            };
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
            /** @description A user or a pending invitation has the e-mail address, or the first request with this `Idempotency- Key` is still running. Only the last case has `Retry-After`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    validateInvitation: {
        parameters: {
            query?: never;
            header: {
                /** @description The token of the invitation link. It is a header field and not a query parameter, because servers and proxies write queries to their logs. */
                "Invitation-Token": components["schemas"]["InvitationToken"];
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the token is valid. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
            /** @description The invitation has expired or is already accepted, or the first request with this `Idempotency-Key` is still running. Only the last case has `Retry-After`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    cancelInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the invitation. An id with another format, or of another organization, returns 404. */
                id: components["parameters"]["InvitationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation was canceled. The response has no body. */
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
            404: components["responses"]["NotFound"];
            /** @description The invitation is already accepted. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    resendInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the invitation. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            /** @description The invitation is already accepted, or the first request with this `Idempotency-Key` is still running. Only the last case has `Retry-After`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getCurrentCipSeniorManager: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    createCipSeniorManagerAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
            /** @description The user is already designated, or the effective date is not after that of the current assignment, or the first request with this `Idempotency-Key` is still running. Only the last case has `Retry-After`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    updateCipSeniorManagerAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the CIP Senior Manager assignment. An id with another format, or of another organization, returns 404. */
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
            /** @description The assignment after the change. */
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
            404: components["responses"]["NotFound"];
            /** @description The effective date is not between those of the previous and the next assignment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    listAccessControls: {
        parameters: {
            query?: {
                /** @description The maximum number of records in one response. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the previous response. Opaque, and valid for one hour. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only items of this user. */
                userId?: components["schemas"]["UserId"];
                /** @description Only items for this resource. */
                resourceId?: string;
                /** @description Only items with this status. */
                status?: components["schemas"]["AccessControlStatus"];
            };
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    createAccessControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
            /** @description The item was created. It grants no access yet. */
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
            /** @description Another item has this user and resource, or the first request with this `Idempotency-Key` is still running. Only the last case has `Retry-After`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getAccessControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the access control item. An id with another format, or of another organization, returns 404. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    updateAccessControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the access control item. An id with another format, or of another organization, returns 404. */
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
            /** @description The item after the change. */
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
            404: components["responses"]["NotFound"];
            /** @description Another item has this user and resource. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    deleteAccessControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes matches no version. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the access control item. An id with another format, or of another organization, returns 404. */
                id: components["parameters"]["AccessControlId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item and its grant were deleted. The response has no body. */
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
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getUserApprovedAccessControlItemIds: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the user. An id with another format, or of another organization, returns 404. */
                userId: components["schemas"]["UserId"];
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    grantRaptorComplyAccess: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the user. An id with another format, or of another organization, returns 404. */
                userId: components["schemas"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GrantAccessRequest"];
            };
        };
        responses: {
            /** @description The items, now active. */
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
            404: components["responses"]["NotFound"];
            409: components["responses"]["StillRunning"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    revokeRaptorComplyAccess: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request, for example a UUID. A second request with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the user. An id with another format, or of another organization, returns 404. */
                userId: components["schemas"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeAccessRequest"];
            };
        };
        responses: {
            /** @description The items, now inactive. */
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
            404: components["responses"]["NotFound"];
            409: components["responses"]["StillRunning"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    listActivityLogs: {
        parameters: {
            query?: {
                /** @description The maximum number of records in one response. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the previous response. Opaque, and valid for one hour. */
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
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
    getActivityLogsByEntity: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The kind of the resource. */
                resourceType: components["schemas"]["ActivityResourceType"];
                /** @description Id of the resource. Ids of deleted resources also work. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["TransportError"];
        };
    };
}
