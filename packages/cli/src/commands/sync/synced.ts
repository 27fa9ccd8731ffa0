import { organizationEntrances, type SyncedByOperator, type SyncRequest, syncEntrance } from "@adwarden/core"
import { Effect } from "effect"
import type { Enter } from "../../operator.ts"
import { Stop } from "../../stop.ts"
import type { Bar } from "../../terminal/bar.ts"

/** What became of an organization's accounts. */
export interface Synced extends SyncedByOperator {
  readonly organization: string
}

export const syncOne = (
  enter: Enter,
  organization: string,
  request: SyncRequest
): Effect.Effect<Synced, Stop> =>
  enter<SyncedByOperator>(null, syncEntrance(organization, request)).pipe(
    Effect.map((done) => ({ organization, ...done }))
  )

/** Every organization that has linked accounts, one after the other: the platform's own limits are for all of them. */
export const syncAll = (enter: Enter, bar: Bar): Effect.Effect<ReadonlyArray<Synced>, Stop> =>
  Effect.gen(function* () {
    const rows = yield* enter(
      null,
      Effect.map(organizationEntrances, (entrances) => entrances.list())
    )
    const synced = yield* Effect.forEach(rows, ({ slug }, nth) =>
      syncOne(enter, slug, {
        accept: [],
        tell: (account, at, of) =>
          bar.at(nth + at / of, rows.length, `Syncing ${slug} ${account}, ${nth + 1} of ${rows.length}`)
      }).pipe(
        // An organization without a linked account has nothing to sync, and stops nobody else.
        Effect.catchIf(
          ({ ending }) => ending === "notFound",
          () => Effect.succeed(null)
        )
      )
    )
    return synced.flatMap((one) => one ?? [])
  })

/** The same for programs, in the names that the API has for these things. */
export const dataOf = ({ held, notAccepted, organization, reports }: Synced) => ({
  organization,
  ad_accounts: reports.map(({ accountId, organizationId: _, ...report }) => ({ id: accountId, ...report })),
  held,
  not_accepted: notAccepted
})

/** Why not all of it is done, or null. */
export const stopOf = (all: ReadonlyArray<Synced>): Stop | null => {
  const notAccepted = all.flatMap((one) => one.notAccepted)
  if (notAccepted.length > 0) {
    const message = `Not accepted: ${notAccepted.join(", ")}. A change of ours is under way there, or the account was not synced. Try again in a minute.`
    return new Stop({ message })
  }
  const behind = all.find(({ reports }) => reports.some(({ outcome }) => outcome !== "synced"))
  return behind === undefined
    ? null
    : new Stop({
        message: "Not every account was synced.",
        next: `adwarden accounts list ${behind.organization}`
      })
}
