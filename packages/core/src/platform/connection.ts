import { adAccountsPage } from "../contract/index.ts"
import { type BoundStatement, bindStatement, statement } from "../storage/index.ts"
import { ConnectionBroken, SetupRequired, taskFailure } from "./errors.ts"
import { platformLabel } from "./labels.ts"

/** The facts that decide whether calls can be made for an account. */
export interface ConnectionFacts {
  readonly platform: string
  readonly status: string
  readonly connection_complete: boolean
  readonly login_state: string | null
  readonly broken_reason: string | null
  readonly has_token: boolean
}

/** SQL: the facts of an account `a` and its login `l`. */
export const connectionColumns = `a.platform, a.status, a.connection_complete, l.state as login_state, l.broken_reason,
  l.refresh_token is not null as has_token`

/** SQL: joins the login of an account `a`. */
export const joinLoginSql =
  "left join ad_platform_logins l on l.organization_id = a.organization_id and l.id = a.login_id"

/** The facts of an account, by its id. */
export interface ConnectionRow extends ConnectionFacts {
  readonly id: string
  /** Null until the first sync has read it. */
  readonly currency: string | null
}

const connectionsStatement = statement(`
  select a.id, a.currency, ${connectionColumns} from ad_accounts a ${joinLoginSql}
  where a.organization_id = $1 and ($2::text[] is null or a.id = any($2))`)

/** Reads the facts of an organization's accounts: of some, or of all. */
export const readConnections = (
  organization: number,
  accounts: ReadonlyArray<string> | null = null
): BoundStatement<ConnectionRow> => bindStatement(connectionsStatement, [organization, accounts])

/** Returns the facts of one account among those that were read; null if it is none of them. */
export const connectionOf = (
  account: string | null,
  connections: ReadonlyArray<ConnectionRow>
): ConnectionRow | null => connections.find(({ id }) => id === account) ?? null

const setupRequired = (code: string, message: string) => new SetupRequired({ code, message })

/** Returns what must be fixed before calls can be made for the account, as far as stored facts show. */
export const connectionFailure = (
  facts: ConnectionFacts | null | undefined
): SetupRequired | ConnectionBroken | null => {
  const platform = platformLabel(facts?.platform)
  if (facts == null || facts.status === "not_linked") {
    return setupRequired(
      "ACCOUNT_NOT_LINKED",
      `No ${platform} account is linked. Link one in the dashboard under ${adAccountsPage} first.`
    )
  }
  if (facts.status === "pending") {
    return setupRequired(
      "ACCOUNT_LINK_PENDING",
      `The link to the ${platform} account still waits to be accepted there. Accept it in ${platform} first.`
    )
  }
  if (facts.login_state === "broken") {
    const message = facts.broken_reason ?? "The login was revoked."
    return new ConnectionBroken({ platform, code: "LOGIN_BROKEN", message })
  }
  if (!facts.has_token || facts.login_state !== "connected") {
    return setupRequired(
      "LOGIN_MISSING",
      `No ${platform} login is connected. Connect one in the dashboard under ${adAccountsPage} first.`
    )
  }
  return facts.connection_complete
    ? null
    : setupRequired(
        "CONNECTION_INCOMPLETE",
        `The connection to ${platform} is not complete. Finish it in the dashboard under ${adAccountsPage} first.`
      )
}

/** Returns the same as a sentence that states what to do; null if calls can be made. */
export const connectionProblem = (facts: ConnectionFacts | null | undefined): string | null => {
  const failure = connectionFailure(facts)
  return failure === null ? null : taskFailure(failure).message
}

/** The facts that decide whether the platform has the stored state of a campaign. */
export interface SyncFacts {
  readonly state: "live" | "paused" | "draft" | "error"
  readonly state_error: string | null
  readonly in_platform: boolean
  /** Whether a change has not reached the platform yet, or a creation is not confirmed yet. */
  readonly waiting: boolean
  /** What others changed in the platform and nobody has decided on, and what to do; null if nothing. */
  readonly conflict: string | null
  /** Null if the campaign belongs to no account. */
  readonly connection: ConnectionFacts | null
}

export interface SyncStatus {
  readonly sync: "in_sync" | "pending" | "conflict" | "failed" | "never"
  /** The problem and what to do; null if there is none. */
  readonly sync_error: string | null
}

const noReason =
  "The ad platform did not take the last change. Set the campaign's state again with {campaigns.set_state} to have it tried once more."

/** Returns why a campaign is in error and what to do. */
export const reasonOfError = ({ state_error }: Pick<SyncFacts, "state_error">): string =>
  state_error ?? noReason

/**
 * Returns the sync status. An error keeps its own reason, which states what to do. A broken connection is
 * reported even if no change waits, because nothing is read from the platform either.
 */
export const syncStatus = (campaign: SyncFacts): SyncStatus => {
  const { conflict, in_platform, state, waiting } = campaign
  if (conflict !== null) return { sync: "conflict", sync_error: conflict }
  if (state === "error") return { sync: "failed", sync_error: reasonOfError(campaign) }
  if (!in_platform && !waiting) return { sync: "never", sync_error: null }
  const problem = connectionProblem(campaign.connection)
  if (problem !== null) return { sync: "failed", sync_error: problem }
  if (waiting && campaign.state_error !== null) return { sync: "failed", sync_error: campaign.state_error }
  return { sync: waiting ? "pending" : "in_sync", sync_error: null }
}
