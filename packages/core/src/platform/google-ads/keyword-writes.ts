import { Effect } from "effect"
import type { WriteFailure } from "../errors.ts"
import type { AdAccount, KeywordDraft, Mutation, Place, Ref } from "../model/index.ts"
import { readAlreadySo } from "./already-so.ts"
import type { GoogleAdsClient } from "./client.ts"
import { keywordOperation } from "./keyword-operations.ts"
import { mutateTogether } from "./mutate.ts"
import type { Search } from "./search.ts"

type Names = ReadonlyMap<string, Ref>

/** The platform takes a thing only once in a request, so what is asked twice is sent once. */
const keyOf = (mutation: Mutation): string => JSON.stringify(mutation)

export const makeKeywordWrites = (client: GoogleAdsClient, search: Search) => {
  const send = (
    account: AdAccount,
    mutations: ReadonlyArray<Mutation>,
    known: Names
  ): Effect.Effect<Names, WriteFailure> => {
    const left = mutations.filter((one) => !known.has(keyOf(one)))
    if (left.length === 0) return Effect.succeed(known)
    return mutateTogether(client, account, left.map(keywordOperation)).pipe(
      Effect.map((names) => new Map([...known, ...left.map((one, n) => [keyOf(one), names[n]!] as const)])),
      // One that is so already can make the platform decline them all: then only the others go. Each round leaves
      // some out, so that there is a last one.
      Effect.catchTag("PlatformRefused", (refusal) =>
        Effect.flatMap(readAlreadySo(search, account, left), (already) =>
          already.size === 0
            ? Effect.fail(refusal)
            : send(
                account,
                left,
                new Map([...known, ...[...already].map(([one, name]) => [keyOf(one), name] as const)])
              )
        )
      )
    )
  }

  const mutate = (account: AdAccount, mutations: ReadonlyArray<Mutation>) => {
    const once = [...new Map(mutations.map((one) => [keyOf(one), one])).values()]
    return Effect.map(send(account, once, new Map()), (names) =>
      mutations.map((one): Ref => names.get(keyOf(one))!)
    )
  }

  return {
    mutate,

    addNegatives: (account: AdAccount, place: Place, negatives: ReadonlyArray<KeywordDraft>) =>
      mutate(
        account,
        negatives.map(({ match, text }) => ({ do: "add_negative", place, text, match }))
      ),

    addKeywords: (account: AdAccount, ad: Ref, keywords: ReadonlyArray<KeywordDraft>) =>
      mutate(
        account,
        keywords.map(({ match, text }) => ({ do: "add_keyword", ad, text, match }))
      ),

    removeKeywords: (account: AdAccount, refs: ReadonlyArray<Ref>) =>
      Effect.asVoid(
        mutate(
          account,
          refs.map((ref) => ({ do: "remove", ref }))
        )
      ),

    setKeywordState: (account: AdAccount, refs: ReadonlyArray<Ref>, state: "enabled" | "paused") =>
      Effect.asVoid(
        mutate(
          account,
          refs.map((keyword) => ({ do: "set_keyword_state", keyword, state }))
        )
      )
  }
}
