export type { CreatedKey, KeyChange, KeyRef, KeyRefusal, KeyRow, NewKey, RotatedKey } from "./key.ts"
export { Keys, type KeysShape } from "./keys.ts"
export * from "./oauth/index.ts"
export { checkPassword, hashPassword, hashSecret } from "./secrets.ts"
