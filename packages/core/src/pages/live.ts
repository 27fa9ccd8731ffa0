import type { SqlError } from "@effect/sql/SqlError"
import { Context, Deferred, Effect, Layer, RcMap, Schedule, type Scope, Stream } from "effect"
import { readSessionLife, readSessionRole } from "../access/organization-access.ts"
import { readPersonOrganizations } from "../access/organizations.ts"
import { readPendingIds, readPendingIdsOf } from "../approvals/queued-write.ts"
import { readNewestExternalIds } from "../campaigns/index.ts"
import { readPendingRecommendationIds } from "../insight/recommendations/rows.ts"
import { readSyncStates } from "../platform/account-sync.ts"
import type { Clearance, OrganizationClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"
import { Statements } from "../storage/index.ts"
import { readTasks } from "../tasks/task-rows.ts"

/** What changes while pages are open, each as a text that changes with it; those of a person have approvals alone. */
export type LiveState = { readonly approvals: string } & Readonly<
  Partial<Record<"recommendations" | "tasks" | "sync" | "outside", string>>
>

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
  /** What waits in the organizations of a person, for their own pages. */
  readonly followOwn: (session: string) => Endpoint<Stream.Stream<LiveEvent, SqlError>>
}

const make = Effect.gen(function* () {
  const { read } = yield* Statements

  const readState = (organization: number): Effect.Effect<LiveState, SqlError> =>
    Effect.all(
      {
        approvals: Effect.map(read(readPendingIds(organization)), ([row]) => row?.ids ?? ""),
        recommendations: Effect.map(
          read(readPendingRecommendationIds(organization)),
          ([row]) => row?.ids ?? ""
        ),
        tasks: Effect.map(read(readTasks(organization)), (rows) => JSON.stringify(rows)),
        sync: Effect.map(read(readSyncStates(organization)), (rows) => JSON.stringify(rows)),
        outside: Effect.map(read(readNewestExternalIds(organization)), (rows) => JSON.stringify(rows))
      },
      { concurrency: "unbounded" }
    )

  const readOwnState = (user: number): Effect.Effect<LiveState, SqlError> =>
    Effect.flatMap(read(readPersonOrganizations(user)), (organizations) => {
      const open = organizations.filter(({ second_factor_missing }) => !second_factor_missing)
      return Effect.map(read(readPendingIdsOf(open.map(({ id }) => id))), ([row]) => ({
        approvals: row?.ids ?? ""
      }))
    })

  /** However many pages are open, a host reads the state of an organization or a person once. */
  const makeStates = (readOf: (id: number) => Effect.Effect<LiveState, SqlError>) =>
    RcMap.make({
      lookup: (id: number) =>
        Stream.repeatEffectWithSchedule(readOf(id), Schedule.spaced(interval)).pipe(
          Stream.changesWith((before, now) => JSON.stringify(before) === JSON.stringify(now)),
          Stream.share({ capacity: "unbounded", replay: 1 })
        )
    })
  const states = yield* makeStates(readState)
  const ownStates = yield* makeStates(readOwnState)

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

  const untilLost = Schedule.spaced(checkInterval)
  /** Ends with the session or the role, also if another host ended them. */
  const lost = ({ caller, effectiveRole, organization }: OrganizationClearance, session: string) =>
    Effect.repeat(read(readSessionRole(caller.userId, organization.id, session)), {
      schedule: untilLost,
      until: ([row]) => row?.role !== effectiveRole
    })
  const ended = ({ caller }: Clearance, session: string) =>
    Effect.repeat(read(readSessionLife(caller.userId, session)), {
      schedule: untilLost,
      until: (rows) => rows.length === 0
    })

  const streamOf = (
    { caller }: Clearance,
    shared: Effect.Effect<Stream.Stream<LiveState, SqlError>, never, Scope.Scope>,
    end: Effect.Effect<unknown, SqlError>
  ): Stream.Stream<LiveEvent, SqlError> =>
    Stream.unwrapScoped(
      Effect.gen(function* () {
        const place = yield* takePlace(caller.userId)
        const events = yield* shared
        return events.pipe(
          Stream.merge(Stream.as(Stream.drop(Stream.tick(silence), 1), null), { haltStrategy: "left" }),
          Stream.interruptWhen(Effect.race(end, Deferred.await(place))),
          Stream.concat(Stream.succeed("ended" as const))
        )
      })
    ).pipe(Stream.interruptAfter(longest))

  const shape: LiveShape = {
    follow: (organization, session) => ({
      name: "pages.live",
      admits: "members",
      organization,
      role: null,
      run: (clearance) =>
        Effect.succeed(
          respondWith(
            streamOf(clearance, RcMap.get(states, clearance.organization.id), lost(clearance, session))
          )
        )
    }),
    followOwn: (session) => ({
      name: "pages.live",
      admits: "callers",
      kinds: ["person"],
      run: (clearance) =>
        Effect.succeed(
          respondWith(
            streamOf(clearance, RcMap.get(ownStates, clearance.caller.userId), ended(clearance, session))
          )
        )
    })
  }
  return shape
})

/** Tells open pages what happens in their organization, or what waits in those of their person. */
export class Live extends Context.Tag("@adwarden/Live")<Live, LiveShape>() {
  static readonly layer = Layer.scoped(Live, make)
}
