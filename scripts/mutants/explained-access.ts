import type { ExplainedSurvivor } from "./mutation.ts"

const oauth = "packages/core/src/access/oauth"

/** Survivors in access that need a database. */
export const explainedInAccess: ReadonlyArray<ExplainedSurvivor> = [
  {
    file: `${oauth}/redeem-code.ts`,
    on: "where k.hash = $7 and k.redeemed_at is null and k.expires_at > clock_timestamp()",
    was: " > ",
    put: " >= ",
    why: "Only the microsecond in which a code expires differs."
  },
  {
    file: `${oauth}/rotate-refresh.ts`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of code, as it is written
    on: "and (${replacedInGrace} or r.replaced_at is null and r.expires_at > clock_timestamp())",
    was: " > ",
    put: " >= ",
    why: "Only the microsecond in which a refresh token expires differs."
  }
]
