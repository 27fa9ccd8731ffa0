import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { findMember } from "../access/membership.ts"
import { withAuditEvent } from "../audit/trail.ts"
import {
  type AdministrationInput,
  type AdministrationName,
  type AdministrationValues,
  type AdministrativeAction,
  type administration,
  administrationByName,
  decodeAdministration,
  isInOrganization,
  RoleDenied,
  roles,
  type ServiceError
} from "../contract/index.ts"
import type { OrganizationFacts } from "../request/caller.ts"
import type {
  Clearance,
  OperatorClearance,
  OrganizationClearance,
  RequestClearance
} from "../request/clearance.ts"
import type { AdministratorClearance, Endpoint, EndpointError } from "../request/endpoint.ts"
import { type HandlerResponse, respondWith } from "../request/handler.ts"

type Declared<Name extends AdministrationName> = (typeof administration)[Name]

/** The actions about one organization. */
type InOrganization = {
  readonly [Name in AdministrationName]: Declared<Name> extends { by: "person" } | { wholeService: true }
    ? never
    : Name
}[AdministrationName]

/** The clearance that the declaration of an action leads to. */
export type ClearanceOf<Name extends AdministrationName> =
  Declared<Name> extends { by: "person" }
    ? Clearance
    : Declared<Name> extends { by: "operator"; wholeService: true }
      ? OperatorClearance<null>
      : Declared<Name> extends { by: "operator" }
        ? OperatorClearance<OrganizationFacts>
        : Declared<Name> extends { by: "owner or operator" } | { rereads: null }
          ? AdministratorClearance
          : OrganizationClearance

type ValuesOf<Name extends AdministrationName> =
  object extends AdministrationValues<Name>
    ? [values?: AdministrationValues<Name>]
    : [values: AdministrationValues<Name>]

/** An action with its handler. It returns the endpoint for one request. */
export type Administered<Name extends AdministrationName, Out, E extends EndpointError = never> = (
  ...request: Name extends InOrganization ? [organization: string, ...ValuesOf<Name>] : ValuesOf<Name>
) => Endpoint<Out, E>

type Failure = ServiceError | SqlError | EndpointError
/** The errors that the contract does not know. */
type OwnErrors<F extends Failure> = Extract<Exclude<F, ServiceError | SqlError>, EndpointError>
type Work<Out, F> = Effect.Effect<Out, F, SqlClient.SqlClient>

const decoded = <Name extends AdministrationName>(name: Name, values: unknown) =>
  Effect.suspend(() => {
    const result = decodeAdministration(name, values)
    return result.ok ? Effect.succeed(result.input as AdministrationInput<Name>) : Effect.fail(result.error)
  })

/** The endpoint of an action: its admission, confirmation and limits as declared. */
const endpointOf = (
  { audit, by, confirmed, limits, name, rereads, success, wholeService }: AdministrativeAction,
  organization: string,
  run: (clearance: never) => Work<HandlerResponse<unknown>, Failure>
): Endpoint<unknown, EndpointError> => {
  const common = {
    name: audit ?? name,
    ...(confirmed === true ? { needsConfirmation: confirmed } : {}),
    ...(limits === undefined ? {} : { limit: () => Effect.succeed(limits) }),
    ...(success === undefined ? {} : { successStatus: success }),
    // The declaration decides on the clearance, as `ClearanceOf` says.
    run: run as (clearance: unknown) => Work<HandlerResponse<unknown>, Failure>
  }
  if (by === "person") return { ...common, admits: "callers", kinds: ["person"] }
  if (by === "operator") {
    return wholeService === true
      ? { ...common, admits: "operators", organization: null }
      : { ...common, admits: "operators", organization }
  }
  const role = by === "staff" ? null : by === "owner or operator" ? "owner" : by
  const operators = { alone: by === "owner or operator", onBehalfOfAnybody: rereads !== undefined }
  return operators.alone || operators.onBehalfOfAnybody
    ? { ...common, admits: "members and operators", organization, role, operators }
    : { ...common, admits: "members", organization, role }
}

const build = <Name extends AdministrationName, Out, F extends Failure>(
  name: Name,
  run: (
    clearance: ClearanceOf<Name>,
    values: unknown
  ) => Work<HandlerResponse<Out>, F | ServiceError | SqlError>
): Administered<Name, Out, OwnErrors<F>> => {
  const action = administrationByName.get(name)!
  return ((...request: ReadonlyArray<unknown>) => {
    const [organization, values = {}] = isInOrganization(action) ? request : ["", ...request]
    return endpointOf(action, organization as string, (clearance) => run(clearance, values))
  }) as Administered<Name, Out, OwnErrors<F>>
}

/** Pairs a declared action with its handler: the declaration admits, confirms, limits and decodes. */
export const administer = <const Name extends AdministrationName, Out, F extends Failure = never>(
  name: Name,
  run: (clearance: ClearanceOf<Name>, input: AdministrationInput<Name>) => Work<HandlerResponse<Out>, F>
): Administered<Name, Out, OwnErrors<F>> =>
  build<Name, Out, F>(name, (clearance, values) =>
    Effect.flatMap(decoded(name, values), (input) => run(clearance, input))
  )

/** The same for an action that only reads. */
export const administerRead = <
  const Name extends AdministrationName,
  Out,
  F extends ServiceError | SqlError = never
>(
  name: Name,
  read: (clearance: ClearanceOf<Name>, input: AdministrationInput<Name>) => Work<Out, F>
): Administered<Name, Out, OwnErrors<F>> =>
  administer<Name, Out, F>(name, (clearance, input) => Effect.map(read(clearance, input), respondWith))

type Rereadable = Pick<RequestClearance, "caller"> & { readonly organization?: OrganizationFacts | null }

/** Reads the role of the person again if the declaration asks for it, and keeps it until the transaction ends. */
const reread = ({ rereads = null }: AdministrativeAction, { caller, organization }: Rereadable) =>
  rereads === null || caller === null || organization == null
    ? Effect.void
    : Effect.flatMap(findMember(organization.slug, caller.email), ({ role }) =>
        role !== null && roles.indexOf(role) >= roles.indexOf(rereads)
          ? Effect.void
          : new RoleDenied({ required_role: rereads })
      )

/**
 * The same for an action that is a change: its work and the audit event commit together. `ready` runs before the
 * transaction, for what the work uses.
 */
export const administerChange = <const Name extends AdministrationName, Out, F extends Failure = never>(
  name: Name,
  work: (clearance: ClearanceOf<Name>, input: AdministrationInput<Name>) => Work<Out, F>,
  ready: Effect.Effect<void, SqlError> = Effect.void
): Administered<Name, Out, OwnErrors<F>> =>
  build<Name, Out, F>(name, (clearance, values) =>
    Effect.zipRight(
      ready,
      withAuditEvent<Out, ServiceError | SqlError | F>(
        clearance.audit,
        reread(administrationByName.get(name)!, clearance).pipe(
          Effect.zipRight(decoded(name, values)),
          Effect.flatMap((input) => work(clearance, input))
        )
      )
    )
  )
