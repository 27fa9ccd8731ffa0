import type { EffectiveRole, OperationName, OperationNamed, Scope } from "../contract/index.ts"
import type { RequestFacts } from "../http/request-facts.ts"
import type { AuditDraft } from "./audit-event.ts"
import type { Caller, OrganizationFacts, PersonCaller } from "./caller.ts"

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
