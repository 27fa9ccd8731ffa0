import type { ExplainedSurvivor } from "./mutation.ts"

const access = "packages/core/src/access"
const oauth = `${access}/oauth`

/** Survivors in access that need a database. */
export const explainedInAccess: ReadonlyArray<ExplainedSurvivor> = [
  {
    file: `${access}/key.ts`,
    on: "when k.expires_at <= now() or k.valid_until <= now() then 'expired'",
    was: " <= ",
    put: " < ",
    why: "Only the microsecond in which a key expires differs."
  },
  {
    file: `${access}/mailed-links.ts`,
    on: "tokens.is(token)",
    was: "tokens.is(token)",
    put: "true",
    why: "Equivalent: the condition only spares a query. No other text has the hash of a link."
  },
  {
    file: `${oauth}/client-document.ts`,
    on: 'fetcher.get(id, { accept: ["application/json"], limits: documentLimits, secure: true }).pipe(',
    was: "true",
    put: "false",
    why: "Equivalent: only URLs with https are IDs of clients, and redirects are not followed. It is a second check."
  },
  {
    file: `${oauth}/lifetimes.ts`,
    on: "and k.redeemed_at is null and k.expires_at > clock_timestamp())`",
    was: " > ",
    put: " >= ",
    why: "Only the microsecond in which a code expires differs."
  },
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
