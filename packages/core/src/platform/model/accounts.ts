/** The kinds of OAuth clients. A refresh token works only with the client that it was granted to. */
export type OAuthClientKind = "web" | "desktop"

/** A stored platform login. Its token is encrypted with the service's key. */
export interface PlatformLogin {
  readonly platform: string
  readonly organizationId: number
  readonly loginId: number
  readonly email: string | null
  readonly client: OAuthClientKind
  readonly sealedToken: Uint8Array
}

/** A linked account that calls can be made for. */
export interface AdAccount {
  readonly organizationId: number
  readonly accountId: string
  readonly customerId: string
  /** The manager account through which the login reaches it. */
  readonly loginCustomerId: string | null
  readonly timeZone: string | null
  /** Null before the first sync. */
  readonly currency: string | null
  readonly login: PlatformLogin
}

/** An account that a login can reach. */
export interface AccessibleAccount {
  readonly customerId: string
  /** Null if the login reaches it directly. */
  readonly loginCustomerId: string | null
  readonly name: string
  readonly currency: string
  readonly timeZone: string
  readonly isManager: boolean
  readonly isTest: boolean
  readonly status: "linked" | "pending" | "not_linked"
}

export interface AccountDetails {
  readonly name: string
  readonly currency: string
  readonly timeZone: string
  /** Whether the account, or its manager, measures conversions. */
  readonly tracksConversions: boolean
}
