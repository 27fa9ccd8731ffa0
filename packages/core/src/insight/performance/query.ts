import { Effect } from "effect"
import { plainAccountId } from "../../campaigns/index.ts"
import { errorOfRefusal, platformRefusal } from "../../changes/platform-refusal.ts"
import {
  AdAccountNotSelected,
  maxRowsBytes,
  NotFound,
  type Output,
  Unavailable,
  ValidationError
} from "../../contract/index.ts"
import { readStoredAccounts, type StoredAccount } from "../../platform/account-rows.ts"
import { AdAccounts, type ReadFailure } from "../../platform/index.ts"
import type { QueryResult } from "../../platform/model.ts"
import { handler } from "../../request/handler.ts"
import { Statements } from "../../storage/index.ts"

/** A query that takes longer is given up: its caller waits for the response. */
const timeout = "20 seconds"

/** Returns the id of the account to query: the named one, else the selected one, else the only one. */
const accountFor = (named: string | undefined, accounts: ReadonlyArray<StoredAccount>) => {
  const linked = accounts.filter(({ status }) => status !== "not_linked")
  if (named === undefined) {
    const chosen = linked.find(({ selected }) => selected) ?? (linked.length === 1 ? linked[0] : undefined)
    return chosen === undefined ? new AdAccountNotSelected() : Effect.succeed(chosen.id)
  }
  const wanted = plainAccountId(named)
  return linked.some(({ id }) => id === wanted)
    ? Effect.succeed(wanted)
    : new NotFound({
        what: `The ad account ${JSON.stringify(named)}`,
        next: `Linked to the organization are: ${linked.map(({ id }) => id).join(", ") || "none"}.`
      })
}

const errorOf = (failure: ReadFailure) =>
  failure._tag === "PlatformRefused" && failure.meaning !== "no_access"
    ? new ValidationError({ fields: [{ path: "query", message: failure.message }] })
    : errorOfRefusal(platformRefusal(failure, "query"))

/** The rest of the response: its other fields, and what a host adds. */
const restBytes = 1024

const narrow = "Narrow the query with WHERE, for example to fewer days or one campaign"

/** Returns the rows that fit into a response, and how to get the others. */
const boundedRows = ({ rows, truncated }: QueryResult, limit: number): Output<"performance.query"> => {
  let bytes = restBytes
  const end = rows.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1
    return bytes > maxRowsBytes
  })
  if (end !== -1) {
    const note = `The rows end here, because a response has at most ${maxRowsBytes / 1024} KiB. ${narrow}, or ask for fewer fields.`
    return { rows: rows.slice(0, end), truncated: true, note }
  }
  if (!truncated) return { rows, truncated }
  const note = `There are more than ${limit} rows. ${narrow}, or send a higher limit; ORDER BY decides which rows come first.`
  return { rows, truncated, note }
}

/** Runs a read-only query on one of the organization's own accounts. */
export const queryPlatform = handler(
  "performance.query",
  Effect.gen(function* () {
    const statements = yield* Statements
    const accounts = yield* AdAccounts
    return Effect.fnUntraced(function* ({ organization }, { account_id, limit, query }) {
      const stored = yield* statements.read(readStoredAccounts(organization.id))
      const id = yield* accountFor(account_id, stored)
      return yield* accounts.get(organization.id, id).pipe(
        Effect.flatMap((account) => account.platform.query(account, query, limit)),
        Effect.map((result) => boundedRows(result, limit)),
        Effect.timeoutFail({
          duration: timeout,
          onTimeout: () =>
            new Unavailable({
              retryAfter: 60,
              because: `The query took longer than ${timeout}. Ask for fewer days or fields.`
            })
        }),
        Effect.catchTags({
          PlatformRefused: errorOf,
          SetupRequired: errorOf,
          ConnectionBroken: errorOf,
          PlatformUnreachable: errorOf
        })
      )
    })
  })
)
