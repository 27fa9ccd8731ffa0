import { randomBase62 } from "../../contract/index.ts"
import { hashSecret } from "../secrets.ts"

/*
 * Codes and refresh tokens, like access tokens, are long random texts that mean nothing to anyone but us. Their
 * beginning says what they are, so that one which ends up in a log is known for what it is and hidden.
 */
const random = 43

export const newCode = (): string => `svc_ac_${randomBase62(random)}`
export const newRefreshToken = (): string => `svc_rt_${randomBase62(random)}`

/** Longer than any secret of ours: what is longer still is not worth hashing. */
const longest = 256

/** Under which hash a presented secret would be kept; null for what cannot be one of ours. */
export const presentedHash = (text: string): Buffer | null =>
  text.startsWith("svc_") && text.length <= longest ? hashSecret(text) : null
