import type { EffectiveRole, OperationName, OperationNamed, Scope, Surface } from "../contract/index.ts"
import type { RequestFacts } from "../http/request-facts.ts"
import type { Caller, OrganizationFacts, PersonCaller } from "./caller.ts"

/** The sender of a request as far as it is known. For a rejected credential, this is its former owner. */
export interface Actor {
  readonly organization_id: number | null
  readonly actor_type: "api_key" | "user" | "operator" | null
  readonly user_email: string | null
  readonly key_prefix: string | null
  readonly key_last_four: string | null
}

/**
 * A request's audit event without its outcome. It is plain data, so it can be stored and finished by another
 * host.
 */
export interface AuditDraft extends Actor {
  readonly at: string
  readonly request_id: string
  readonly surface: Surface
  readonly operation: string | null
  readonly method: string | null
  readonly path: string | null
  readonly ip: string | null
  readonly user_agent: string | null
}

export interface AuditOutcome {
  readonly status_code: number
  readonly error_code: string | null
}

export type AuditRecord = AuditDraft & AuditOutcome

export const anonymousActor: Actor = {
  organization_id: null,
  actor_type: null,
  user_email: null,
  key_prefix: null,
  key_last_four: null
}

/** An operator on the service's own machine who acts without a person. */
export const operatorActor: Actor = { ...anonymousActor, actor_type: "operator" }

/** A person identified by an access token, a session or a signed document. */
export const personActor = (email: string): Actor => ({
  ...anonymousActor,
  actor_type: "user",
  user_email: email
})

/**
 * The caller as an actor. A key's attempts belong to its own organization's trail, whichever organization
 * they target.
 */
export const actorOf = (caller: Caller): Actor =>
  caller.kind === "api_key"
    ? {
        organization_id: caller.organization.id,
        actor_type: "api_key",
        user_email: caller.email,
        key_prefix: caller.prefix,
        key_last_four: caller.lastFour
      }
    : personActor(caller.email)

/** The audit event of a request that has just arrived. */
export const auditDraftOf = (facts: RequestFacts, operation: string | null): AuditDraft => ({
  ...anonymousActor,
  at: new Date().toISOString(),
  request_id: facts.id,
  surface: facts.surface,
  operation,
  method: facts.method,
  path: facts.path,
  ip: facts.ip,
  user_agent: facts.userAgent
})

const cleared = Symbol("cleared")

/**
 * Proof that the pipeline accepted a request within its rate limit, from any sender. Only the pipeline can
 * create one (the symbol is not exported), so code that skips a check has no clearance and does not compile.
 * It holds no mutable state: a handler reports its outcome through its return value.
 */
export interface RequestClearance {
  readonly [cleared]: true
  readonly caller: Caller | null
  readonly request: RequestFacts
  /** The request's audit event so far. A change commits it in its own transaction. */
  readonly audit: AuditDraft
}

/** The clearance of an operator on the service's own machine, on behalf of a person or without one. */
export interface OperatorClearance<In extends OrganizationFacts | null> extends RequestClearance {
  readonly caller: PersonCaller | null
  readonly organization: In
}

/** Proof that a caller is recognised and authorized for this call. */
export interface Clearance extends RequestClearance {
  readonly caller: Caller
}

/** A clearance in an organization that the caller can act in. */
export interface OrganizationClearance extends Clearance {
  readonly organization: OrganizationFacts
  readonly effectiveRole: EffectiveRole
  /**
   * The caller's scopes in this organization: the granted scopes, limited to those that the effective role
   * allows.
   */
  readonly scopes: ReadonlySet<Scope>
}

export type ClearanceFor<Name extends OperationName> = OperationNamed<Name>["organization"] extends "all"
  ? Clearance
  : OrganizationClearance

/** Creates a clearance. Only the pipeline can import it; a test enforces that. */
export const mintClearance = <C extends RequestClearance>(facts: Omit<C, typeof cleared>): C =>
  ({ ...facts, [cleared]: true }) as unknown as C
