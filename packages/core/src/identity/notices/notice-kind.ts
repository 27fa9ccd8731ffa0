import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import type { OrganizationDetail } from "../../access/organizations.ts"
import type { BudgetCommitments } from "../../changes/organization.ts"
import type { Role } from "../../contract/index.ts"
import type { EmailDraft } from "../mail/email-draft.ts"
import type { NoticeName } from "./notice-names.ts"

/** A state of an organization that its people are notified about. */
export interface OpenState {
  readonly organization_id: number
  /** What it is about; the same as long as the state lasts. */
  readonly subject: string
}

export interface NotifiedOrganization
  extends Pick<OrganizationDetail, "name" | "slug" | "currency" | "max_spend"> {
  readonly id: number
}

type Read<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient | BudgetCommitments>

/** One kind of notice: when it is sent, to whom, and its words. Everything else is the same for all kinds. */
export interface NoticeKind {
  readonly name: NoticeName
  /** The members who can act on it. */
  readonly roles: ReadonlyArray<Role>
  /** Whether an email tells about every present state, or only about those since the last email. */
  readonly emailTells: "all" | "new"
  /** Reads the present states of all organizations. */
  readonly current: Read<ReadonlyArray<OpenState>>
  /** Writes the message about some subjects, or about all (null); null if none of them lasts. */
  readonly draft: (
    organization: NotifiedOrganization,
    subjects: ReadonlySet<string> | null
  ) => Read<EmailDraft | null>
}

/** The longest list in a message; its page lists the rest. */
const maxListed = 10

/** The first lines of a list, and how many more there are. */
export const listed = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length > maxListed ? [...lines.slice(0, maxListed), `And ${lines.length - maxListed} more.`] : lines

/** The reason for an email, and where to turn it off. */
export const reasonFor = (roles: string): string =>
  `You get this email because you are ${roles} there. More of the kind within the next hour come together in one email. Choose your emails at Account › Notifications.`
