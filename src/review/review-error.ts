// Why two documents cannot be compared, in one sentence for people.
export class ReviewError extends Error {}
