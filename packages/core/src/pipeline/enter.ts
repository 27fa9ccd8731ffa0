import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { Callers } from "../access/callers.ts"
import { notAMember } from "../access/membership.ts"
import { OrganizationAccess } from "../access/organization-access.ts"
import { NotFound, OrgAccessDenied, type ServiceError, Unauthorized } from "../contract/index.ts"
import type { Presents, RequestFacts } from "../request/call.ts"
import type { OrganizationFacts } from "../request/caller.ts"
import { type Clearance, type Entry, mintClearance, type OperatorEntry } from "../request/clearance.ts"
import type { Entrance, OwnRefusal } from "../request/entrance.ts"
import type { Reply } from "../request/handler.ts"
import type { Rate } from "../request/limits.ts"
import { clearMember } from "./authorize.ts"
import type { Progress } from "./conclude.ts"
import type { Reception } from "./front-door.ts"

interface Entering {
  readonly facts: RequestFacts
  readonly presents: Presents
  readonly received: Reception
}

const ratesOf = (
  { limit }: Pick<Entrance<unknown>, "limit">,
  request: RequestFacts
): Effect.Effect<ReadonlyArray<Rate>, SqlError> => {
  if (typeof limit === "function") return limit(request)
  return Effect.succeed(limit === undefined ? [] : [limit])
}

/** Lets a request in by an entrance that is no operation: who may enter is the entrance's to say. */
export const makeEnter = Effect.gen(function* () {
  const organizations = yield* OrganizationAccess
  const callers = yield* Callers

  const ownRate = Effect.fnUntraced(function* (rate: Rate, received: Reception, progress: Progress) {
    const subject = `${rate.name}:${rate.by ?? received.subject}`
    const { limited, rateLimit } = yield* "perHour" in rate
      ? callers.take(subject, rate.perHour, 3600)
      : callers.take(subject, rate.perMinute)
    progress.rateLimit = rateLimit
    if (limited === null) return
    progress.limitedBy = subject
    return yield* limited
  })

  const findOrganization = (slug: string, progress: Progress) =>
    Effect.flatMap(organizations.facts(slug), (found): Effect.Effect<OrganizationFacts, NotFound> => {
      if (found === null) return new NotFound({ what: `The organization ${JSON.stringify(slug)}` })
      progress.organization = found
      return Effect.succeed(found)
    })

  /** Operators are told what is not there: they could look it up. Anyone else only that it is not theirs. */
  const member = Effect.fnUntraced(function* (
    slug: string,
    { presents, received }: Entering,
    progress: Progress
  ) {
    const caller = received.caller
    if (caller?.kind !== "person") return yield* new Unauthorized({ why: "wrong_audience" })
    const trusted = presents.kind === "operator"
    if (trusted) yield* findOrganization(slug, progress)
    const access = yield* organizations.named(caller, slug)
    if (access !== null) {
      progress.organization = access.organization
      return { caller, access }
    }
    return yield* trusted ? notAMember(slug, caller.email) : new OrgAccessDenied({ org: slug.slice(0, 100) })
  })

  const enter = <Out, E extends OwnRefusal>(
    entrance: Entrance<Out, E>,
    entering: Entering,
    progress: Progress
  ): Effect.Effect<Reply<Out>, ServiceError | E | SqlError> =>
    Effect.gen(function* () {
      const { facts: request, presents, received } = entering
      const { caller } = received
      const of = () => ({ request, audit: progress.audit })
      for (const rate of yield* ratesOf(entrance, request)) yield* ownRate(rate, received, progress)
      switch (entrance.admits) {
        case "anyone":
          return yield* entrance.run(mintClearance<Entry>({ caller, ...of() }))
        case "callers": {
          if (caller === null) return yield* received.refusal ?? new Unauthorized({ why: "missing" })
          if (entrance.kinds !== undefined && !entrance.kinds.includes(caller.kind)) {
            return yield* new Unauthorized({ why: "wrong_audience" })
          }
          return yield* entrance.run(mintClearance<Clearance>({ caller, ...of() }))
        }
        case "members": {
          if (caller === null) return yield* received.refusal ?? new Unauthorized({ why: "missing" })
          const { access, caller: person } = yield* member(entrance.organization, entering, progress)
          return yield* entrance.run(yield* clearMember(access, entrance.role, person, of()))
        }
        case "operators": {
          if (presents.kind !== "operator") return yield* new Unauthorized({ why: "wrong_audience" })
          if (received.refusal !== null) return yield* received.refusal
          const person = caller?.kind === "person" ? caller : null
          if (entrance.organization === null) {
            const entry = { caller: person, organization: null, ...of() }
            return yield* entrance.run(mintClearance<OperatorEntry<null>>(entry))
          }
          const organization = yield* findOrganization(entrance.organization, progress)
          const audit = { ...progress.audit, organization_id: organization.id }
          const entry = { caller: person, organization, request, audit }
          return yield* entrance.run(mintClearance<OperatorEntry<OrganizationFacts>>(entry))
        }
      }
    })

  return enter
})
