import type { SqlError } from "@effect/sql/SqlError"
import { Context, Deferred, Effect, Layer, RcMap, Schedule, Stream } from "effect"
import { readSessionRole } from "../access/organization-access.ts"
import { readPendingIds } from "../approvals/queued-write.ts"
import { readNewestExternalIds } from "../campaigns/index.ts"
import { readSyncStates } from "../platform/account-sync.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"
import { Statements } from "../storage/index.ts"
import { readTasks } from "../tasks/task-rows.ts"

/** What changes in an organization while its pages are open, each as a text that changes with it. */
export type LiveState = Readonly<Record<"approvals" | "tasks" | "sync" | "outside", string>>

/** What a page is sent: the state, nothing to keep the connection open, or that it lost its access or its place. */
export type LiveEvent = LiveState | null | "ended"

const interval = "1 second"
/** How often a stream checks that its session lives and has the same role. */
const checkInterval = "2 seconds"
/** Proxies close connections that are silent for longer. */
const silence = "25 seconds"
const longest = "1 hour"
/** The streams of a person on a host. The oldest one makes room. */
const mostOfPerson = 6

interface LiveShape {
  /** What happens in an organization, for the pages of a session: one request, one audit event. */
  readonly follow: (organization: string, session: string) => Endpoint<Stream.Stream<LiveEvent, SqlError>>
}

const make = Effect.gen(function* () {
  const { read } = yield* Statements

  const readState = (organization: number): Effect.Effect<LiveState, SqlError> =>
    Effect.all(
      {
        approvals: Effect.map(read(readPendingIds(organization)), ([row]) => row?.ids ?? ""),
        tasks: Effect.map(read(readTasks(organization)), (rows) => JSON.stringify(rows)),
        sync: Effect.map(read(readSyncStates(organization)), (rows) => JSON.stringify(rows)),
        outside: Effect.map(read(readNewestExternalIds(organization)), (rows) => JSON.stringify(rows))
      },
      { concurrency: "unbounded" }
    )

  /** However many pages are open, a host reads the state of an organization once. */
  const states = yield* RcMap.make({
    lookup: (organization: number) =>
      Stream.repeatEffectWithSchedule(readState(organization), Schedule.spaced(interval)).pipe(
        Stream.changesWith((before, now) => JSON.stringify(before) === JSON.stringify(now)),
        Stream.share({ capacity: "unbounded", replay: 1 })
      )
  })

  const open = new Map<number, ReadonlyArray<Deferred.Deferred<void>>>()

  /** Takes a place among the streams of a person. Returns what ends it when others need the place. */
  const takePlace = (user: number) =>
    Effect.acquireRelease(
      Effect.gen(function* () {
        const place = yield* Deferred.make<void>()
        const places = [...(open.get(user) ?? []), place]
        for (const oldest of places.slice(0, -mostOfPerson)) yield* Deferred.succeed(oldest, undefined)
        open.set(user, places.slice(-mostOfPerson))
        return place
      }),
      (place) =>
        Effect.sync(() => {
          const rest = (open.get(user) ?? []).filter((one) => one !== place)
          if (rest.length === 0) open.delete(user)
          else open.set(user, rest)
        })
    )

  /** Ends with the session or the role, also if another host ended them. */
  const lost = ({ caller, effectiveRole, organization }: OrganizationClearance, session: string) =>
    Effect.repeat(read(readSessionRole(caller.userId, organization.id, session)), {
      schedule: Schedule.spaced(checkInterval),
      until: ([row]) => row?.role !== effectiveRole
    })

  const shape: LiveShape = {
    follow: (organization, session) => ({
      name: "pages.live",
      admits: "members",
      organization,
      role: null,
      run: (clearance) =>
        Effect.succeed(
          respondWith(
            Stream.unwrapScoped(
              Effect.gen(function* () {
                const place = yield* takePlace(clearance.caller.userId)
                const events = yield* RcMap.get(states, clearance.organization.id)
                return events.pipe(
                  Stream.merge(Stream.as(Stream.drop(Stream.tick(silence), 1), null), {
                    haltStrategy: "left"
                  }),
                  Stream.interruptWhen(Effect.race(lost(clearance, session), Deferred.await(place))),
                  Stream.concat(Stream.succeed("ended" as const))
                )
              })
            ).pipe(Stream.interruptAfter(longest))
          )
        )
    })
  }
  return shape
})

/** Tells open pages of an organization what happens in it. */
export class Live extends Context.Tag("@adwarden/Live")<Live, LiveShape>() {
  static readonly layer = Layer.scoped(Live, make)
}
