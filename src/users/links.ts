// Where one-time links lead, within the Settings pages.

export const invitationPath = (token: string): string => `/invitations/${token}`;

export const recoveryPath = (token: string): string => `/recoveries/${token}`;
