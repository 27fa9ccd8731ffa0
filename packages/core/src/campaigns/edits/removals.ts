import { Effect } from "effect"
import { markRemoved } from "../criterion-rows.ts"
import { affectedKeywordKey, readKeywordRows, type StoredKeyword } from "../keyword-rows.ts"
import { dropPendingExclusions } from "../negatives/pending-exclusions.ts"
import { readNegatives, type StoredNegative } from "../negatives/rows.ts"
import { affectedNegativeKey } from "./add-negatives.ts"
import { makeRemoval } from "./remove-criteria.ts"

/** The undo of added keywords. */
export const makeRemoveKeywords = makeRemoval<StoredKeyword>({
  kind: "keywords.remove",
  subject: "Keywords",
  remove: (organization, ids) => markRemoved("keywords", organization, ids),
  stopsSpend: true,
  adds: { kind: "keywords.add", version: 1 },
  read: readKeywordRows,
  readRemote: (account, campaign) => account.platform.keywords(account, { campaign }),
  affectedKey: affectedKeywordKey,
  readdInput: (campaign, rows) => ({
    campaign,
    keywords: rows.map(({ ad, match, text }) => ({ ad, text, match }))
  })
})

/** The undo of negative keywords, which were added with one match type. */
export const makeRemoveNegatives = makeRemoval<StoredNegative>({
  kind: "negatives.remove",
  subject: "Negative keywords",
  remove: (organization, ids) =>
    Effect.zipRight(
      dropPendingExclusions(organization, ids),
      markRemoved("negative_keywords", organization, ids)
    ),
  stopsSpend: false,
  adds: { kind: "negatives.add", version: 1 },
  read: readNegatives,
  readRemote: (account, campaign) => account.platform.negatives(account, { campaign }),
  affectedKey: affectedNegativeKey,
  readdInput: (campaign, rows) => ({ campaign, match: rows[0]!.match, terms: rows.map(({ text }) => text) })
})
