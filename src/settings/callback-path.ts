// Where identity providers send the browser back to: registered with each of them.
export const CALLBACK_PATH = '/sign-in/organization/callback';
