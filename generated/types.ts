// Generated from spec/ by `npm run generate`. Do not edit.
export interface paths {
    "/facilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFacilities"];
        put?: never;
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
        get: operations["getFacility"];
        put?: never;
        post?: never;
        delete: operations["deleteFacility"];
        options?: never;
        head?: never;
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
        get: operations["getCyberSystems"];
        put?: never;
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
        get: operations["getCyberSystem"];
        put?: never;
        post?: never;
        delete: operations["deleteCyberSystem"];
        options?: never;
        head?: never;
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
        get: operations["getCyberAssets"];
        put?: never;
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
        get: operations["getCyberAsset"];
        put?: never;
        post?: never;
        delete: operations["deleteCyberAsset"];
        options?: never;
        head?: never;
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
        get: operations["getTrainingModules"];
        put?: never;
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
        get: operations["getTrainingModule"];
        put?: never;
        post?: never;
        delete: operations["deleteTrainingModule"];
        options?: never;
        head?: never;
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
        get: operations["getTrainingAssignments"];
        put?: never;
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
        get: operations["getTrainingAssignment"];
        put?: never;
        post?: never;
        delete: operations["deleteTrainingAssignment"];
        options?: never;
        head?: never;
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
        get: operations["getTrainingAssignmentFacilities"];
        put?: never;
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
        get: operations["getTasks"];
        put?: never;
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
        get: operations["getTask"];
        put: operations["updateTask"];
        post?: never;
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
        get: operations["getEvidenceById"];
        put?: never;
        post?: never;
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
        get: operations["listPolicyDocuments"];
        put?: never;
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
        delete: operations["deletePolicyDocument"];
        options?: never;
        head?: never;
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
        get: operations["listUsers"];
        put?: never;
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
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
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
        get: operations["listInvitations"];
        put?: never;
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
        get: operations["listAccessControls"];
        put?: never;
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
        get: operations["getAccessControl"];
        put: operations["updateAccessControl"];
        post?: never;
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
        ErrorDetail: ErrorDetail;
        Error: Error;
        FacilityId: FacilityId;
        RecordName: RecordName;
        OrganizationSlug: OrganizationSlug;
        Facility: Facility;
        RecordNameInput: RecordNameInput;
        CreateFacilityRequest: CreateFacilityRequest;
        RecordPath: RecordPath;
        ConflictError: ConflictError;
        UpdateFacilityRequest: UpdateFacilityRequest;
        ControlCenterId: ControlCenterId;
        ControlCenter: ControlCenter;
        CyberSystemId: CyberSystemId;
        ImpactRating: ImpactRating;
        FacilityCyberSystem: FacilityCyberSystem;
        ControlCenterCyberSystem: ControlCenterCyberSystem;
        CyberSystem: CyberSystem;
        CreateFacilityCyberSystemRequest: CreateFacilityCyberSystemRequest;
        CreateControlCenterCyberSystemRequest: CreateControlCenterCyberSystemRequest;
        CreateCyberSystemRequest: CreateCyberSystemRequest;
        UpdateCyberSystemRequest: UpdateCyberSystemRequest;
        CyberAssetId: CyberAssetId;
        AssetType: AssetType;
        Timestamp: Timestamp;
        CyberAsset: CyberAsset;
        AssetName: AssetName;
        CreateCyberAssetRequest: CreateCyberAssetRequest;
        Moment: Moment;
        UpdateCyberAssetRequest: UpdateCyberAssetRequest;
        Attachment: Attachment;
        CyberAssetImportTemplate: CyberAssetImportTemplate;
        ImportCyberAssetsRequest: ImportCyberAssetsRequest;
        CyberAssetImportError: CyberAssetImportError;
        CyberAssetImportResult: CyberAssetImportResult;
        CyberAssetExport: CyberAssetExport;
        TrainingModuleId: TrainingModuleId;
        TrainingModule: TrainingModule;
        Total: Total;
        TrainingModuleList: TrainingModuleList;
        TitleInput: TitleInput;
        WebAddress: WebAddress;
        CreateTrainingModuleRequest: CreateTrainingModuleRequest;
        UpdateTrainingModuleRequest: UpdateTrainingModuleRequest;
        UserId: UserId;
        TrainingAssignmentStatus: TrainingAssignmentStatus;
        Date: Date;
        TrainingAssignmentId: TrainingAssignmentId;
        FacilityReference: FacilityReference;
        TrainingScore: TrainingScore;
        TrainingAssignment: TrainingAssignment;
        TrainingAssignmentList: TrainingAssignmentList;
        CreateTrainingAssignmentRequest: CreateTrainingAssignmentRequest;
        TrainingAssignmentExportRow: TrainingAssignmentExportRow;
        UpdateTrainingAssignmentRequest: UpdateTrainingAssignmentRequest;
        CompleteTrainingAssignmentRequest: CompleteTrainingAssignmentRequest;
        TrainingCompletion: TrainingCompletion;
        FacilityReferenceList: FacilityReferenceList;
        AddFacilitiesToAssignmentRequest: AddFacilitiesToAssignmentRequest;
        TrainingAssignmentFacilities: TrainingAssignmentFacilities;
        TaskStatus: TaskStatus;
        TaskRelatedResourceType: TaskRelatedResourceType;
        TaskId: TaskId;
        TaskRecurrence: TaskRecurrence;
        TaskInstanceSummary: TaskInstanceSummary;
        Task: Task;
        TaskList: TaskList;
        CreateTaskRequest: CreateTaskRequest;
        BulkCreateTasksRequest: BulkCreateTasksRequest;
        TaskSummary: TaskSummary;
        BulkCreatedTasks: BulkCreatedTasks;
        UpdateTaskRequest: UpdateTaskRequest;
        UpdateTaskInstanceRequest: UpdateTaskInstanceRequest;
        TaskInstance: TaskInstance;
        ReassignTasksFromCsmRequest: ReassignTasksFromCsmRequest;
        TaskReassignment: TaskReassignment;
        EvidenceResourceType: EvidenceResourceType;
        FileId: FileId;
        CreateFileEvidenceRequest: CreateFileEvidenceRequest;
        CreateNoteEvidenceRequest: CreateNoteEvidenceRequest;
        CreateLinkEvidenceRequest: CreateLinkEvidenceRequest;
        CreateEvidenceRequest: CreateEvidenceRequest;
        EvidenceId: EvidenceId;
        EvidenceResourceId: EvidenceResourceId;
        FileEvidence: FileEvidence;
        NoteEvidence: NoteEvidence;
        LinkEvidence: LinkEvidence;
        Evidence: Evidence;
        EvidenceList: EvidenceList;
        PolicyDocumentStatus: PolicyDocumentStatus;
        PolicyDocumentId: PolicyDocumentId;
        DocumentTypeId: DocumentTypeId;
        PolicyDocument: PolicyDocument;
        NextCursor: NextCursor;
        PolicyDocumentList: PolicyDocumentList;
        CreatePolicyDocumentRequest: CreatePolicyDocumentRequest;
        UploadPolicyDocumentFileRequest: UploadPolicyDocumentFileRequest;
        ProcessingFileStatus: ProcessingFileStatus;
        ProcessingFile: ProcessingFile;
        CreatePolicyDocumentFromProcessedRequest: CreatePolicyDocumentFromProcessedRequest;
        ProcessingFileList: ProcessingFileList;
        PolicyDocumentSectionId: PolicyDocumentSectionId;
        PolicyDocumentSection: PolicyDocumentSection;
        PolicyDocumentAsset: PolicyDocumentAsset;
        PolicyDocumentWithSections: PolicyDocumentWithSections;
        UpdatePolicyDocumentRequest: UpdatePolicyDocumentRequest;
        UpdatePolicyDocumentAssetsRequest: UpdatePolicyDocumentAssetsRequest;
        PolicyDocumentAssets: PolicyDocumentAssets;
        ReorderDocumentSectionsRequest: ReorderDocumentSectionsRequest;
        PolicyDocumentSubmission: PolicyDocumentSubmission;
        VersionNumber: VersionNumber;
        PolicyDocumentApproval: PolicyDocumentApproval;
        PolicyDocumentPdfExport: PolicyDocumentPdfExport;
        PolicyDocumentVersion: PolicyDocumentVersion;
        PolicyDocumentVersionList: PolicyDocumentVersionList;
        UserRole: UserRole;
        EmailAddress: EmailAddress;
        User: User;
        UserList: UserList;
        CreateUserRequest: CreateUserRequest;
        OrganizationId: OrganizationId;
        UserOrganization: UserOrganization;
        UserOrganizationList: UserOrganizationList;
        Permission: Permission;
        AccessControlResourceType: AccessControlResourceType;
        AccessCheck: AccessCheck;
        UpdateUserRequest: UpdateUserRequest;
        InvitationStatus: InvitationStatus;
        InvitationId: InvitationId;
        Invitation: Invitation;
        InvitationList: InvitationList;
        CreateInvitationRequest: CreateInvitationRequest;
        InvitationToken: InvitationToken;
        IssuedInvitation: IssuedInvitation;
        InvitationValidation: InvitationValidation;
        AcceptInvitationRequest: AcceptInvitationRequest;
        CipSeniorManagerAssignmentId: CipSeniorManagerAssignmentId;
        CipSeniorManagerAssignment: CipSeniorManagerAssignment;
        CreateCipSeniorManagerAssignmentRequest: CreateCipSeniorManagerAssignmentRequest;
        UpdateCipSeniorManagerAssignmentRequest: UpdateCipSeniorManagerAssignmentRequest;
        AccessControlStatus: AccessControlStatus;
        AccessControlId: AccessControlId;
        AccessLevel: AccessLevel;
        AccessControlItem: AccessControlItem;
        AccessControlItemList: AccessControlItemList;
        CreateAccessControlRequest: CreateAccessControlRequest;
        UpdateAccessControlRequest: UpdateAccessControlRequest;
        AccessControlItemIdList: AccessControlItemIdList;
        GrantAccessRequest: GrantAccessRequest;
        UserAccess: UserAccess;
        RevokeAccessRequest: RevokeAccessRequest;
        ActivityResourceType: ActivityResourceType;
        ActivityLogEntryId: ActivityLogEntryId;
        ActivityActorType: ActivityActorType;
        ActivityOperation: ActivityOperation;
        ActivityValue: ActivityValue;
        ActivityChange: ActivityChange;
        ActivityLogEntry: ActivityLogEntry;
        ActivityLogPage: ActivityLogPage;
        ActivityLogHistory: ActivityLogHistory;
    };
    responses: never;
    parameters: {
        /** @description Entity tags that you have stored, or `*`. When one of them is current, the server returns 304 without a body (RFC 9110, section 13.1.2). A tag without its quotes matches no version. */
        IfNoneMatch: string;
        /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
        IdempotencyKey: string;
        /** @description Id of the facility. An id with another format, or of another organization, returns 404. */
        FacilityId: FacilityId;
        /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
        IfMatch: string;
        /** @description Id of the control center. An id with another format, or of another organization, returns 404. */
        ControlCenterId: ControlCenterId;
        /** @description Id of the cyber system. An id with another format, or of another organization, returns 404. */
        CyberSystemId: CyberSystemId;
        /** @description Id of the cyber asset. An id with another format, or of another organization, returns 404. */
        CyberAssetId: CyberAssetId;
        /** @description Id of the facility. An id with another format, or of another organization, returns 404. */
        ParentFacilityId: FacilityId;
        /** @description Id of the control center. An id with another format, or of another organization, returns 404. */
        ParentControlCenterId: ControlCenterId;
        /** @description Id of the cyber system. An id with another format, or of another organization, returns 404. */
        ParentCyberSystemId: CyberSystemId;
        /** @description Id of the training module. An id with another format, or of another organization, returns 404. */
        TrainingModuleId: TrainingModuleId;
        /** @description Id of the training assignment. An id with another format, or of another organization, returns 404. */
        TrainingAssignmentId: TrainingAssignmentId;
        /** @description Id of the training assignment. An id with another format, or of another organization, returns 404. */
        ParentTrainingAssignmentId: TrainingAssignmentId;
        /** @description Id of the task. An id with another format, or of another organization, returns 404. */
        TaskId: TaskId;
        /** @description Id of the recurring task. An id with another format, or of another organization, returns 404. */
        ParentTaskId: TaskId;
        /** @description Due date of the instance. Another format, or a day without an instance, returns 404. */
        TaskDueDate: Date;
        /** @description Id of the evidence record. An id with another format, or of another organization, returns 404. */
        EvidenceId: EvidenceId;
        /** @description Id of the record whose evidence is wanted. An id with another format, or of another organization, returns 404. */
        EvidenceResourceId: EvidenceResourceId;
        /** @description `start` for the first page, or the `nextCursor` of the previous response, which is opaque. A cursor is the position of a row in the list with its filters. It does not expire. */
        Cursor: string;
        /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
        PolicyDocumentId: PolicyDocumentId;
        /** @description Number of the version. An unknown number returns 404. */
        VersionNumber: VersionNumber;
        /** @description The maximum number of records in one response. */
        Limit: number;
        /** @description Id of the user. An id with another format, or of another organization, returns 404. */
        UserId: UserId;
        /** @description Id of the CIP Senior Manager assignment. An id with another format, or of another organization, returns 404. */
        CipSeniorManagerAssignmentId: CipSeniorManagerAssignmentId;
        /** @description Id of the access control item. An id with another format, or of another organization, returns 404. */
        AccessControlId: AccessControlId;
    };
    requestBodies: never;
    headers: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Facility[];
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createFacility: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateFacilityRequest;
            };
        };
        responses: {
            /** @description The facility was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Facility;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Facility;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteFacility: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the facility. An id with another format, or of another organization, returns 404. */
                id: FacilityId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The facility was deleted. The response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateFacility: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
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
                "application/json": UpdateFacilityRequest;
            };
        };
        responses: {
            /** @description The facility after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Facility;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ControlCenter[];
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ControlCenter;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CyberSystem[];
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createCyberSystem: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateCyberSystemRequest;
            };
        };
        responses: {
            /** @description The cyber system was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CyberSystem;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CyberSystem;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteCyberSystem: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the cyber system. An id with another format, or of another organization, returns 404. */
                id: CyberSystemId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cyber system was deleted. The response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCyberSystem: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
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
                "application/json": UpdateCyberSystemRequest;
            };
        };
        responses: {
            /** @description The cyber system after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CyberSystem;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CyberAsset[];
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createCyberAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateCyberAssetRequest;
            };
        };
        responses: {
            /** @description The asset was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CyberAsset;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CyberAsset;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteCyberAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the cyber asset. An id with another format, or of another organization, returns 404. */
                id: CyberAssetId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The asset was deleted. The response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCyberAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
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
                "application/json": UpdateCyberAssetRequest;
            };
        };
        responses: {
            /** @description The asset after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CyberAsset;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CyberSystem[];
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CyberSystem[];
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": CyberAssetImportTemplate;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CyberAsset[];
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    importCyberAssets: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
                "multipart/form-data": ImportCyberAssetsRequest;
            };
        };
        responses: {
            /** @description The result for the rows. The import is complete. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CyberAssetImportResult;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CyberAsset[];
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    exportCyberAssetsCsv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the facility. An id with another format, or of another organization, returns 404. */
                facilityId: FacilityId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, with one row for each asset, in order of creation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": CyberAssetExport;
                };
            };
        };
    };
    exportLowCyberAssetsCsv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the facility. An id with another format, or of another organization, returns 404. */
                facilityId: FacilityId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, with one row for each asset, in order of creation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": CyberAssetExport;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CyberAsset[];
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": CyberAssetExport;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": CyberAssetExport;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TrainingModuleList;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createTrainingModule: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateTrainingModuleRequest;
            };
        };
        responses: {
            /** @description The module was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TrainingModule;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TrainingModule;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteTrainingModule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the training module. An id with another format, or of another organization, returns 404. */
                id: TrainingModuleId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The module was deleted. The response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateTrainingModule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
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
                "application/json": UpdateTrainingModuleRequest;
            };
        };
        responses: {
            /** @description The module after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TrainingModule;
                };
            };
        };
    };
    getTrainingAssignments: {
        parameters: {
            query?: {
                /** @description Only assignments of this trainee. */
                userId?: UserId;
                /** @description Only assignments of this training module. */
                moduleId?: TrainingModuleId;
                /** @description Only assignments with this facility in scope. */
                facilityId?: FacilityId;
                /** @description Only assignments in this status. */
                status?: TrainingAssignmentStatus;
                /** @description Only assignments completed on this day (UTC) or later. */
                completedFrom?: Date;
                /** @description Only assignments completed on this day (UTC) or earlier. */
                completedTo?: Date;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TrainingAssignmentList;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createTrainingAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateTrainingAssignmentRequest;
            };
        };
        responses: {
            /** @description The assignment was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TrainingAssignment;
                };
            };
        };
    };
    exportTrainingAssignments: {
        parameters: {
            query?: {
                /** @description Format of the file. The default is provisional. */
                format?: "csv" | "json";
                /** @description Only assignments in this status. */
                status?: TrainingAssignmentStatus;
                /** @description Only assignments of this training module. */
                moduleId?: TrainingModuleId;
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
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/json": TrainingAssignmentExportRow[];
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TrainingAssignment;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteTrainingAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the training assignment. An id with another format, or of another organization, returns 404. */
                id: TrainingAssignmentId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assignment was deleted. The response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateTrainingAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
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
                "application/json": UpdateTrainingAssignmentRequest;
            };
        };
        responses: {
            /** @description The assignment after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TrainingAssignment;
                };
            };
        };
    };
    completeTrainingAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the training assignment. An id with another format, or of another organization, returns 404. */
                id: TrainingAssignmentId;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CompleteTrainingAssignmentRequest;
            };
        };
        responses: {
            /** @description The completion as recorded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TrainingCompletion;
                };
            };
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
                trainingAssignmentId: TrainingAssignmentId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The facilities in scope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FacilityReferenceList;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    addFacilitiesToAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
                "application/json": AddFacilitiesToAssignmentRequest;
            };
        };
        responses: {
            /** @description All facilities in scope now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TrainingAssignmentFacilities;
                };
            };
        };
    };
    removeFacilityFromAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
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
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getTasks: {
        parameters: {
            query?: {
                /** @description Only tasks of this user. */
                assigneeId?: UserId;
                /** @description Only tasks in this status. */
                status?: TaskStatus;
                /** @description Only tasks due on this day or later. */
                dueFrom?: Date;
                /** @description Only tasks due on this day or earlier. */
                dueTo?: Date;
                /** @description Only tasks about this record. */
                relatedResourceId?: string;
                /** @description Only tasks about records of this kind. */
                relatedResourceType?: TaskRelatedResourceType;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TaskList;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateTaskRequest;
            };
        };
        responses: {
            /** @description The task was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Task;
                };
            };
        };
    };
    bulkCreateTasks: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": BulkCreateTasksRequest;
            };
        };
        responses: {
            /** @description The tasks were created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": BulkCreatedTasks;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Task;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
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
                "application/json": UpdateTaskRequest;
            };
        };
        responses: {
            /** @description The task after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Task;
                };
            };
        };
    };
    deleteTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the task. An id with another format, or of another organization, returns 404. */
                id: TaskId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task was deleted. The response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateTaskInstance: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
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
                "application/json": UpdateTaskInstanceRequest;
            };
        };
        responses: {
            /** @description The instance after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TaskInstance;
                };
            };
        };
    };
    reassignTasksFromCsm: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ReassignTasksFromCsmRequest;
            };
        };
        responses: {
            /** @description The tasks were reassigned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TaskReassignment;
                };
            };
        };
    };
    createEvidence: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateEvidenceRequest;
            };
        };
        responses: {
            /** @description The evidence was recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Evidence;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Evidence;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteEvidence: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the evidence record. An id with another format, or of another organization, returns 404. */
                id: EvidenceId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The evidence was deleted. The response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EvidenceList;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listPolicyDocuments: {
        parameters: {
            query?: {
                /** @description Only documents of this status. */
                status?: PolicyDocumentStatus;
                /** @description The maximum number of records in one response. */
                limit?: number;
                /** @description `start` for the first page, or the `nextCursor` of the previous response, which is opaque. A cursor is the position of a row in the list with its filters. It does not expire. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PolicyDocumentList;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createPolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreatePolicyDocumentRequest;
            };
        };
        responses: {
            /** @description The document was created as a draft. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PolicyDocument;
                };
            };
        };
    };
    uploadPolicyDocumentFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": UploadPolicyDocumentFileRequest;
            };
        };
        responses: {
            /** @description The file was accepted and is processing. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ProcessingFile;
                };
            };
        };
    };
    createPolicyDocumentFromProcessed: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreatePolicyDocumentFromProcessedRequest;
            };
        };
        responses: {
            /** @description The document was created as a draft. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PolicyDocument;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ProcessingFileList;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                id: PolicyDocumentId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PolicyDocumentWithSections;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deletePolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
                id: PolicyDocumentId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft was deleted. The response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updatePolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
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
                "application/json": UpdatePolicyDocumentRequest;
            };
        };
        responses: {
            /** @description The document after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PolicyDocument;
                };
            };
        };
    };
    updatePolicyDocumentAssets: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
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
                "application/json": UpdatePolicyDocumentAssetsRequest;
            };
        };
        responses: {
            /** @description The supporting files after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PolicyDocumentAssets;
                };
            };
        };
    };
    reorderDocumentSections: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
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
                "application/json": ReorderDocumentSectionsRequest;
            };
        };
        responses: {
            /** @description The document in its new order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PolicyDocumentWithSections;
                };
            };
        };
    };
    submitPolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
                id: PolicyDocumentId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document was submitted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PolicyDocumentSubmission;
                };
            };
        };
    };
    approvePolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
                id: PolicyDocumentId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document was approved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PolicyDocumentApproval;
                };
            };
        };
    };
    revertPolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the policy document. An id with another format, or of another organization, returns 404. */
                id: PolicyDocumentId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document, now a draft. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PolicyDocument;
                };
            };
        };
    };
    logPdfExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PolicyDocumentPdfExport;
                };
            };
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
                id: PolicyDocumentId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All versions of the document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PolicyDocumentVersionList;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PolicyDocumentVersion;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PolicyDocumentVersion;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description The maximum number of records in one response. */
                limit?: components["parameters"]["Limit"];
                /** @description `start` for the first page, or the `nextCursor` of the previous response, which is opaque. A cursor is the position of a row in the list with its filters. It does not expire. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only users with this role. */
                role?: UserRole;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": UserList;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateUserRequest;
            };
        };
        responses: {
            /** @description The user was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": User;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": User;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": UserOrganizationList;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    checkAccess: {
        parameters: {
            query: {
                /** @description The permission to ask about. */
                permission: Permission;
                /** @description The kind of the resource in `resourceId`. */
                resourceType?: AccessControlResourceType;
                /** @description Id of the resource to ask about. An id that names no record gives no permission beyond the role. */
                resourceId?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AccessCheck;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": User;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the user. An id with another format, or of another organization, returns 404. */
                id: UserId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user was deleted. The response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
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
                "application/json": UpdateUserRequest;
            };
        };
        responses: {
            /** @description The user after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": User;
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description Only invitations with this status. */
                status?: InvitationStatus;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": InvitationList;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateInvitationRequest;
            };
        };
        responses: {
            /** @description The invitation was sent. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": IssuedInvitation;
                };
            };
        };
    };
    validateInvitation: {
        parameters: {
            query: {
                /** @description The token of the invitation link. */
                token: InvitationToken;
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
            /** @description Whether the token is valid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": InvitationValidation;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": AcceptInvitationRequest;
            };
        };
        responses: {
            /** @description The account is active. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": User;
                };
            };
        };
    };
    cancelInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the invitation. An id with another format, or of another organization, returns 404. */
                id: InvitationId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation was canceled. The response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    resendInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the invitation. An id with another format, or of another organization, returns 404. */
                id: InvitationId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation was sent again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": IssuedInvitation;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CipSeniorManagerAssignment;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createCipSeniorManagerAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateCipSeniorManagerAssignmentRequest;
            };
        };
        responses: {
            /** @description The assignment was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CipSeniorManagerAssignment;
                };
            };
        };
    };
    updateCipSeniorManagerAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
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
                "application/json": UpdateCipSeniorManagerAssignmentRequest;
            };
        };
        responses: {
            /** @description The assignment after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CipSeniorManagerAssignment;
                };
            };
        };
    };
    listAccessControls: {
        parameters: {
            query?: {
                /** @description The maximum number of records in one response. */
                limit?: components["parameters"]["Limit"];
                /** @description `start` for the first page, or the `nextCursor` of the previous response, which is opaque. A cursor is the position of a row in the list with its filters. It does not expire. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only items of this user. */
                userId?: UserId;
                /** @description Only items for this resource. */
                resourceId?: string;
                /** @description Only items with this status. */
                status?: AccessControlStatus;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AccessControlItemList;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createAccessControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateAccessControlRequest;
            };
        };
        responses: {
            /** @description The item was created. It grants no access yet. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AccessControlItem;
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AccessControlItem;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateAccessControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
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
                "application/json": UpdateAccessControlRequest;
            };
        };
        responses: {
            /** @description The item after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AccessControlItem;
                };
            };
        };
    };
    deleteAccessControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the version that you have read, or `*` for any version. When the record has changed since, the server returns 412 and changes nothing (RFC 9110, section 13.1.1). A tag without its quotes returns 400. Every operation that reads or changes one record honors this header, also where it is not listed. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the access control item. An id with another format, or of another organization, returns 404. */
                id: AccessControlId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item and its grant were deleted. The response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                userId: UserId;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ids of the active items. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AccessControlItemIdList;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    grantRaptorComplyAccess: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the user. An id with another format, or of another organization, returns 404. */
                userId: UserId;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": GrantAccessRequest;
            };
        };
        responses: {
            /** @description The items, now active. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": UserAccess;
                };
            };
        };
    };
    revokeRaptorComplyAccess: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that is unique to this request of this operation, for example a UUID: printable ASCII characters. A second request of the operation with the same key and body within 24 hours returns the first response again and changes nothing. You can therefore retry safely after a lost response. Each user and each operation has keys of its own. The server does not store rejections: when the cause is gone, it processes the same request again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the user. An id with another format, or of another organization, returns 404. */
                userId: UserId;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": RevokeAccessRequest;
            };
        };
        responses: {
            /** @description The items, now inactive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": UserAccess;
                };
            };
        };
    };
    listActivityLogs: {
        parameters: {
            query?: {
                /** @description The maximum number of records in one response. */
                limit?: components["parameters"]["Limit"];
                /** @description `start` for the first page, or the `nextCursor` of the previous response, which is opaque. A cursor is the position of a row in the list with its filters. It does not expire. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only entries of this day (UTC) and later ones. */
                from?: Date;
                /** @description Only entries of this day (UTC) and earlier ones. */
                to?: Date;
                /** @description Only entries with this actor: the id of a user or of an API key, the account name of an operator, or `system`. */
                actorId?: string;
                /** @description Only entries about resources of this kind. */
                resourceType?: ActivityResourceType;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ActivityLogPage;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                /** @description The kind of the resource, as entries or as request bodies write it. `cyber-asset` and `cyber_asset` are one kind. */
                resourceType: "cyber-asset" | "organization" | "facility" | "control-center" | "cyber-system" | "policy-document" | "file" | "training-module" | "training-assignment" | "task" | "evidence" | "user" | "invitation" | "cip-senior-manager-assignment" | "access-control" | "api-key" | "cyber_asset" | "control_center" | "cyber_system" | "policy_document" | "training_module" | "training_assignment" | "cip_senior_manager_assignment" | "access_control" | "api_key";
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ActivityLogHistory;
                };
            };
            /** @description You have the current version. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
/** @description One fault of a request. */
export type ErrorDetail = {
    /** @description The faulty field of the body (`tasks.0.title` for a nested one) or parameter; `body` for the whole body. */
    field: string;
    /** @description The fault. Read it after the name of the field. */
    message: string;
};
/** @description The body of every error. */
export type Error = {
    /**
     * @description Stable code of the error, for programs. Each code belongs to one status.
     * @enum {string}
     */
    error: "validation_error" | "invalid_json" | "invalid_reference" | "bad_request" | "unauthorized" | "https_required" | "forbidden" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "precondition_failed" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "expectation_failed" | "idempotency_mismatch" | "rate_limited" | "headers_too_large" | "internal_error" | "not_implemented" | "unavailable";
    /** @description The fault and its remedy, in sentences for people. The wording may change. */
    message: string;
    /** @description The faulty fields or parameters, if any. */
    details?: ErrorDetail[];
};
/** @description Id of a facility. It never changes. The text after the prefix is opaque. */
export type FacilityId = string;
/** @description Name of the record, for people. */
export type RecordName = string;
/**
 * @description Slug of the organization that owns the record. Clients must tolerate its absence.
 * @example cedar-valley
 */
export type OrganizationSlug = string;
/** @description A site of a NERC-registered entity, for example a substation or a generating plant. */
export type Facility = {
    /** @description Id of a facility. It never changes. The text after the prefix is opaque. */
    id: FacilityId;
    /** @description Name of the record, for people. */
    name: RecordName;
    /** @description Slug of the organization that owns the record. Clients must tolerate its absence. */
    organization_slug?: OrganizationSlug;
};
/** @description Name of the record, from 1 to 255 characters. It contains no control, formatting (bidirectional, zero-width), line-breaking, invisible or unpaired surrogate characters, and no white space at its start or end. The server stores it unchanged. */
export type RecordNameInput = string;
/** @description A facility to create. The requirement of `name` is provisional. */
export type CreateFacilityRequest = {
    /** @description Name of the record, from 1 to 255 characters. It contains no control, formatting (bidirectional, zero-width), line-breaking, invisible or unpaired surrogate characters, and no white space at its start or end. The server stores it unchanged. */
    name: RecordNameInput;
};
/** @description Path of a record, relative to the server. */
export type RecordPath = string;
/** @description An error of a change that the state of the record does not allow. */
export type ConflictError = Error & {
    /** @enum {string} */
    error?: "conflict";
};
/** @description The fields to change. Omitted fields stay unchanged. An empty object changes nothing. */
export type UpdateFacilityRequest = {
    /** @description Name of the record, from 1 to 255 characters. It contains no control, formatting (bidirectional, zero-width), line-breaking, invisible or unpaired surrogate characters, and no white space at its start or end. The server stores it unchanged. */
    name?: RecordNameInput;
    /** @description Id of a facility. It never changes. The text after the prefix is opaque. */
    readonly id?: FacilityId;
    /** @description Slug of the organization that owns the record. Clients must tolerate its absence. */
    readonly organization_slug?: OrganizationSlug;
};
/** @description Id of a control center. The text after the prefix is opaque. */
export type ControlCenterId = string;
/** @description A control center, which monitors and controls sites. */
export type ControlCenter = {
    /** @description Id of a control center. The text after the prefix is opaque. */
    id: ControlCenterId;
    /** @description Name of the record, for people. */
    name: RecordName;
    /** @description Slug of the organization that owns the record. Clients must tolerate its absence. */
    organization_slug?: OrganizationSlug;
};
/** @description Id of a cyber system. The text after the prefix is opaque. */
export type CyberSystemId = string;
/**
 * @description Impact rating of a BES Cyber System according to CIP-002, Attachment 1.
 * @enum {string}
 */
export type ImpactRating = "high" | "medium" | "low";
/** @description A cyber system of a facility. */
export type FacilityCyberSystem = {
    /** @description Id of a cyber system. The text after the prefix is opaque. */
    id: CyberSystemId;
    /** @description Name of the record, for people. */
    name: RecordName;
    /** @description Impact rating of a BES Cyber System according to CIP-002, Attachment 1. */
    impact_rating: ImpactRating;
    /** @description Id of a facility. It never changes. The text after the prefix is opaque. */
    facility_id: FacilityId;
    /** @description Slug of the organization that owns the record. Clients must tolerate its absence. */
    organization_slug?: OrganizationSlug;
    control_center_id?: never;
};
/** @description A cyber system of a control center. */
export type ControlCenterCyberSystem = {
    /** @description Id of a cyber system. The text after the prefix is opaque. */
    id: CyberSystemId;
    /** @description Name of the record, for people. */
    name: RecordName;
    /** @description Impact rating of a BES Cyber System according to CIP-002, Attachment 1. */
    impact_rating: ImpactRating;
    /** @description Id of a control center. The text after the prefix is opaque. */
    control_center_id: ControlCenterId;
    /** @description Slug of the organization that owns the record. Clients must tolerate its absence. */
    organization_slug?: OrganizationSlug;
    facility_id?: never;
};
/** @description A BES Cyber System as the NERC Glossary defines it, not the wider Cyber System of the glossary from 2028-04-01. It belongs either to a facility or to a control center: it has exactly one of `facility_id` and `control_center_id`. */
export type CyberSystem = FacilityCyberSystem | ControlCenterCyberSystem;
/** @description A cyber system of a facility to create. The requirement of `name` and `impact_rating` is provisional. */
export type CreateFacilityCyberSystemRequest = {
    /** @description Name of the record, from 1 to 255 characters. It contains no control, formatting (bidirectional, zero-width), line-breaking, invisible or unpaired surrogate characters, and no white space at its start or end. The server stores it unchanged. */
    name: RecordNameInput;
    /** @description Impact rating of a BES Cyber System according to CIP-002, Attachment 1. */
    impact_rating: ImpactRating;
    /** @description Id of a facility of your organization (prefix `fac_`). An unknown id returns 400 `invalid_reference`. */
    facility_id: FacilityId;
    control_center_id?: never;
};
/** @description A cyber system of a control center to create. The requirement of `name` and `impact_rating` is provisional. */
export type CreateControlCenterCyberSystemRequest = {
    /** @description Name of the record, from 1 to 255 characters. It contains no control, formatting (bidirectional, zero-width), line-breaking, invisible or unpaired surrogate characters, and no white space at its start or end. The server stores it unchanged. */
    name: RecordNameInput;
    /** @description Impact rating of a BES Cyber System according to CIP-002, Attachment 1. */
    impact_rating: ImpactRating;
    /** @description Id of a control center of your organization (prefix `cc_`). An unknown id returns 400 `invalid_reference`. */
    control_center_id: ControlCenterId;
    facility_id?: never;
};
/** @description A cyber system to create, with exactly one of `facility_id` and `control_center_id`. The requirement of `name` and `impact_rating` is provisional. */
export type CreateCyberSystemRequest = CreateFacilityCyberSystemRequest | CreateControlCenterCyberSystemRequest;
/** @description The fields to change, with at most one of `facility_id` and `control_center_id`. Omitted fields stay unchanged. An empty object changes nothing. */
export type UpdateCyberSystemRequest = {
    /** @description Name of the record, from 1 to 255 characters. It contains no control, formatting (bidirectional, zero-width), line-breaking, invisible or unpaired surrogate characters, and no white space at its start or end. The server stores it unchanged. */
    name?: RecordNameInput;
    /** @description Impact rating of a BES Cyber System according to CIP-002, Attachment 1. */
    impact_rating?: ImpactRating;
    /** @description Id of a facility of your organization (prefix `fac_`). An unknown id returns 400 `invalid_reference`. */
    facility_id?: FacilityId;
    /** @description Id of a control center of your organization (prefix `cc_`). An unknown id returns 400 `invalid_reference`. */
    control_center_id?: ControlCenterId;
    /** @description Id of a cyber system. The text after the prefix is opaque. */
    readonly id?: CyberSystemId;
    /** @description Slug of the organization that owns the record. Clients must tolerate its absence. */
    readonly organization_slug?: OrganizationSlug;
};
/** @description Id of a cyber asset. The service assigns it at creation. The text after the prefix is opaque. */
export type CyberAssetId = string;
/**
 * @description `hardware`: a physical device, for example an RTU, a PLC, an HMI, a relay or a switch. `software`: an application or an operating system that belongs to a cyber system. A virtual machine (from 2028-04-01 a Virtual Cyber Asset) is `software`; its host (perhaps Shared Cyber Infrastructure) is `hardware`.
 * @enum {string}
 */
export type AssetType = "hardware" | "software";
/**
 * Format: date-time
 * @description A time in UTC with milliseconds (ISO 8601).
 * @example 2026-01-31T08:15:30.123Z
 */
export type Timestamp = string;
/** @description A cyber asset: a device or a piece of software that belongs to one cyber system and inherits its impact rating. It is part of the BES Cyber System or associated with it, as EACMS, PACS and Protected Cyber Assets are. */
export type CyberAsset = {
    /** @description Id of a cyber asset. The service assigns it at creation. The text after the prefix is opaque. */
    id: CyberAssetId;
    /** @description Name of the asset, for example its hostname, unchanged since it was supplied. It is unique in the organization. */
    name: string;
    /** @description Id of a cyber system. The text after the prefix is opaque. */
    cyber_system_id: CyberSystemId;
    /** @description `hardware`: a physical device, for example an RTU, a PLC, an HMI, a relay or a switch. `software`: an application or an operating system that belongs to a cyber system. A virtual machine (from 2028-04-01 a Virtual Cyber Asset) is `software`; its host (perhaps Shared Cyber Infrastructure) is `hardware`. */
    asset_type: AssetType;
    /** @description Impact rating of a BES Cyber System according to CIP-002, Attachment 1. */
    impact_rating: ImpactRating;
    /** @description When the asset was created. */
    created_at: Timestamp;
    /** @description Time of the last request that supplied a field; at first the time of the creation. */
    updated_at: Timestamp;
    /** @description Slug of the organization that owns the record. Clients must tolerate its absence. */
    organization_slug?: OrganizationSlug;
};
/** @description Name or hostname of the asset, from 1 to 255 characters. It contains no control, formatting (bidirectional, zero-width), line-breaking, invisible or unpaired surrogate characters, and no white space at its start or end. It is unique in the organization; upper and lower case and the Unicode compositions of one name count as equal. The server stores it unchanged. */
export type AssetName = string;
/** @description A cyber asset to create. */
export type CreateCyberAssetRequest = {
    /** @description Name or hostname of the asset, from 1 to 255 characters. It contains no control, formatting (bidirectional, zero-width), line-breaking, invisible or unpaired surrogate characters, and no white space at its start or end. It is unique in the organization; upper and lower case and the Unicode compositions of one name count as equal. The server stores it unchanged. */
    name: AssetName;
    /** @description Id of a cyber system of your organization (prefix `cs_`). The asset inherits its impact rating. An unknown id returns 400 `invalid_reference`. */
    cyber_system_id: CyberSystemId;
    /** @description `hardware`: a physical device, for example an RTU, a PLC, an HMI, a relay or a switch. `software`: an application or an operating system that belongs to a cyber system. A virtual machine (from 2028-04-01 a Virtual Cyber Asset) is `software`; its host (perhaps Shared Cyber Infrastructure) is `hardware`. */
    asset_type: AssetType;
};
/**
 * Format: date-time
 * @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds.
 * @example 2026-01-31T08:15:30Z
 */
export type Moment = string;
/** @description The fields to change. Omitted fields stay unchanged. An empty object changes nothing. */
export type UpdateCyberAssetRequest = {
    /** @description Name or hostname of the asset, from 1 to 255 characters. It contains no control, formatting (bidirectional, zero-width), line-breaking, invisible or unpaired surrogate characters, and no white space at its start or end. It is unique in the organization; upper and lower case and the Unicode compositions of one name count as equal. The server stores it unchanged. */
    name?: AssetName;
    /** @description Id of a cyber system of your organization (prefix `cs_`). The asset inherits its impact rating. An unknown id returns 400 `invalid_reference`. */
    cyber_system_id?: CyberSystemId;
    /** @description `hardware`: a physical device, for example an RTU, a PLC, an HMI, a relay or a switch. `software`: an application or an operating system that belongs to a cyber system. A virtual machine (from 2028-04-01 a Virtual Cyber Asset) is `software`; its host (perhaps Shared Cyber Infrastructure) is `hardware`. */
    asset_type?: AssetType;
    /** @description Id of a cyber asset. The service assigns it at creation. The text after the prefix is opaque. */
    readonly id?: CyberAssetId;
    /** @description Impact rating of a BES Cyber System according to CIP-002, Attachment 1. */
    readonly impact_rating?: ImpactRating;
    /** @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds. */
    readonly created_at?: Moment;
    /** @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds. */
    readonly updated_at?: Moment;
    /** @description Slug of the organization that owns the record. Clients must tolerate its absence. */
    readonly organization_slug?: OrganizationSlug;
};
/**
 * @description `attachment`, because the response is a file, with a proposed file name.
 * @example attachment; filename="cyber-assets.csv"
 */
export type Attachment = string;
/** @description CSV (RFC 4180) in UTF-8 with the header row of an import, `name` and `asset_type`, each quoted. */
export type CyberAssetImportTemplate = string;
/** @description The file to import, as one part of a form. The name and the maximum size of the part are provisional. */
export type ImportCyberAssetsRequest = {
    /**
     * Format: binary
     * @description CSV (RFC 4180) in UTF-8, 10 MiB at most. The header row contains at least `name` and `asset_type`. Each further row is one asset; 20,000 at most.
     */
    file: string;
};
/** @description The reason for the rejection of one row. */
export type CyberAssetImportError = {
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
/** @description The result of an import. The two counts add up to the number of rows in the file. */
export type CyberAssetImportResult = {
    /**
     * Format: int32
     * @description Rows that created an asset.
     */
    created: number;
    /**
     * Format: int32
     * @description Rejected rows.
     */
    refused: number;
    /** @description Reasons for rejections, in order of lines; 1,000 at most. */
    errors: CyberAssetImportError[];
};
/** @description CSV (RFC 4180) in UTF-8 with a header row and one row for each asset. The columns are `id`, `name`, `asset_type`, `cyber_system_id`, `cyber_system_name`, `impact_rating`, then `facility_id` and `facility_name` or `control_center_id` and `control_center_name`, then `created_at` and `updated_at`. New columns may be added at the end. Every cell is quoted. An apostrophe precedes `=`, `+`, `-`, `@` and similar signs, for example full-width ones, at the start of a cell and after a separator in it, so that no spreadsheet runs the cell as a formula. An import of assets removes it. */
export type CyberAssetExport = string;
/** @description Id of a training module. The text after the prefix is opaque. */
export type TrainingModuleId = string;
/** @description A course for assignments, with its CIP standard. Optional fields without a value are absent. */
export type TrainingModule = {
    /** @description Id of a training module. The text after the prefix is opaque. */
    id: TrainingModuleId;
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
     * Format: iri
     * @description URL of the course in the learning management system.
     */
    externalModuleUrl?: string;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    createdAt: Timestamp;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    updatedAt: Timestamp;
};
/**
 * Format: int32
 * @description Total number of matching records.
 * @example 2
 */
export type Total = number;
/** @description The matching training modules, in order of creation. */
export type TrainingModuleList = {
    /** @description The records. */
    data: TrainingModule[];
    /** @description Total number of matching records. */
    total: Total;
};
/** @description Title of the record, for people. It follows the rules of the name of an asset. */
export type TitleInput = string;
/**
 * Format: iri
 * @description Absolute `http` or `https` URL, as the URL standard parses it, without user information. The server stores it and does not open it.
 */
export type WebAddress = string;
/** @description A training module to create. The requirement of `title` alone and the bounds of `completionIntervalDays` are provisional. */
export type CreateTrainingModuleRequest = {
    /** @description Title of the record, for people. It follows the rules of the name of an asset. */
    title: TitleInput;
    /** @description The contents and the audience of the course. */
    description?: string;
    /** @description The CIP standard that requires the training, for example `CIP-004-7`. */
    cipStandard?: string;
    /**
     * Format: int32
     * @description Days until the training is due again. CIP-004 requires it every 15 calendar months; 450 days stay within that.
     */
    completionIntervalDays?: number;
    /** @description URL of the course in the learning management system, absolute, with `http` or `https`. */
    externalModuleUrl?: WebAddress;
};
/** @description The fields to change, all optional. Omitted fields stay unchanged. An empty object changes nothing. */
export type UpdateTrainingModuleRequest = {
    /** @description Title of the record, for people. It follows the rules of the name of an asset. */
    title?: TitleInput;
    /** @description The contents and the audience of the course. */
    description?: string;
    /** @description The CIP standard that requires the training, for example `CIP-004-7`. */
    cipStandard?: string;
    /**
     * Format: int32
     * @description Days until the training is due again. CIP-004 requires it every 15 calendar months; 450 days stay within that.
     */
    completionIntervalDays?: number;
    /** @description URL of the course in the learning management system, absolute, with `http` or `https`. */
    externalModuleUrl?: WebAddress;
    /** @description Id of a training module. The text after the prefix is opaque. */
    readonly id?: TrainingModuleId;
    /** @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds. */
    readonly createdAt?: Moment;
    /** @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds. */
    readonly updatedAt?: Moment;
};
/** @description Id of a user. The text after the prefix is opaque. */
export type UserId = string;
/**
 * @description Status of an assignment. `assigned`: created and not completed; the first status. `in_progress`: the trainee has started. `complete`: done and recorded. `overdue`: not done by the due date. `waived`: an authorized approver has released the trainee. Recording a completion changes each of these to `complete`. An update sets `in_progress` on an `assigned` or `overdue` assignment, and `waived` on each that is not `complete`. The platform alone sets `overdue`, by the due date. A `complete` or `waived` assignment rejects other changes with 409. The updates of the status and this rejection are provisional.
 * @enum {string}
 */
export type TrainingAssignmentStatus = "assigned" | "in_progress" | "complete" | "overdue" | "waived";
/**
 * Format: date
 * @description A day, `YYYY-MM-DD`.
 */
export type Date = string;
/** @description Id of a training assignment. The text after the prefix is opaque. */
export type TrainingAssignmentId = string;
/** @description A facility by id and name. */
export type FacilityReference = {
    /** @description Id of a facility. It never changes. The text after the prefix is opaque. */
    id: FacilityId;
    /** @description Name of the record, for people. */
    name: RecordName;
};
/**
 * Format: int32
 * @description Test result in percent. The range is provisional.
 * @example 92
 */
export type TrainingScore = number;
/** @description A training module that one person must complete, with an optional due date. `dueDate` and `notes` are absent when not given. `score` and `certificateReference` are absent before a completion supplies them. */
export type TrainingAssignment = {
    /** @description Id of a training assignment. The text after the prefix is opaque. */
    id: TrainingAssignmentId;
    /** @description The trainee. */
    userId: UserId;
    /** @description Id of a training module. The text after the prefix is opaque. */
    trainingModuleId: TrainingModuleId;
    /** @description Status of an assignment. `assigned`: created and not completed; the first status. `in_progress`: the trainee has started. `complete`: done and recorded. `overdue`: not done by the due date. `waived`: an authorized approver has released the trainee. Recording a completion changes each of these to `complete`. An update sets `in_progress` on an `assigned` or `overdue` assignment, and `waived` on each that is not `complete`. The platform alone sets `overdue`, by the due date. A `complete` or `waived` assignment rejects other changes with 409. The updates of the status and this rejection are provisional. */
    status: TrainingAssignmentStatus;
    /** @description Last day for a completion in time. */
    dueDate?: Date;
    /** @description Time of the completion; null before. */
    completedAt: Timestamp | null;
    /** @description The user who recorded the completion; absent before. */
    completedBy?: UserId;
    /** @description Remarks for people. */
    notes?: string;
    /** @description Facilities that the training gives access to; empty at first. */
    facilities: FacilityReference[];
    /** @description Test result in percent. The range is provisional. */
    score?: TrainingScore;
    /** @description Number or name of the certificate in the learning management system. */
    certificateReference?: string;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    createdAt: Timestamp;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    updatedAt: Timestamp;
};
/** @description The matching training assignments, in order of creation. */
export type TrainingAssignmentList = {
    /** @description The records. */
    data: TrainingAssignment[];
    /** @description Total number of matching records. */
    total: Total;
};
/** @description A training assignment to create. The requirement of `userId` and `trainingModuleId` alone is provisional. */
export type CreateTrainingAssignmentRequest = {
    /** @description Id of a user of your organization (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
    userId: UserId;
    /** @description Id of a training module of your organization (prefix `tm_`). An unknown id returns 400 `invalid_reference`. */
    trainingModuleId: TrainingModuleId;
    /** @description Last day for a completion in time. Without it the assignment never becomes `overdue`. */
    dueDate?: Date;
    /** @description Remarks for people. */
    notes?: string;
};
/** @description One assignment of an export, with the names that an auditor needs beside the ids. The columns of the CSV file have the same names and order. */
export type TrainingAssignmentExportRow = {
    /** @description Id of a training assignment. The text after the prefix is opaque. */
    id: TrainingAssignmentId;
    /** @description The trainee. */
    userId: UserId;
    /** @description Name of the trainee; the last one of a deleted user. */
    userName: string;
    /** @description Id of a training module. The text after the prefix is opaque. */
    trainingModuleId: TrainingModuleId;
    /** @description Name of the course; the last one of a deleted module. */
    trainingModuleTitle: string;
    /** @description The CIP standard that requires the training, for example `CIP-004-7`. */
    cipStandard?: string;
    /** @description Status of an assignment. `assigned`: created and not completed; the first status. `in_progress`: the trainee has started. `complete`: done and recorded. `overdue`: not done by the due date. `waived`: an authorized approver has released the trainee. Recording a completion changes each of these to `complete`. An update sets `in_progress` on an `assigned` or `overdue` assignment, and `waived` on each that is not `complete`. The platform alone sets `overdue`, by the due date. A `complete` or `waived` assignment rejects other changes with 409. The updates of the status and this rejection are provisional. */
    status: TrainingAssignmentStatus;
    /** @description A day, `YYYY-MM-DD`. */
    dueDate?: Date;
    /** @description Time of the completion; null before. */
    completedAt: Timestamp | null;
    /** @description Test result in percent. The range is provisional. */
    score?: TrainingScore;
    /** @description Number or name of the certificate in the learning management system. */
    certificateReference?: string;
    /** @description Facilities that the training gives access to. In CSV, their names separated by semicolons. */
    facilities: FacilityReference[];
    /** @description Remarks for people. */
    notes?: string;
};
/** @description The fields to change, all optional. Omitted fields stay unchanged. An empty object changes nothing. */
export type UpdateTrainingAssignmentRequest = {
    /** @description Last day for a completion in time. */
    dueDate?: Date;
    /** @description Id of a training module of your organization (prefix `tm_`). An unknown id returns 400 `invalid_reference`. */
    trainingModuleId?: TrainingModuleId;
    /** @description `in_progress`: the trainee has started. `waived`: an approver releases the trainee from the training. The present status changes nothing; any other one returns 400. */
    status?: TrainingAssignmentStatus;
    /** @description Id of a training assignment. The text after the prefix is opaque. */
    readonly id?: TrainingAssignmentId;
    /** @description Id of a user. The text after the prefix is opaque. */
    readonly userId?: UserId;
    readonly completedAt?: Moment | null;
    /** @description Id of a user. The text after the prefix is opaque. */
    readonly completedBy?: UserId;
    readonly notes?: string;
    readonly facilities?: FacilityReference[];
    /** @description Test result in percent. The range is provisional. */
    readonly score?: TrainingScore;
    readonly certificateReference?: string;
    /** @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds. */
    readonly createdAt?: Moment;
    /** @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds. */
    readonly updatedAt?: Moment;
};
/** @description The details of the completion. */
export type CompleteTrainingAssignmentRequest = {
    /** @description Time at which the trainee finished. A time later than the present returns 400, with five minutes for clocks that differ. */
    completedAt: Moment;
    /** @description Test result in percent. The range is provisional. */
    score?: TrainingScore;
    /** @description Number or name of the certificate in the learning management system. */
    certificateReference?: string;
};
/** @description The completion of an assignment. `score` and `certificateReference` are absent when not given. */
export type TrainingCompletion = {
    /** @description Id of a training assignment. The text after the prefix is opaque. */
    id: TrainingAssignmentId;
    /** @description The trainee. */
    userId: UserId;
    /** @description Id of a training module. The text after the prefix is opaque. */
    trainingModuleId: TrainingModuleId;
    /**
     * @description Always `complete`.
     * @enum {string}
     */
    status: "complete";
    /** @description Last day for a completion in time; absent for an assignment without a due date. */
    dueDate?: Date;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    completedAt: Timestamp;
    /** @description Test result in percent. The range is provisional. */
    score?: TrainingScore;
    /** @description Number or name of the certificate in the learning management system. */
    certificateReference?: string;
};
/** @description The facilities in scope, in the order of their addition. */
export type FacilityReferenceList = {
    /** @description The records. */
    data: FacilityReference[];
    /** @description Total number of matching records. */
    total: Total;
};
/** @description The facilities to add to the scope. The requirement and the bounds of `facilityIds` are provisional. */
export type AddFacilitiesToAssignmentRequest = {
    /** @description Ids of facilities of your organization. Facilities already in scope stay. */
    facilityIds: FacilityId[];
};
/** @description A training assignment and all facilities in its scope. */
export type TrainingAssignmentFacilities = {
    /** @description Id of a training assignment. The text after the prefix is opaque. */
    trainingAssignmentId: TrainingAssignmentId;
    /** @description The facilities in scope, in the order of their addition. */
    facilities: FacilityReference[];
};
/**
 * @description Status of a task. `open`: the status of every new task. `in_progress`: work has started. `complete`: done. `overdue`: not complete after its due date. `cancelled`: voided. From `open`, `in_progress` and `overdue`, a task may change to `open`, `in_progress`, `complete` or `cancelled`. Only the platform sets `overdue`: setting it on another task returns 409. While a due date has passed, setting `open` or `in_progress` returns 409: move the due date, or complete the task. `complete` and `cancelled` are final: leaving them returns 409. A recurring task is `overdue` when one of its instances is. When it becomes `complete` or `cancelled`, its instances that are not complete become `cancelled`, and changing one of them returns 409. These transitions are provisional; the statuses are fixed.
 * @enum {string}
 */
export type TaskStatus = "open" | "in_progress" | "complete" | "overdue" | "cancelled";
/**
 * @description Kind of the related record. `cyber_asset` is fixed; the other values are provisional.
 * @enum {string}
 */
export type TaskRelatedResourceType = "facility" | "control_center" | "cyber_system" | "cyber_asset" | "policy_document" | "training_assignment" | "access_control";
/** @description Id of a task. The text after the prefix is opaque. */
export type TaskId = string;
/**
 * @description Interval of a task: each calendar quarter, each year, or the 35 calendar days or 15 calendar months of several CIP requirements. `yearly` and `quarterly` are fixed; the other values are provisional.
 * @enum {string}
 */
export type TaskRecurrence = "quarterly" | "yearly" | "every_35_days" | "every_15_months";
/** @description One occurrence of a recurring task in short form. */
export type TaskInstanceSummary = {
    /** @description A day, `YYYY-MM-DD`. */
    dueDate: Date;
    /** @description Status of a task. `open`: the status of every new task. `in_progress`: work has started. `complete`: done. `overdue`: not complete after its due date. `cancelled`: voided. From `open`, `in_progress` and `overdue`, a task may change to `open`, `in_progress`, `complete` or `cancelled`. Only the platform sets `overdue`: setting it on another task returns 409. While a due date has passed, setting `open` or `in_progress` returns 409: move the due date, or complete the task. `complete` and `cancelled` are final: leaving them returns 409. A recurring task is `overdue` when one of its instances is. When it becomes `complete` or `cancelled`, its instances that are not complete become `cancelled`, and changing one of them returns 409. These transitions are provisional; the statuses are fixed. */
    status: TaskStatus;
    /** @description Time of the completion; null before. */
    completedAt: Timestamp | null;
    /** @description Remarks for people. Absent when empty. */
    notes?: string;
    /** @description The entity tag that `If-Match` of `updateTaskInstance` takes. */
    etag?: string;
};
/** @description A single task, or the parent of a recurring one, which holds the schedule. `assigneeId`, `dueDate`, `notes` and the two fields of the related resource are absent when not given. */
export type Task = {
    /** @description Id of a task. The text after the prefix is opaque. */
    id: TaskId;
    /** @description The work to do, for people. */
    title: string;
    /** @description The user who does the task. */
    assigneeId?: UserId;
    /** @description Status of a task. `open`: the status of every new task. `in_progress`: work has started. `complete`: done. `overdue`: not complete after its due date. `cancelled`: voided. From `open`, `in_progress` and `overdue`, a task may change to `open`, `in_progress`, `complete` or `cancelled`. Only the platform sets `overdue`: setting it on another task returns 409. While a due date has passed, setting `open` or `in_progress` returns 409: move the due date, or complete the task. `complete` and `cancelled` are final: leaving them returns 409. A recurring task is `overdue` when one of its instances is. When it becomes `complete` or `cancelled`, its instances that are not complete become `cancelled`, and changing one of them returns 409. These transitions are provisional; the statuses are fixed. */
    status: TaskStatus;
    /** @description Last day for a completion in time. For a recurring task, the due date of its first instance. */
    dueDate?: Date;
    /** @description Interval of the task; null for a single task. */
    recurrence: TaskRecurrence | null;
    /** @description Due date of the first of `instances` that is neither complete nor cancelled; null for a single task and for a recurring one that is `complete` or `cancelled`. */
    nextDueDate: Date | null;
    /** @description Instances of a recurring task in the order of their due dates: those that are complete and those that are overdue, at most the last 100 of each, and the next four. `nextDueDate` is one of them. Complete instances stay when the schedule moves or ends. Null for a task that never recurred. */
    instances: TaskInstanceSummary[] | null;
    /** @description Id of the related record. */
    relatedResourceId?: string;
    /** @description Kind of the related record. `cyber_asset` is fixed; the other values are provisional. */
    relatedResourceType?: TaskRelatedResourceType;
    /** @description Remarks for people. */
    notes?: string;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    createdAt: Timestamp;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    updatedAt: Timestamp;
    /** @description Time of the completion; null before. The null is provisional. */
    completedAt: Timestamp | null;
};
/** @description The matching tasks, in order of creation. */
export type TaskList = {
    /** @description The records. */
    data: Task[];
    /** @description Total number of matching records. */
    total: Total;
};
/** @description A task to create. The requirements are provisional: `title` always, `dueDate` with a recurrence, and either both or neither of the id and the type of the related resource. */
export type CreateTaskRequest = {
    /** @description Title of the record, for people. It follows the rules of the name of an asset. */
    title: TitleInput;
    /** @description Id of a user of your organization (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
    assigneeId?: UserId;
    /** @description Last day for a completion in time. For a recurring task, the due date of its first instance. */
    dueDate?: Date;
    /** @description Interval of the task; null or omitted for a single task. */
    recurrence?: TaskRecurrence | null;
    /** @description Id of the related record of your organization. An unknown id returns 400 `invalid_reference`. */
    relatedResourceId?: string;
    /** @description Kind of the related record. `cyber_asset` is fixed; the other values are provisional. */
    relatedResourceType?: TaskRelatedResourceType;
    /** @description Remarks for people. */
    notes?: string;
};
/** @description The tasks to create together. The requirement and the bounds of `tasks` are provisional. */
export type BulkCreateTasksRequest = {
    /** @description The tasks, each as in a single creation. */
    tasks: CreateTaskRequest[];
};
/** @description A task in short form. `dueDate` is absent for a task without a due date. */
export type TaskSummary = {
    /** @description Id of a task. The text after the prefix is opaque. */
    id: TaskId;
    /** @description The work to do, for people. */
    title: string;
    /** @description Status of a task. `open`: the status of every new task. `in_progress`: work has started. `complete`: done. `overdue`: not complete after its due date. `cancelled`: voided. From `open`, `in_progress` and `overdue`, a task may change to `open`, `in_progress`, `complete` or `cancelled`. Only the platform sets `overdue`: setting it on another task returns 409. While a due date has passed, setting `open` or `in_progress` returns 409: move the due date, or complete the task. `complete` and `cancelled` are final: leaving them returns 409. A recurring task is `overdue` when one of its instances is. When it becomes `complete` or `cancelled`, its instances that are not complete become `cancelled`, and changing one of them returns 409. These transitions are provisional; the statuses are fixed. */
    status: TaskStatus;
    /** @description Last day for a completion in time. For a recurring task, the due date of its first instance. */
    dueDate?: Date;
};
/** @description The created tasks, in the order of the request. */
export type BulkCreatedTasks = {
    /**
     * Format: int32
     * @description Number of created tasks.
     */
    created: number;
    /** @description The new tasks, in short form. */
    tasks: TaskSummary[];
};
/** @description All editable fields of a task. Omitted fields are cleared. These rules are provisional: `status` and `completedAt` are editable; `title` and `status` are always required, `dueDate` with a recurrence, and either both or neither of the id and the type of the related resource. */
export type UpdateTaskRequest = {
    /** @description Title of the record, for people. It follows the rules of the name of an asset. */
    title: TitleInput;
    /** @description Id of a user of your organization (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
    assigneeId?: UserId;
    /** @description Status of a task. `open`: the status of every new task. `in_progress`: work has started. `complete`: done. `overdue`: not complete after its due date. `cancelled`: voided. From `open`, `in_progress` and `overdue`, a task may change to `open`, `in_progress`, `complete` or `cancelled`. Only the platform sets `overdue`: setting it on another task returns 409. While a due date has passed, setting `open` or `in_progress` returns 409: move the due date, or complete the task. `complete` and `cancelled` are final: leaving them returns 409. A recurring task is `overdue` when one of its instances is. When it becomes `complete` or `cancelled`, its instances that are not complete become `cancelled`, and changing one of them returns 409. These transitions are provisional; the statuses are fixed. */
    status: TaskStatus;
    /** @description Last day for a completion in time. For a recurring task, the due date of its first instance. */
    dueDate?: Date;
    /** @description Interval of the task; null or omitted for a single task. */
    recurrence?: TaskRecurrence | null;
    /** @description Id of the related record of your organization. An unknown id returns 400 `invalid_reference`. */
    relatedResourceId?: string;
    /** @description Kind of the related record. `cyber_asset` is fixed; the other values are provisional. */
    relatedResourceType?: TaskRelatedResourceType;
    /** @description Remarks for people. */
    notes?: string;
    /** @description Time of the completion. Send it only with status `complete`. A time later than the present returns 400, with five minutes for clocks that differ. If you omit it, a recorded time stays; a new completion gets the time of the request. */
    completedAt?: Moment | null;
    /** @description Id of a task. The text after the prefix is opaque. */
    readonly id?: TaskId;
    readonly nextDueDate?: Date | null;
    readonly instances?: TaskInstanceSummary[] | null;
    /** @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds. */
    readonly createdAt?: Moment;
    /** @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds. */
    readonly updatedAt?: Moment;
};
/** @description The editable fields of an instance. Omitted fields are cleared. The requirement of `status` is provisional. */
export type UpdateTaskInstanceRequest = {
    /** @description Status of a task. `open`: the status of every new task. `in_progress`: work has started. `complete`: done. `overdue`: not complete after its due date. `cancelled`: voided. From `open`, `in_progress` and `overdue`, a task may change to `open`, `in_progress`, `complete` or `cancelled`. Only the platform sets `overdue`: setting it on another task returns 409. While a due date has passed, setting `open` or `in_progress` returns 409: move the due date, or complete the task. `complete` and `cancelled` are final: leaving them returns 409. A recurring task is `overdue` when one of its instances is. When it becomes `complete` or `cancelled`, its instances that are not complete become `cancelled`, and changing one of them returns 409. These transitions are provisional; the statuses are fixed. */
    status: TaskStatus;
    /** @description Time of the completion. Send it only with status `complete`. A time later than the present returns 400, with five minutes for clocks that differ. If you omit it, a recorded time stays; a new completion gets the time of the request. */
    completedAt?: Moment | null;
    /** @description Remarks for people. */
    notes?: string;
    /** @description Id of a task. The text after the prefix is opaque. */
    readonly parentTaskId?: TaskId;
    /** @description A day, `YYYY-MM-DD`. */
    readonly dueDate?: Date;
    /** @description The entity tag of the instance, as `instances` of the task shows it. */
    readonly etag?: string;
};
/** @description One occurrence of a recurring task. The task and the due date identify it. `notes` is absent when empty. */
export type TaskInstance = {
    /** @description The recurring task. */
    parentTaskId: TaskId;
    /** @description A day, `YYYY-MM-DD`. */
    dueDate: Date;
    /** @description Status of a task. `open`: the status of every new task. `in_progress`: work has started. `complete`: done. `overdue`: not complete after its due date. `cancelled`: voided. From `open`, `in_progress` and `overdue`, a task may change to `open`, `in_progress`, `complete` or `cancelled`. Only the platform sets `overdue`: setting it on another task returns 409. While a due date has passed, setting `open` or `in_progress` returns 409: move the due date, or complete the task. `complete` and `cancelled` are final: leaving them returns 409. A recurring task is `overdue` when one of its instances is. When it becomes `complete` or `cancelled`, its instances that are not complete become `cancelled`, and changing one of them returns 409. These transitions are provisional; the statuses are fixed. */
    status: TaskStatus;
    /** @description Time of the completion; null before. The null is provisional. */
    completedAt: Timestamp | null;
    /** @description Remarks for people. */
    notes?: string;
};
/** @description The former and the new assignee. The requirement of both is provisional. */
export type ReassignTasksFromCsmRequest = {
    /** @description Id of a user of your organization, also a deleted one (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
    fromUserId: UserId;
    /** @description Id of a user of your organization (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
    toUserId: UserId;
};
/** @description The result of a reassignment. */
export type TaskReassignment = {
    /**
     * Format: int32
     * @description Number of tasks with a new assignee.
     */
    reassigned: number;
    /** @description The former assignee. */
    fromUserId: UserId;
    /** @description The new assignee. */
    toUserId: UserId;
};
/**
 * @description Kind of the supported record.
 * @enum {string}
 */
export type EvidenceResourceType = "cyber_asset" | "task" | "policy_document" | "training_assignment" | "access_control";
/**
 * @description Id of a file. The text after the prefix is opaque.
 * @example fl_01km3bmwy4fpyah6hmwshsne20
 */
export type FileId = string;
/** @description Evidence in the form of an uploaded file. The required fields other than `fileId` are provisional. */
export type CreateFileEvidenceRequest = {
    /** @description Id of the supported record. An unknown id of this kind returns 400 `invalid_reference`. */
    resourceId: string;
    /** @description Kind of the supported record. */
    resourceType: EvidenceResourceType;
    /**
     * @description Marks the evidence as a file. (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "file";
    /** @description Id of an uploaded file (prefix `fl_`). An unknown id returns 400 `invalid_reference`. */
    fileId: FileId;
    /** @description The fact that the artifact proves. */
    description?: string;
    noteText?: never;
    url?: never;
};
/** @description Evidence in the form of a text. The required fields other than `noteText` are provisional. */
export type CreateNoteEvidenceRequest = {
    /** @description Id of the supported record. An unknown id of this kind returns 400 `invalid_reference`. */
    resourceId: string;
    /** @description Kind of the supported record. */
    resourceType: EvidenceResourceType;
    /**
     * @description Marks the evidence as a note. (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "note";
    /** @description The text. */
    noteText: string;
    /** @description The fact that the artifact proves. */
    description?: string;
    fileId?: never;
    url?: never;
};
/** @description Evidence that is stored elsewhere. The required fields other than `url` are provisional. */
export type CreateLinkEvidenceRequest = {
    /** @description Id of the supported record. An unknown id of this kind returns 400 `invalid_reference`. */
    resourceId: string;
    /** @description Kind of the supported record. */
    resourceType: EvidenceResourceType;
    /**
     * @description Marks the evidence as a link. (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "link";
    /** @description Absolute `http` or `https` URL of the artifact. The server stores it and does not open it. */
    url: WebAddress;
    /** @description The fact that the artifact proves. */
    description?: string;
    fileId?: never;
    noteText?: never;
};
/** @description Evidence to record: a file, a note or a link, by its `type`. A field of another type returns 400. */
export type CreateEvidenceRequest = CreateFileEvidenceRequest | CreateNoteEvidenceRequest | CreateLinkEvidenceRequest;
/** @description Id of an evidence record. The text after the prefix is opaque. */
export type EvidenceId = string;
/** @description Id of the supported record: a cyber asset, a task, a policy document, a training assignment or an access control item. */
export type EvidenceResourceId = string;
/** @description An uploaded file as evidence. */
export type FileEvidence = {
    /** @description Id of an evidence record. The text after the prefix is opaque. */
    id: EvidenceId;
    /** @description Id of the supported record: a cyber asset, a task, a policy document, a training assignment or an access control item. */
    resourceId: EvidenceResourceId;
    /** @description Kind of the supported record. */
    resourceType: EvidenceResourceType;
    /**
     * @description Marks the evidence as a file. (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "file";
    /** @description The uploaded file. */
    fileId: FileId;
    /** @description The fact that the artifact proves. Absent when not given. */
    description?: string;
    /** @description The user who recorded the evidence. */
    createdBy: UserId;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    createdAt: Timestamp;
    noteText?: never;
    url?: never;
};
/** @description A text as evidence. */
export type NoteEvidence = {
    /** @description Id of an evidence record. The text after the prefix is opaque. */
    id: EvidenceId;
    /** @description Id of the supported record: a cyber asset, a task, a policy document, a training assignment or an access control item. */
    resourceId: EvidenceResourceId;
    /** @description Kind of the supported record. */
    resourceType: EvidenceResourceType;
    /**
     * @description Marks the evidence as a note. (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "note";
    /** @description The text. */
    noteText: string;
    /** @description The fact that the artifact proves. Absent when not given. */
    description?: string;
    /** @description The user who recorded the evidence. */
    createdBy: UserId;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    createdAt: Timestamp;
    fileId?: never;
    url?: never;
};
/** @description An artifact that is stored elsewhere as evidence. */
export type LinkEvidence = {
    /** @description Id of an evidence record. The text after the prefix is opaque. */
    id: EvidenceId;
    /** @description Id of the supported record: a cyber asset, a task, a policy document, a training assignment or an access control item. */
    resourceId: EvidenceResourceId;
    /** @description Kind of the supported record. */
    resourceType: EvidenceResourceType;
    /**
     * @description Marks the evidence as a link. (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "link";
    /**
     * Format: iri
     * @description Location of the artifact.
     */
    url: string;
    /** @description The fact that the artifact proves. Absent when not given. */
    description?: string;
    /** @description The user who recorded the evidence. */
    createdBy: UserId;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    createdAt: Timestamp;
    fileId?: never;
    noteText?: never;
};
/** @description One artifact as evidence for a record. It never changes: to correct it, delete it and create another. It has exactly one of `fileId`, `noteText` and `url`, according to its `type`. */
export type Evidence = FileEvidence | NoteEvidence | LinkEvidence;
/** @description The evidence of one record. */
export type EvidenceList = {
    /** @description The records, in order of creation. */
    data: Evidence[];
    /** @description Total number of matching records. */
    total: Total;
};
/**
 * @description `draft`: you can edit, submit and delete it. `submitted`: locked until a designated approver approves it. `approved`: in force, with its own version; a revert makes it a draft again. Other transitions return 409 `conflict`.
 * @enum {string}
 */
export type PolicyDocumentStatus = "draft" | "submitted" | "approved";
/** @description Id of a policy document. The text after the prefix is opaque. */
export type PolicyDocumentId = string;
/**
 * @description Id of a document type. The text after the prefix is opaque.
 * @example dt_01kk27r3hqepjs2c38466362pc
 */
export type DocumentTypeId = string;
/** @description A policy, procedure or plan with its status in the cycle of draft, submission and approval. Fields without a value are absent. */
export type PolicyDocument = {
    /** @description Id of a policy document. The text after the prefix is opaque. */
    id: PolicyDocumentId;
    /** @description Title of the document. */
    title: string;
    /** @description `draft`: you can edit, submit and delete it. `submitted`: locked until a designated approver approves it. `approved`: in force, with its own version; a revert makes it a draft again. Other transitions return 409 `conflict`. */
    status: PolicyDocumentStatus;
    /** @description Id of a document type. The text after the prefix is opaque. */
    documentTypeId?: DocumentTypeId;
    /** @description The owner of the document. */
    ownerId?: UserId;
    /**
     * Format: int32
     * @description Days from an approval to the next review. CIP-003 requires a review at least every 15 calendar months.
     */
    reviewIntervalDays?: number;
    /** @description Due date of the next review: the day of the last approval plus `reviewIntervalDays`, unless another date was set. Absent until then. */
    reviewDate?: Date;
    /** @description The subject of the document. */
    description?: string;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    createdAt: Timestamp;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    updatedAt: Timestamp;
    /** @description Time of the submission in the current cycle. Absent from a draft. */
    submittedAt?: Timestamp;
    /** @description The submitter. Absent from a draft. */
    submittedBy?: UserId;
};
/**
 * @description Value for `cursor` to read the next page. Absent on the last page.
 * @example eyJvZmZzZXQiOjJ9
 */
export type NextCursor = string;
/** @description One page of policy documents. */
export type PolicyDocumentList = {
    /** @description The documents of this page, in order of creation. */
    data: PolicyDocument[];
    /** @description Total number of matching records. */
    total: Total;
    /** @description Value for `cursor` to read the next page. Absent on the last page. */
    nextCursor?: NextCursor;
};
/** @description A policy document to create. The requirement of `title` alone is provisional. */
export type CreatePolicyDocumentRequest = {
    /** @description Title of the record, for people. It follows the rules of the name of an asset. */
    title: TitleInput;
    /** @description Id of a document type of your organization (prefix `dt_`), as its documents show it. No operation lists the types. Each world of the sandbox has `dt_01kk27r3hqepjs2c38466362pc`, for policies, and `dt_01kka3memffxgad2q1gn5xn1v4`, for plans. An unknown id returns 400 `invalid_reference`. */
    documentTypeId?: DocumentTypeId;
    /** @description Id of the owner of the document (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
    ownerId?: UserId;
    /**
     * Format: int32
     * @description Days from an approval to the next review. CIP-003 requires a review at least every 15 calendar months.
     */
    reviewIntervalDays?: number;
    /** @description The subject of the document. */
    description?: string;
};
/** @description The file to be processed, as a multipart form with one part. */
export type UploadPolicyDocumentFileRequest = {
    /**
     * Format: binary
     * @description The PDF, DOCX, PNG, JPEG, TXT or CSV file, 25 MiB at most.
     */
    file: string;
};
/**
 * @description `processing`: the service reads its content. `processed`: you can create a policy document from it, if it has sections. `failed`: the service cannot read it; upload another file.
 * @enum {string}
 */
export type ProcessingFileStatus = "processing" | "processed" | "failed";
/** @description An uploaded file before it becomes a policy document. It leaves the list when a document is created from it. */
export type ProcessingFile = {
    /** @description Id of a file. The text after the prefix is opaque. */
    id: FileId;
    /** @description Name of the uploaded file. */
    fileName: string;
    /** @description Media type of the file. */
    mediaType: string;
    /**
     * Format: int32
     * @description Size of the file in bytes.
     */
    sizeBytes: number;
    /** @description `processing`: the service reads its content. `processed`: you can create a policy document from it, if it has sections. `failed`: the service cannot read it; upload another file. */
    status: ProcessingFileStatus;
    /** @description Reason for the failure. Present when `status` is `failed`. */
    failureReason?: string;
    /**
     * Format: int32
     * @description Number of sections found, 0 for an image or a text. Present when `status` is `processed`.
     */
    sectionCount?: number;
    /**
     * Format: uri
     * @description URL of the bytes, in the sandbox only. Absent for a file of the demo data.
     */
    downloadUrl?: string;
    /** @description The user who uploaded the file. */
    uploadedBy: UserId;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    uploadedAt: Timestamp;
    /** @description Time at which processing ended, with or without success. Absent before. */
    processedAt?: Timestamp;
};
/** @description The processed file, and the properties of the new document besides its text. */
export type CreatePolicyDocumentFromProcessedRequest = {
    /** @description Id of a processing file with status `processed` (prefix `fl_`). An unknown id returns 400 `invalid_reference`. */
    fileId: FileId;
    /** @description Title of the record, for people. It follows the rules of the name of an asset. */
    title: TitleInput;
    /** @description Id of a document type of your organization (prefix `dt_`), as its documents show it. No operation lists the types. Each world of the sandbox has `dt_01kk27r3hqepjs2c38466362pc`, for policies, and `dt_01kka3memffxgad2q1gn5xn1v4`, for plans. An unknown id returns 400 `invalid_reference`. */
    documentTypeId?: DocumentTypeId;
    /** @description Id of the owner of the document (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
    ownerId?: UserId;
    /**
     * Format: int32
     * @description Days from an approval to the next review. CIP-003 requires a review at least every 15 calendar months.
     */
    reviewIntervalDays?: number;
    /** @description The subject of the document. */
    description?: string;
};
/** @description The uploaded files that are not yet documents. */
export type ProcessingFileList = {
    /** @description The files, in order of upload. */
    data: ProcessingFile[];
    /** @description Total number of matching records. */
    total: Total;
};
/**
 * @description Id of a section of a policy document. The text after the prefix is opaque.
 * @example sec_01kjy8eja8fj9aqdhrv9bzbw1p
 */
export type PolicyDocumentSectionId = string;
/** @description One section of a policy document. */
export type PolicyDocumentSection = {
    /** @description Id of a section of a policy document. The text after the prefix is opaque. */
    id: PolicyDocumentSectionId;
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
export type PolicyDocumentAsset = {
    /** @description Id of a file. The text after the prefix is opaque. */
    fileId: FileId;
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
export type PolicyDocumentWithSections = PolicyDocument & {
    /** @description The sections, in display order. */
    sections: PolicyDocumentSection[];
    /** @description The supporting files, in the order of their attachment. */
    assets: PolicyDocumentAsset[];
};
/** @description The fields to change, all optional. Omitted fields stay unchanged. An empty object changes nothing. */
export type UpdatePolicyDocumentRequest = {
    /** @description Title of the record, for people. It follows the rules of the name of an asset. */
    title?: TitleInput;
    /** @description The subject of the document. */
    description?: string;
    /** @description Id of the owner of the document (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
    ownerId?: UserId;
    /** @description Due date of the next review. The next approval sets it again. */
    reviewDate?: Date;
    /**
     * Format: int32
     * @description Days from an approval to the next review. CIP-003 requires a review at least every 15 calendar months.
     */
    reviewIntervalDays?: number;
    /** @description Id of a policy document. The text after the prefix is opaque. */
    readonly id?: PolicyDocumentId;
    /** @description `draft`: you can edit, submit and delete it. `submitted`: locked until a designated approver approves it. `approved`: in force, with its own version; a revert makes it a draft again. Other transitions return 409 `conflict`. */
    readonly status?: PolicyDocumentStatus;
    /** @description Id of a document type. The text after the prefix is opaque. */
    readonly documentTypeId?: DocumentTypeId;
    /** @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds. */
    readonly submittedAt?: Moment;
    /** @description Id of a user. The text after the prefix is opaque. */
    readonly submittedBy?: UserId;
    readonly sections?: PolicyDocumentSection[];
    readonly assets?: PolicyDocumentAsset[];
    /** @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds. */
    readonly createdAt?: Moment;
    /** @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds. */
    readonly updatedAt?: Moment;
};
/** @description Files to attach, files to detach, or both. All fields are optional; an empty object changes nothing. */
export type UpdatePolicyDocumentAssetsRequest = {
    /** @description Files to attach. A file that is already attached stays attached. An unknown id returns 400 `invalid_reference`. */
    attachFileIds?: FileId[];
    /** @description Files to detach. The files themselves remain. A file that is not attached returns 400 `invalid_reference`. */
    detachFileIds?: string[];
};
/** @description The supporting files of a policy document after a change. */
export type PolicyDocumentAssets = {
    /** @description Id of a policy document. The text after the prefix is opaque. */
    documentId: PolicyDocumentId;
    /** @description All supporting files, in the order of their attachment. */
    assets: PolicyDocumentAsset[];
};
/** @description The new display order. */
export type ReorderDocumentSectionsRequest = {
    /** @description The ids of all sections of the document, each once, in the new order. */
    sectionIds: string[];
};
/** @description A policy document after its submission. */
export type PolicyDocumentSubmission = {
    /** @description Id of a policy document. The text after the prefix is opaque. */
    id: PolicyDocumentId;
    /**
     * @description The new status.
     * @constant
     */
    status: "submitted";
    /** @description Time of the submission. */
    submittedAt: Timestamp;
    /** @description The submitter. */
    submittedBy: UserId;
};
/**
 * Format: int32
 * @description Number of a version of a policy document: 1 for the first approval, and one more for each further approval.
 */
export type VersionNumber = number;
/** @description A policy document after its approval. */
export type PolicyDocumentApproval = {
    /** @description Id of a policy document. The text after the prefix is opaque. */
    id: PolicyDocumentId;
    /**
     * @description The new status.
     * @constant
     */
    status: "approved";
    /** @description Time of the approval. */
    approvedAt: Timestamp;
    /** @description The approver. */
    approvedBy: UserId;
    /** @description Number of the version that the approval created. */
    versionNumber: VersionNumber;
};
/** @description The record of one export of a policy document as PDF. */
export type PolicyDocumentPdfExport = {
    /** @description Id of a policy document. The text after the prefix is opaque. */
    documentId: PolicyDocumentId;
    /** @description Time of the export. */
    exportedAt: Timestamp;
    /** @description The user who exported the document. */
    exportedBy: UserId;
};
/** @description An approved policy document. A version never changes. */
export type PolicyDocumentVersion = {
    /** @description Number of a version of a policy document: 1 for the first approval, and one more for each further approval. */
    versionNumber: VersionNumber;
    /** @description Id of a policy document. The text after the prefix is opaque. */
    documentId: PolicyDocumentId;
    /** @description Time of the approval. */
    approvedAt: Timestamp;
    /** @description The approver. */
    approvedBy: UserId;
    /**
     * Format: uri
     * @description URL of the text of this version.
     */
    snapshotUrl: string;
};
/** @description The versions of one policy document. */
export type PolicyDocumentVersionList = {
    /** @description The versions, latest first. */
    data: PolicyDocumentVersion[];
    /** @description Total number of matching records. */
    total: Total;
};
/**
 * @description Role of a user in the organization. `organization_admin`: everything, including users and API keys. `compliance_manager`: everything except changes of users, invitations and access control. `contributor`: reads everything, and changes tasks, training, evidence and the records that an active `edit` item of access control gives. `auditor`: reads everything. `api_user`: a program. In the sandbox, everything; on the server, everything except changes of users, invitations, access control and the CIP Senior Manager. The list may grow.
 * @enum {string}
 */
export type UserRole = "organization_admin" | "compliance_manager" | "contributor" | "auditor" | "api_user";
/**
 * Format: email
 * @description An e-mail address. It is unique among the users of the organization; upper and lower case count as equal.
 * @example dale.hutchins@cedar-valley.example
 */
export type EmailAddress = string;
/** @description A person or an integration account of the organization. */
export type User = {
    /** @description Id of a user. The text after the prefix is opaque. */
    id: UserId;
    /** @description Name, as compliance records show it. */
    name: string;
    /** @description An e-mail address. It is unique among the users of the organization; upper and lower case count as equal. */
    email: EmailAddress;
    /** @description Telephone number in dialing format; null when unknown. */
    phone: string | null;
    /** @description Position in the organization; null when unknown. */
    jobTitle: string | null;
    /** @description Role of a user in the organization. `organization_admin`: everything, including users and API keys. `compliance_manager`: everything except changes of users, invitations and access control. `contributor`: reads everything, and changes tasks, training, evidence and the records that an active `edit` item of access control gives. `auditor`: reads everything. `api_user`: a program. In the sandbox, everything; on the server, everything except changes of users, invitations, access control and the CIP Senior Manager. The list may grow. */
    role: UserRole;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    createdAt: Timestamp;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    updatedAt: Timestamp;
};
/** @description A page of users, in order of creation. */
export type UserList = {
    /** @description The records of this page. */
    data: User[];
    /** @description Total number of matching records. */
    total: Total;
    /** @description Value for `cursor` to read the next page. Absent on the last page. */
    nextCursor?: NextCursor;
};
/** @description A user to create. The requirement of `name`, `email` and `role` and the names of the fields are provisional. */
export type CreateUserRequest = {
    /** @description Name, as compliance records show it. */
    name: string;
    /** @description An e-mail address. It is unique among the users of the organization; upper and lower case count as equal. */
    email: EmailAddress;
    /** @description Role of a user in the organization. `organization_admin`: everything, including users and API keys. `compliance_manager`: everything except changes of users, invitations and access control. `contributor`: reads everything, and changes tasks, training, evidence and the records that an active `edit` item of access control gives. `auditor`: reads everything. `api_user`: a program. In the sandbox, everything; on the server, everything except changes of users, invitations, access control and the CIP Senior Manager. The list may grow. */
    role: UserRole;
    /** @description Telephone number in dialing format. */
    phone?: string;
    /** @description Position in the organization. */
    jobTitle?: string;
};
/**
 * @description Id of an organization. The text after the prefix is opaque.
 * @example org_01k4qsdg89fyc89dkyjez660ya
 */
export type OrganizationId = string;
/** @description An organization of the current user, and the user's role there. */
export type UserOrganization = {
    /** @description Id of an organization. The text after the prefix is opaque. */
    id: OrganizationId;
    /** @description Slug of the organization, the value of `organization_slug` elsewhere. */
    slug: OrganizationSlug;
    /** @description Name of the record, for people. */
    name: RecordName;
    /** @description Role of a user in the organization. `organization_admin`: everything, including users and API keys. `compliance_manager`: everything except changes of users, invitations and access control. `contributor`: reads everything, and changes tasks, training, evidence and the records that an active `edit` item of access control gives. `auditor`: reads everything. `api_user`: a program. In the sandbox, everything; on the server, everything except changes of users, invitations, access control and the CIP Senior Manager. The list may grow. */
    role: UserRole;
};
/** @description The organizations of the current user, in order of creation. */
export type UserOrganizationList = {
    /** @description The records. */
    data: UserOrganization[];
    /** @description Total number of matching records. */
    total: Total;
};
/**
 * @description A permission: a kind of resource and an action. `read` lists and gets. `write` creates, changes and deletes. `approve` approves a submitted document. `x-permission` of an operation names the permission that it needs. The list may grow.
 * @enum {string}
 */
export type Permission = "facilities:read" | "facilities:write" | "control_centers:read" | "control_centers:write" | "cyber_systems:read" | "cyber_systems:write" | "cyber_assets:read" | "cyber_assets:write" | "training:read" | "training:write" | "tasks:read" | "tasks:write" | "evidence:read" | "evidence:write" | "policy_documents:read" | "policy_documents:write" | "policy_documents:approve" | "users:read" | "users:write" | "invitations:read" | "invitations:write" | "cip_senior_manager:read" | "cip_senior_manager:write" | "access_control:read" | "access_control:write" | "activity:read";
/**
 * @description Kind of the resource. The list may grow.
 * @enum {string}
 */
export type AccessControlResourceType = "facility" | "control_center" | "cyber_system" | "cyber_asset" | "policy_document";
/** @description The result of a permission check. */
export type AccessCheck = {
    /** @description The checked permission. */
    permission: Permission;
    /** @description Whether the current user has the permission. */
    allowed: boolean;
};
/** @description The fields to change, all optional. Omitted fields stay unchanged. Null clears a nullable field. An empty object changes nothing. */
export type UpdateUserRequest = {
    /** @description Name, as compliance records show it. */
    name?: string;
    /** @description An e-mail address. It is unique among the users of the organization; upper and lower case count as equal. */
    email?: EmailAddress;
    /** @description Role of a user in the organization. `organization_admin`: everything, including users and API keys. `compliance_manager`: everything except changes of users, invitations and access control. `contributor`: reads everything, and changes tasks, training, evidence and the records that an active `edit` item of access control gives. `auditor`: reads everything. `api_user`: a program. In the sandbox, everything; on the server, everything except changes of users, invitations, access control and the CIP Senior Manager. The list may grow. */
    role?: UserRole;
    /** @description Telephone number in dialing format; null removes it. */
    phone?: string | null;
    /** @description Position in the organization; null removes it. */
    jobTitle?: string | null;
    /** @description Id of a user. The text after the prefix is opaque. */
    readonly id?: UserId;
    /** @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds. */
    readonly createdAt?: Moment;
    /** @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds. */
    readonly updatedAt?: Moment;
};
/**
 * @description `pending`: sent and not yet accepted, before or after `expiresAt`. `accepted`: the account is active. A pending invitation can become accepted. A canceled invitation no longer exists.
 * @enum {string}
 */
export type InvitationStatus = "pending" | "accepted";
/** @description Id of an invitation. The text after the prefix is opaque. */
export type InvitationId = string;
/** @description An invitation of one person to the organization, by e-mail. */
export type Invitation = {
    /** @description Id of an invitation. The text after the prefix is opaque. */
    id: InvitationId;
    /** @description Address of the invitation. */
    email: EmailAddress;
    /** @description Role of the new account. */
    role: UserRole;
    /** @description `pending`: sent and not yet accepted, before or after `expiresAt`. `accepted`: the account is active. A pending invitation can become accepted. A canceled invitation no longer exists. */
    status: InvitationStatus;
    /** @description Id of the inviting user. */
    invitedBy: UserId;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    createdAt: Timestamp;
    /** @description Time at which the e-mail was last sent. */
    sentAt: Timestamp;
    /** @description Time at which the token expires. */
    expiresAt: Timestamp;
    /** @description When the invitation was accepted; null while it is pending. */
    acceptedAt: Timestamp | null;
    /** @description Id of the resulting account; null while the invitation is pending. */
    userId: UserId | null;
};
/** @description The invitations of the organization, in order of creation. */
export type InvitationList = {
    /** @description The records. */
    data: Invitation[];
    /** @description Total number of matching records. */
    total: Total;
};
/** @description The user to invite. The requirement of `email` and `role` and the names of the fields are provisional. */
export type CreateInvitationRequest = {
    /** @description Address of the invitation. */
    email: EmailAddress;
    /** @description The role of the new account. */
    role: UserRole;
};
/** @description The secret in an invitation link. It lets its holder accept the invitation: keep it out of logs and tickets. */
export type InvitationToken = string;
/** @description An invitation in the response to its sender, with its token where that applies. */
export type IssuedInvitation = Invitation & {
    /** @description The token of the link, which appears in this response only. It is present where you may deliver the link yourself, for example in an installation without outgoing mail. Otherwise it is absent. */
    token?: InvitationToken;
};
/** @description The result of checking a token. The other fields are present only when `valid` is true. */
export type InvitationValidation = {
    /** @description True when the invitation is pending and not expired. False for a token that is unknown, replaced, expired, used or canceled; the response does not say which. */
    valid: boolean;
    /** @description Address of the invited person. */
    email?: EmailAddress;
    /** @description Role of the new account. */
    role?: UserRole;
    /** @description Name of the inviting organization. */
    organizationName?: string;
    /** @description Time at which the token expires. */
    expiresAt?: Timestamp;
};
/** @description The token and the profile of the invited user. The requirement of `token` is fixed. The requirement of `name` and the names of the profile fields are provisional. */
export type AcceptInvitationRequest = {
    /** @description The token of the invitation link. */
    token: InvitationToken;
    /** @description Name, as compliance records show it. */
    name: string;
    /** @description Telephone number in dialing format. */
    phone?: string;
    /** @description Position in the organization. */
    jobTitle?: string;
};
/** @description Id of a CIP Senior Manager assignment. The text after the prefix is opaque. */
export type CipSeniorManagerAssignmentId = string;
/** @description The designation of a senior manager as CIP Senior Manager (CIP-003, R3), from its effective date. */
export type CipSeniorManagerAssignment = {
    /** @description Id of a CIP Senior Manager assignment. The text after the prefix is opaque. */
    id: CipSeniorManagerAssignmentId;
    /** @description Id of the designated user. */
    userId: UserId;
    /** @description First day of the designation. */
    effectiveDate: Date;
    /** @description Last day of the designation; null until a successor is designated. */
    endDate: Date | null;
    /** @description The document behind the designation, for example a resolution or a letter; null when none was given. */
    notes: string | null;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    createdAt: Timestamp;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    updatedAt: Timestamp;
};
/** @description The designated user and the effective date. The requirement of `userId` and `effectiveDate` and the names of the fields are provisional. */
export type CreateCipSeniorManagerAssignmentRequest = {
    /** @description Id of the user to designate (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
    userId: UserId;
    /** @description First day of the designation. It may be in the past or in the future, but after the effective date of the assignment that it replaces. */
    effectiveDate: Date;
    /** @description The document behind the designation, for example a resolution or a letter. */
    notes?: string;
};
/** @description The fields to change; all are optional. Omitted fields stay unchanged. An empty object changes nothing. To change the designated user, create a new assignment. */
export type UpdateCipSeniorManagerAssignmentRequest = {
    /** @description The corrected effective date. */
    effectiveDate?: Date;
    /** @description The document behind the designation; null removes it. */
    notes?: string | null;
    /** @description Id of a CIP Senior Manager assignment. The text after the prefix is opaque. */
    readonly id?: CipSeniorManagerAssignmentId;
    /** @description Id of a user. The text after the prefix is opaque. */
    readonly userId?: UserId;
    readonly endDate?: Date | null;
    /** @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds. */
    readonly createdAt?: Moment;
    /** @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds. */
    readonly updatedAt?: Moment;
};
/**
 * @description `inactive`: defined, without access. Every item starts with this status. `active`: granted. A grant makes an inactive item active, and a revocation makes an active item inactive, any number of times.
 * @enum {string}
 */
export type AccessControlStatus = "inactive" | "active";
/** @description Id of an access control item. The text after the prefix is opaque. */
export type AccessControlId = string;
/**
 * @description `read`: read the resource and its contents. `edit`: also change it. The list may grow.
 * @enum {string}
 */
export type AccessLevel = "read" | "edit";
/** @description The access level of a user to a resource. It gives access only while its status is `active`. */
export type AccessControlItem = {
    /** @description Id of an access control item. The text after the prefix is opaque. */
    id: AccessControlId;
    /** @description Id of the user with the access. */
    userId: UserId;
    /** @description Kind of the resource. The list may grow. */
    resourceType: AccessControlResourceType;
    /** @description Id of the resource. */
    resourceId: string;
    /** @description `read`: read the resource and its contents. `edit`: also change it. The list may grow. */
    accessLevel: AccessLevel;
    /** @description `inactive`: defined, without access. Every item starts with this status. `active`: granted. A grant makes an inactive item active, and a revocation makes an active item inactive, any number of times. */
    status: AccessControlStatus;
    /** @description The business need for the access (CIP-004, R4); null when none was given. */
    justification: string | null;
    /** @description Time of the last grant; null before the first grant. */
    grantedAt: Timestamp | null;
    /** @description Id of the user who last granted the access; null before the first grant. */
    grantedBy: UserId | null;
    /** @description Time of the last revocation; null before the first revocation and after a new grant. */
    revokedAt: Timestamp | null;
    /** @description Id of the user who last revoked the access; null when `revokedAt` is null. */
    revokedBy: UserId | null;
    /** @description A time in UTC with milliseconds (ISO 8601). */
    createdAt: Timestamp;
    /** @description Time of the last change, including grants and revocations. */
    updatedAt: Timestamp;
};
/** @description A page of access control items, in order of creation. */
export type AccessControlItemList = {
    /** @description The records of this page. */
    data: AccessControlItem[];
    /** @description Total number of matching records. */
    total: Total;
    /** @description Value for `cursor` to read the next page. Absent on the last page. */
    nextCursor?: NextCursor;
};
/** @description An access control item to create: user, resource and access level. Their requirement and the names of the fields are provisional. */
export type CreateAccessControlRequest = {
    /** @description Id of the user (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
    userId: UserId;
    /** @description Kind of the resource. The list may grow. */
    resourceType: AccessControlResourceType;
    /** @description Id of the resource, of the kind in `resourceType`. An unknown id returns 400 `invalid_reference`. */
    resourceId: string;
    /** @description `read`: read the resource and its contents. `edit`: also change it. The list may grow. */
    accessLevel: AccessLevel;
    /** @description The business need for the access (CIP-004, R4). */
    justification?: string;
};
/** @description The new definition of an access control item. The requirement of user, resource and access level and the names of the fields are provisional. */
export type UpdateAccessControlRequest = {
    /** @description Id of the user (prefix `usr_`). An unknown id returns 400 `invalid_reference`. */
    userId: UserId;
    /** @description Kind of the resource. The list may grow. */
    resourceType: AccessControlResourceType;
    /** @description Id of the resource, of the kind in `resourceType`. An unknown id returns 400 `invalid_reference`. */
    resourceId: string;
    /** @description `read`: read the resource and its contents. `edit`: also change it. The list may grow. */
    accessLevel: AccessLevel;
    /** @description The business need for the access (CIP-004, R4). Omitted, it becomes null. */
    justification?: string | null;
    /** @description Id of an access control item. The text after the prefix is opaque. */
    readonly id?: AccessControlId;
    /** @description `inactive`: defined, without access. Every item starts with this status. `active`: granted. A grant makes an inactive item active, and a revocation makes an active item inactive, any number of times. */
    readonly status?: AccessControlStatus;
    readonly grantedAt?: Moment | null;
    readonly grantedBy?: UserId | null;
    readonly revokedAt?: Moment | null;
    readonly revokedBy?: UserId | null;
    /** @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds. */
    readonly createdAt?: Moment;
    /** @description A time of RFC 3339 with `Z` or an offset, with or without a fraction of a second. Responses show UTC with milliseconds. */
    readonly updatedAt?: Moment;
};
/** @description Ids of the access control items that are active for one user, in order of creation. */
export type AccessControlItemIdList = {
    /** @description The ids. */
    data: AccessControlId[];
    /** @description Total number of matching records. */
    total: Total;
};
/** @description The items to grant. The requirement of `accessControlItemIds` and the names of the fields are provisional. */
export type GrantAccessRequest = {
    /** @description Ids of items of this user (prefix `ac_`). An id that is not an item of this user returns 400 `invalid_reference`, and no item changes. */
    accessControlItemIds: AccessControlId[];
    /** @description Reason for the grant, for example the number of a request. It appears in the activity log. */
    reason?: string;
};
/** @description The access control items of one user that a grant or a revocation named, after the change. */
export type UserAccess = {
    /** @description Id of a user. The text after the prefix is opaque. */
    userId: UserId;
    /** @description The items, in the order of the request. */
    items: AccessControlItem[];
};
/** @description The items to revoke. The requirement of `accessControlItemIds` and the names of the fields are provisional. */
export type RevokeAccessRequest = {
    /** @description Ids of items of this user (prefix `ac_`). An id that is not an item of this user returns 400 `invalid_reference`, and no item changes. */
    accessControlItemIds: AccessControlId[];
    /** @description Reason for the revocation, for example a transfer or a termination. It appears in the activity log. */
    reason?: string;
};
/**
 * @description Kind of the affected resource. `facility`, `cyber-asset` and `policy-document` are fixed; the other values are provisional. The list may grow.
 * @enum {string}
 */
export type ActivityResourceType = "cyber-asset" | "organization" | "facility" | "control-center" | "cyber-system" | "policy-document" | "file" | "training-module" | "training-assignment" | "task" | "evidence" | "user" | "invitation" | "cip-senior-manager-assignment" | "access-control" | "api-key";
/**
 * @description Id of an entry of the activity log. The text after the prefix is opaque.
 * @example act_01kcvpknsje0vbggv0rqvfhq96
 */
export type ActivityLogEntryId = string;
/**
 * @description `user`: a user of the organization, in the web application or behind an API key. `api_key`: a program with an API key that acts for no user, which only the real server has. `operator`: a user of the server's command line. `system`: the platform, for a change that time brings. The list may grow.
 * @enum {string}
 */
export type ActivityActorType = "user" | "api_key" | "operator" | "system";
/**
 * @description The action, for programs. Together with the resource type it is complete (`granted` on an `access-control`, `revoked` on an `api-key`). `moved` is an update that changed the parent of a resource, and `role_updated` one that changed a role. `signed_in` is a sign-in, or in the sandbox the first request with a key that was created for a user; `sign_in_refused` is a rejected one, at most once a minute for each key. The list may grow: show unknown values unchanged.
 * @enum {string}
 */
export type ActivityOperation = "created" | "updated" | "moved" | "deleted" | "imported" | "accepted" | "role_updated" | "granted" | "revoked" | "submitted" | "approved" | "reverted" | "exported" | "pdf_exported" | "completed" | "status_changed" | "signed_in" | "signed_out" | "sign_in_refused";
/** @description The value of a field. */
export type ActivityValue = string | number | boolean | string[] | null;
/** @description The change of one field. */
export type ActivityChange = {
    /** @description Name of the field in the resource. A field of one instance of a recurring task is `instances.DUE_DATE.FIELD`, for example `instances.2026-04-17.status`. */
    field: string;
    /** @description The value before; null when there was none, as in a creation. */
    before: ActivityValue;
    /** @description The value after; null when there is none, as in a deletion. */
    after: ActivityValue;
};
/** @description One entry of the activity log: the actor, the action, the resource, the time and the changed fields. Entries never change. They remain after their resource is deleted. */
export type ActivityLogEntry = {
    /** @description Id of an entry of the activity log. The text after the prefix is opaque. */
    id: ActivityLogEntryId;
    /** @description Time of the action. */
    occurredAt: Timestamp;
    /** @description `user`: a user of the organization, in the web application or behind an API key. `api_key`: a program with an API key that acts for no user, which only the real server has. `operator`: a user of the server's command line. `system`: the platform, for a change that time brings. The list may grow. */
    actorType: ActivityActorType;
    /** @description The actor, of the kind in `actorType`: the id of the user (`usr_…`), the id of the API key (`key_…`, never the key itself), the account name of the operator, or `system`. */
    actorId: string;
    /** @description The action, for programs. Together with the resource type it is complete (`granted` on an `access-control`, `revoked` on an `api-key`). `moved` is an update that changed the parent of a resource, and `role_updated` one that changed a role. `signed_in` is a sign-in, or in the sandbox the first request with a key that was created for a user; `sign_in_refused` is a rejected one, at most once a minute for each key. The list may grow: show unknown values unchanged. */
    operation: ActivityOperation;
    /** @description Kind of the affected resource. `facility`, `cyber-asset` and `policy-document` are fixed; the other values are provisional. The list may grow. */
    resourceType: ActivityResourceType;
    /** @description Id of the affected resource at the time of the action. */
    resourceId: string;
    /** @description The action, as a sentence for people. The wording may change. */
    description: string;
    /** @description The changed fields: every field with a value of a new or a deleted resource, and none when the resource itself did not change. */
    changes: ActivityChange[];
    /** @description The `X-Request-Id` of the request; null for an action without a request. */
    requestId: string | null;
    /** @description The IP address of the client that sent the request, not of a proxy; null for an action without a request, and for entries that are older than this field. */
    sourceAddress?: string | null;
    /** @description The `User-Agent` of the request, in visible ASCII; null when the entry has none. */
    userAgent?: string | null;
};
/** @description A page of the activity log, newest first. */
export type ActivityLogPage = {
    /** @description The records of this page. */
    data: ActivityLogEntry[];
    /** @description Total number of matching records. */
    total: Total;
    /** @description Value for `cursor` to read the next page. Absent on the last page. */
    nextCursor?: NextCursor;
};
/** @description The history of one resource, oldest first. */
export type ActivityLogHistory = {
    /** @description The records. */
    data: ActivityLogEntry[];
    /** @description Total number of matching records. */
    total: Total;
};
