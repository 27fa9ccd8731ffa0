import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { Callers } from "../access/callers.ts"
import { notAMemberError } from "../access/membership.ts"
import { OrganizationAccess } from "../access/organization-access.ts"
import { confirmationProblem } from "../access/sessions.ts"
import {
  NotFound,
  OrgAccessDenied,
  type Role,
  type ServiceError,
  Unauthorized,
  type ValidationError
} from "../contract/index.ts"
import type { Caller, OrganizationFacts } from "../request/caller.ts"
import {
  type Clearance,
  mintClearance,
  type OperatorClearance,
  type RequestClearance
} from "../request/clearance.ts"
import type { Endpoint, EndpointError, EndpointSettings } from "../request/endpoint.ts"
import type { HandlerResponse } from "../request/handler.ts"
import type { Rate } from "../request/limits.ts"
import type { CallerCredentials, RequestFacts } from "../request/pipeline-request.ts"
import type { Authentication } from "./authenticator.ts"
import { clearForEndpoint } from "./authorize.ts"
import type { RequestState } from "./finish-request.ts"

interface EndpointCall {
  readonly facts: RequestFacts
  readonly credentials: CallerCredentials
  readonly authentication: Authentication
}

const rateLimitRulesOf = (
  { limit }: Pick<Endpoint<unknown>, "limit">,
  request: RequestFacts
): Effect.Effect<ReadonlyArray<Rate>, SqlError, SqlClient.SqlClient> => {
  if (typeof limit === "function") return limit(request)
  return Effect.succeed(limit === undefined ? [] : [limit])
}

const checkConfirmation = (
  { needsConfirmation }: EndpointSettings,
  caller: Caller
): Effect.Effect<void, ValidationError> => {
  const problem = needsConfirmation === true ? confirmationProblem(caller) : null
  return problem === null ? Effect.void : Effect.fail(problem)
}

/** Runs a request of an endpoint. The endpoint states which callers are admitted. */
export const makeRunEndpoint = Effect.gen(function* () {
  const organizations = yield* OrganizationAccess
  const callers = yield* Callers
  const sql = yield* SqlClient.SqlClient

  const takeOwnRateLimit = Effect.fnUntraced(function* (
    rule: Rate,
    authentication: Authentication,
    state: RequestState
  ) {
    const subject = `${rule.name}:${rule.by ?? authentication.subject}`
    const { limited, rateLimit } = yield* "perHour" in rule
      ? callers.takeToken(subject, rule.perHour, 3600)
      : callers.takeToken(subject, rule.perMinute)
    state.rateLimit = rateLimit
    if (limited === null) return
    state.limitedSubject = subject
    return yield* limited
  })

  const findOrganization = (slug: string, state: RequestState) =>
    Effect.flatMap(
      organizations.findOrganization(slug),
      (found): Effect.Effect<OrganizationFacts, NotFound> => {
        if (found === null) return new NotFound({ what: `The organization ${JSON.stringify(slug)}` })
        state.organization = found
        return Effect.succeed(found)
      }
    )

  /**
   * Operators learn that an organization does not exist: they can look it up. Other callers only learn that
   * they have no access.
   */
  const clearedMember = Effect.fnUntraced(function* (
    slug: string,
    { credentials, authentication }: EndpointCall,
    state: RequestState
  ) {
    const caller = authentication.caller
    if (caller?.kind !== "person") return yield* new Unauthorized({ why: "wrong_audience" })
    const trusted = credentials.kind === "operator"
    if (trusted) yield* findOrganization(slug, state)
    const access = yield* organizations.findBySlug(caller, slug)
    if (access !== null) {
      state.organization = access.organization
      return { caller, access }
    }
    return yield* trusted
      ? notAMemberError(slug, caller.email)
      : new OrgAccessDenied({ org: slug.slice(0, 100) })
  })

  const runEndpoint = <Out, E extends EndpointError>(
    endpoint: Endpoint<Out, E>,
    call: EndpointCall,
    state: RequestState
  ): Effect.Effect<HandlerResponse<Out>, ServiceError | E | SqlError> =>
    Effect.gen(function* () {
      const { facts: request, credentials, authentication } = call
      const { caller } = authentication
      const requestContext = () => ({ request, audit: state.audit })
      const clearMember = Effect.fnUntraced(function* (slug: string, role: Role | null) {
        if (caller === null) return yield* authentication.refusal ?? new Unauthorized({ why: "missing" })
        const { access, caller: person } = yield* clearedMember(slug, call, state)
        const clearance = yield* clearForEndpoint(access, role, person, requestContext())
        yield* checkConfirmation(endpoint, person)
        return clearance
      })
      const clearOperator = Effect.fnUntraced(function* (slug: string) {
        if (authentication.refusal !== null) return yield* authentication.refusal
        const organization = yield* findOrganization(slug, state)
        const audit = { ...state.audit, organization_id: organization.id }
        const person = caller?.kind === "person" ? caller : null
        const facts = { caller: person, organization, request, audit }
        return mintClearance<OperatorClearance<OrganizationFacts>>(facts)
      })
      for (const rule of yield* rateLimitRulesOf(endpoint, request))
        yield* takeOwnRateLimit(rule, authentication, state)
      switch (endpoint.admits) {
        case "anyone":
          return yield* endpoint.run(mintClearance<RequestClearance>({ caller, ...requestContext() }))
        case "callers": {
          if (caller === null) return yield* authentication.refusal ?? new Unauthorized({ why: "missing" })
          yield* checkConfirmation(endpoint, caller)
          if (endpoint.kinds !== undefined && !endpoint.kinds.includes(caller.kind)) {
            return yield* new Unauthorized({ why: "wrong_audience" })
          }
          return yield* endpoint.run(mintClearance<Clearance>({ caller, ...requestContext() }))
        }
        case "members":
          return yield* endpoint.run(yield* clearMember(endpoint.organization, endpoint.role))
        case "members and operators": {
          const { operators, organization: slug, role, run } = endpoint
          const asOperator =
            credentials.kind === "operator" &&
            (credentials.person === null ? operators.alone : operators.onBehalfOfAnybody)
          return yield* run(asOperator ? yield* clearOperator(slug) : yield* clearMember(slug, role))
        }
        case "operators": {
          if (credentials.kind !== "operator") return yield* new Unauthorized({ why: "wrong_audience" })
          if (endpoint.organization !== null)
            return yield* endpoint.run(yield* clearOperator(endpoint.organization))
          if (authentication.refusal !== null) return yield* authentication.refusal
          const person = caller?.kind === "person" ? caller : null
          const facts = { caller: person, organization: null, ...requestContext() }
          return yield* endpoint.run(mintClearance<OperatorClearance<null>>(facts))
        }
      }
    }).pipe(Effect.provideService(SqlClient.SqlClient, sql))

  return runEndpoint
})
