import { Effect } from "effect"
import type { WriteFailure } from "../errors.ts"
import type { AdAccount, Mutation, Ref } from "../model/index.ts"
import type { GoogleAdsClient } from "./client.ts"
import { keywordOperation } from "./keyword-operations.ts"
import { mutateTogether } from "./mutate.ts"
import { readNoOpMutations } from "./no-op-mutations.ts"
import type { Search } from "./search.ts"

type Names = ReadonlyMap<string, Ref>

/** The platform rejects duplicates in a request, so equal mutations are sent once. */
const keyOf = (mutation: Mutation): string => JSON.stringify(mutation)

/** Sends mutations of keywords and negative keywords together. */
export const makeMutate = (client: GoogleAdsClient, search: Search) => {
  const send = (
    account: AdAccount,
    mutations: ReadonlyArray<Mutation>,
    refs: Names
  ): Effect.Effect<Names, WriteFailure> => {
    const remaining = mutations.filter((one) => !refs.has(keyOf(one)))
    if (remaining.length === 0) return Effect.succeed(refs)
    return mutateTogether(client, account, remaining.map(keywordOperation)).pipe(
      Effect.map(
        (names) => new Map([...refs, ...remaining.map((one, n) => [keyOf(one), names[n]!] as const)])
      ),
      // An item that is already in the requested state can make the platform refuse the whole request. The
      // retry leaves such items out. Each retry leaves out at least one, so the retries end.
      Effect.catchTag("PlatformRefused", (refusal) =>
        Effect.flatMap(readNoOpMutations(search, account, remaining), (noOps) =>
          noOps.size === 0
            ? Effect.fail(refusal)
            : send(
                account,
                remaining,
                new Map([...refs, ...[...noOps].map(([one, name]) => [keyOf(one), name] as const)])
              )
        )
      )
    )
  }

  return (account: AdAccount, mutations: ReadonlyArray<Mutation>) => {
    const unique = [...new Map(mutations.map((one) => [keyOf(one), one])).values()]
    return Effect.map(send(account, unique, new Map()), (names) =>
      mutations.map((one): Ref => names.get(keyOf(one))!)
    )
  }
}
