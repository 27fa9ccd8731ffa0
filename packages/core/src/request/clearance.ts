import type { EffectiveRole, OperationName, OperationNamed, Scope } from "../contract/index.ts"
import type { RequestFacts } from "../http/request.ts"
import type { AuditDraft } from "./audit-event.ts"
import type { Caller, OrganizationFacts, PersonCaller } from "./caller.ts"

const cleared = Symbol("cleared")

/**
 * The proof that a request came in through the door, within its rate, whoever sent it. Only the pipeline can
 * make one (the symbol is not exported), so work that forgot a check does not compile: it would have nothing
 * to run on. It carries nothing that changes: what becomes of a request is told by what its work returns.
 */
export interface RequestClearance {
  readonly [cleared]: true
  readonly caller: Caller | null
  readonly request: RequestFacts
  /** The request's audit event as far as it is known: a change commits it together with itself. */
  readonly audit: AuditDraft
}

/** Of an operator on the service's own machine, in a person's name or in nobody's. */
export interface OperatorClearance<In extends OrganizationFacts | null> extends RequestClearance {
  readonly caller: PersonCaller | null
  readonly organization: In
}

/** The proof that a caller was recognised and may do this. */
export interface Clearance extends RequestClearance {
  readonly caller: Caller
}

/** The same, in an organization that the caller may act in. */
export interface OrganizationClearance extends Clearance {
  readonly organization: OrganizationFacts
  readonly effectiveRole: EffectiveRole
  /** What the caller may do here: what was granted, cut to what the standing allows. */
  readonly scopes: ReadonlySet<Scope>
}

export type ClearanceFor<Name extends OperationName> = OperationNamed<Name>["organization"] extends "all"
  ? Clearance
  : OrganizationClearance

/** For the pipeline alone; a test holds that nothing else imports it. */
export const mintClearance = <C extends RequestClearance>(facts: Omit<C, typeof cleared>): C =>
  ({ ...facts, [cleared]: true }) as unknown as C
