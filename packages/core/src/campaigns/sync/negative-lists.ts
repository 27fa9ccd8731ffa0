import { Effect } from "effect"
import { renewLease } from "../../platform/account-sync.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import { replaceNegativeLists } from "../negatives/lists.ts"
import { readIdsByName } from "./read-window.ts"

/**
 * Reads the negative keyword lists of an account. It runs after the structure, so that campaigns which were imported
 * just now have their lists too.
 */
export const syncNegativeLists = (account: LinkedAccount) =>
  Effect.gen(function* () {
    const lists = yield* account.platform.negativeLists(account)
    const campaigns =
      lists.length === 0 ? new Map<string, number>() : yield* readIdsByName(account, "campaigns")
    yield* replaceNegativeLists(account, lists, campaigns)
    yield* renewLease(account)
  }).pipe(Effect.withSpan("Sync.negativeLists"))
