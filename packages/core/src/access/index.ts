export { type AccessToken, AccessTokens, type NewAccessToken } from "./access-tokens.ts"
export type { CreatedKey, KeyChange, KeyRef, KeyRefusal, KeyRow, NewKey, RotatedKey } from "./key.ts"
export { Keys, type KeysShape } from "./keys.ts"
export { checkPassword, hashPassword, hashSecret } from "./secrets.ts"
