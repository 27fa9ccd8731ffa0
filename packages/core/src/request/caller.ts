import type { CredentialApprovals, Role, Scope } from "../contract/index.ts"

/** The organization that a request acts in, with the facts that rules need. */
export interface OrganizationFacts {
  readonly id: number
  readonly slug: string
  readonly currency: string
  readonly approvalsRequired: boolean
  /** Whether an owner suspended the access of all keys and connected apps. */
  readonly accessSuspended: boolean
}

interface CallerIdentity {
  readonly userId: number
  readonly email: string
  readonly scopes: ReadonlyArray<Scope>
}

/** A key acts in the one organization that it is bound to, with its creator's current role. */
export interface KeyCaller extends CallerIdentity {
  readonly kind: "api_key"
  readonly keyId: number
  readonly prefix: string
  readonly lastFour: string
  readonly organization: OrganizationFacts
  readonly role: Role
  /** Whether this key alone is suspended. */
  readonly suspended: boolean
  readonly approvals: CredentialApprovals
}

/** A token acts in every organization of its person; the role depends on the organization. */
interface TokenCaller extends CallerIdentity {
  readonly kind: "access_token"
  readonly connectionId: string
  readonly approvals: CredentialApprovals
}

/** A person who signed in, or on whose behalf an operator acts on the service's own machine. */
export interface PersonCaller extends CallerIdentity {
  readonly kind: "person"
  /** Whether they signed in or confirmed their password in this session lately. Always true for an operator. */
  readonly confirmed: boolean
  /** Whether they have set up a second factor. Always true for an operator. */
  readonly secondFactor: boolean
}

export type Caller = KeyCaller | TokenCaller | PersonCaller
