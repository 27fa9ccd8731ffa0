/**
 * Words that an answer may have. The service may come to say others within this version, so a switch over them needs a
 * default; editors still offer those that are known.
 */
export type Open<Words extends string> = Words | (string & {})
