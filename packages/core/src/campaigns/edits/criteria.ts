import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import type { ReadFailure } from "../../platform/errors.ts"
import type { Mutation, PlatformKeyword, PlatformNegative, Ref } from "../../platform/model.ts"
import { type CriterionTable, deletePending, markRemoved, type StoredCriterion } from "../criterion-rows.ts"
import {
  activateKeywords,
  affectedKeywordKey,
  keywordKey,
  type NewKeyword,
  readKeywordRows,
  type StoredKeyword
} from "../keyword-rows.ts"
import type { Exclusion } from "../negatives/blocks.ts"
import { dropPendingExclusions } from "../negatives/pending-exclusions.ts"
import {
  activateNegatives,
  affectedNegativeKey,
  exclusionKey,
  markAsImported,
  type NamedNegative,
  readNegatives,
  type StoredNegative
} from "../negatives/rows.ts"

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>
type WriteNamed = (organization: number, campaign: number, rows: ReadonlyArray<NamedNegative>) => Sql<unknown>

/** Keywords or negative keywords, with all that their edits do differently. */
export interface Criteria<New extends { readonly text: string }, Row extends StoredCriterion, Remote> {
  /** "Keywords" */
  readonly subject: string
  readonly one: string
  readonly table: CriterionTable
  readonly adds: string
  readonly removes: string
  /** Removing a keyword reduces spend; removing a negative keyword does not. */
  readonly removalStopsSpend: boolean
  readonly read: (organization: number, ids: ReadonlyArray<number>) => Sql<ReadonlyArray<Row>>
  /** Reads all of a campaign in the platform. */
  readonly readRemote: (
    account: LinkedAccount,
    campaign: Ref
  ) => Effect.Effect<ReadonlyArray<Remote>, ReadFailure>
  readonly affectedKey: (campaign: number, item: New) => string
  /** The key of a row in the platform; null if it waits for its ad to be there. */
  readonly keyOf: (row: Row) => string | null
  readonly remoteKey: (remote: Remote) => string
  readonly addition: (row: Row, campaign: Ref) => Mutation
  /** Stores that others created these rows in the platform: they are not part of the action. */
  readonly exclude: WriteNamed
  readonly activate: WriteNamed
  readonly remove: (organization: number, ids: ReadonlyArray<number>) => Sql<unknown>
  /** The input with which the adding edit adds removed rows again. */
  readonly addAgain: (campaign: number, rows: ReadonlyArray<Row>) => object
}

export const keywordCriteria: Criteria<NewKeyword, StoredKeyword, PlatformKeyword> = {
  subject: "Keywords",
  one: "keyword",
  table: "keywords",
  adds: "keywords.add",
  removes: "keywords.remove",
  removalStopsSpend: true,
  read: readKeywordRows,
  readRemote: (account, campaign) => account.platform.keywords(account, { campaign }),
  affectedKey: affectedKeywordKey,
  keyOf: (row) => (row.adRef === null ? null : keywordKey(row.adRef, row)),
  remoteKey: (remote) => keywordKey(remote.ad, remote),
  addition: ({ adRef, match, text }) => ({ do: "add_keyword", ad: adRef!, text, match }),
  // The next sync imports them, and an undo leaves them.
  exclude: (organization, _campaign, rows) =>
    deletePending(
      "keywords",
      organization,
      rows.map(({ id }) => id)
    ),
  activate: (organization, _campaign, rows) => activateKeywords(organization, rows),
  remove: (organization, ids) => markRemoved("keywords", organization, ids),
  addAgain: (campaign, rows) => ({
    campaign,
    keywords: rows.map(({ ad, match, text }) => ({ ad, text, match }))
  })
}

export const negativeCriteria: Criteria<Exclusion, StoredNegative, PlatformNegative> = {
  subject: "Negative keywords",
  one: "negative keyword",
  table: "negative_keywords",
  adds: "negatives.add",
  removes: "negatives.remove",
  removalStopsSpend: false,
  read: readNegatives,
  readRemote: (account, campaign) => account.platform.negatives(account, { campaign }),
  affectedKey: affectedNegativeKey,
  keyOf: exclusionKey,
  remoteKey: exclusionKey,
  addition: ({ match, text }, campaign) => ({ do: "add_negative", parent: { campaign }, text, match }),
  exclude: markAsImported,
  activate: activateNegatives,
  remove: (organization, ids) =>
    Effect.zipRight(
      dropPendingExclusions(organization, ids),
      markRemoved("negative_keywords", organization, ids)
    ),
  // They were added with one match type.
  addAgain: (campaign, rows) => ({ campaign, match: rows[0]!.match, terms: rows.map(({ text }) => text) })
}
