import type { OperationName, OperationNamed, Scope, Standing } from "../contract/index.ts"
import type { RequestFacts } from "./call.ts"
import type { Caller, OrganizationFacts } from "./caller.ts"

const cleared = Symbol("cleared")

/**
 * The proof that a caller was recognised and may do this. Only the pipeline can make one (the symbol is
 * not exported), so a handler that forgot a check does not compile: it would have nothing to run on.
 */
export interface Clearance {
  readonly [cleared]: true
  readonly caller: Caller
  readonly request: RequestFacts
}

/** The same, in an organization that the caller may act in. */
export interface OrganizationClearance extends Clearance {
  readonly organization: OrganizationFacts
  readonly standing: Standing
  /** What the caller may do here: what was granted, cut to what the standing allows. */
  readonly scopes: ReadonlySet<Scope>
  readonly notes: WriteNotes
}

/** What a write leaves to be told in the answer's headers. */
export interface WriteNotes {
  quota: { readonly limit: number; readonly remaining: number } | null
  replayed: boolean
}

export type ClearanceFor<Name extends OperationName> = OperationNamed<Name>["organization"] extends "all"
  ? Clearance
  : OrganizationClearance

/** For the pipeline alone; a test holds that nothing else imports it. */
export const mintClearance = <C extends Clearance>(facts: Omit<C, typeof cleared>): C =>
  ({ ...facts, [cleared]: true }) as unknown as C
