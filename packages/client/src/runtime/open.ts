/**
 * An open enum: known values, and others that later versions of the service can add. A switch over it needs a default.
 * Editors still suggest the known values.
 */
export type Open<Words extends string> = Words | (string & {})
