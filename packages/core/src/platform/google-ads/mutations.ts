import { Effect } from "effect"
import type { ReadFailure, WriteFailure } from "../errors.ts"
import type { AdAccount, KeywordParent, Mutation, Ref } from "../model.ts"
import type { GoogleAdsClient } from "./client.ts"
import { keywordBody, kindOf, readKeywords, readNegatives, readPresent } from "./criteria.ts"
import { assetOperations, temporaryNames } from "./drafts.ts"
import { mutateTogether, type WrappedOperation } from "./mutate.ts"
import type { Search } from "./search.ts"

const statusUpdate = (resourceName: Ref, state: "enabled" | "paused") => ({
  update: { resourceName, status: state === "paused" ? "PAUSED" : "ENABLED" },
  updateMask: "status"
})

const isTextAd = (ref: Ref): boolean => ref.includes("/adGroupAds/")

/** The platform updates the texts of an ad in place, under the ad's own name: "customers/1/ads/3" for "1/adGroupAds/2~3". */
const adUpdate = ({
  ad,
  descriptions,
  headlines,
  paths,
  url
}: Extract<Mutation, { readonly do: "set_ad_content" }>) => {
  const [path1 = "", path2 = ""] = paths ?? []
  const parts: ReadonlyArray<readonly [present: boolean, mask: string]> = [
    [headlines !== undefined, "responsiveSearchAd.headlines"],
    [descriptions !== undefined, "responsiveSearchAd.descriptions"],
    [paths !== undefined, "responsiveSearchAd.path1"],
    [paths !== undefined, "responsiveSearchAd.path2"],
    [url !== undefined, "finalUrls"]
  ]
  return {
    update: {
      resourceName: ad.replace(/adGroupAds\/\d+~/, "ads/"),
      ...(url !== undefined && { finalUrls: [url] }),
      responsiveSearchAd: {
        ...(headlines && { headlines: headlines.map((text) => ({ text })) }),
        ...(descriptions && { descriptions: descriptions.map((text) => ({ text })) }),
        ...(paths && { path1, path2 })
      }
    },
    updateMask: parts.flatMap(([present, mask]) => (present ? [mask] : [])).join(",")
  }
}

const removals = {
  campaign_criterion: "campaignCriterionOperation",
  ad_group_criterion: "adGroupCriterionOperation",
  campaign_asset: "campaignAssetOperation"
} as const

/** Converts a mutation into an operation of `googleAds:mutate`. */
const operationOf = (mutation: Exclude<Mutation, { readonly do: "add_asset" }>): WrappedOperation => {
  switch (mutation.do) {
    case "add_negative": {
      const criterion = { negative: true, keyword: keywordBody(mutation) }
      return "campaign" in mutation.parent
        ? { campaignCriterionOperation: { create: { campaign: mutation.parent.campaign, ...criterion } } }
        : { adGroupCriterionOperation: { create: { adGroup: mutation.parent.ad, ...criterion } } }
    }
    case "add_keyword": {
      const status = mutation.state === "paused" ? "PAUSED" : "ENABLED"
      const criterion = { adGroup: mutation.ad, status, keyword: keywordBody(mutation) }
      return { adGroupCriterionOperation: { create: criterion } }
    }
    case "set_keyword_state":
      return { adGroupCriterionOperation: statusUpdate(mutation.keyword, mutation.state) }
    case "set_ad_state": {
      const update = statusUpdate(mutation.ad, mutation.state)
      return isTextAd(mutation.ad) ? { adGroupAdOperation: update } : { adGroupOperation: update }
    }
    case "set_ad_content":
      return { adOperation: adUpdate(mutation) }
    case "remove":
      return { [removals[kindOf(mutation.ref)]]: { remove: mutation.ref } }
  }
}

/** Converts mutations into operations of `googleAds:mutate`, one list for each; the last of a list gives its name. */
export const operationsOf = (
  account: AdAccount,
  mutations: ReadonlyArray<Mutation>
): ReadonlyArray<ReadonlyArray<WrappedOperation>> => {
  const names = temporaryNames(account.customerId)
  return mutations.map((mutation) =>
    mutation.do === "add_asset"
      ? assetOperations(mutation.asset, mutation.campaign, names)
      : [operationOf(mutation)]
  )
}

type Add = Extract<Mutation, { readonly do: "add_negative" | "add_keyword" }>

const isAdd = (mutation: Mutation): mutation is Add =>
  mutation.do === "add_negative" || mutation.do === "add_keyword"

const parentOf = (add: Add): KeywordParent => (add.do === "add_negative" ? add.parent : { ad: add.ad })

/** The identity of the item an add would create, by the fields that the platform compares. */
const identityKey = (
  kind: Add["do"],
  parent: KeywordParent,
  { match, text }: Pick<Add, "match" | "text">
): string => JSON.stringify([kind, parent, match, text.toLowerCase()])

const refsOfAdds = (search: Search, account: AdAccount, adds: ReadonlyArray<Add>) => {
  const parents = new Map(adds.map((add) => [JSON.stringify([add.do, parentOf(add)]), add]))
  return Effect.map(
    Effect.forEach(parents.values(), (add) => {
      const parent = parentOf(add)
      const read: Effect.Effect<
        ReadonlyArray<Pick<Add, "match" | "text"> & { readonly ref: Ref }>,
        ReadFailure
      > = add.do === "add_negative"
        ? readNegatives(search, account, parent)
        : readKeywords(search, account, parent)
      return Effect.map(read, (rows) =>
        rows.map((one) => [identityKey(add.do, parent, one), one.ref] as const)
      )
    }),
    (rows) => new Map(rows.flat())
  )
}

/**
 * Finds mutations that need not be sent, with the resource names to return for them: adds of existing items
 * and removals of missing ones. An item that the same request removes does not count as existing.
 */
export const readNoOpMutations = (
  search: Search,
  account: AdAccount,
  mutations: ReadonlyArray<Mutation>
): Effect.Effect<ReadonlyMap<Mutation, Ref>, ReadFailure> =>
  Effect.gen(function* () {
    const removed = mutations.flatMap((one) => (one.do === "remove" ? [one.ref] : []))
    const present = new Set(removed.length === 0 ? [] : yield* readPresent(search, account, removed))
    const refs = yield* refsOfAdds(search, account, mutations.filter(isAdd))
    const refOf = (mutation: Mutation): Ref | undefined => {
      if (mutation.do === "remove") return present.has(mutation.ref) ? undefined : mutation.ref
      const ref = isAdd(mutation)
        ? refs.get(identityKey(mutation.do, parentOf(mutation), mutation))
        : undefined
      return ref !== undefined && present.has(ref) ? undefined : ref
    }
    const noOps = new Map<Mutation, Ref>()
    for (const mutation of mutations) {
      const ref = refOf(mutation)
      if (ref !== undefined) noOps.set(mutation, ref)
    }
    return noOps
  })

type Names = ReadonlyMap<string, Ref>

/** The platform rejects duplicates in a request, so equal mutations are sent once. */
const keyOf = (mutation: Mutation): string => JSON.stringify(mutation)

/** Sends mutations of the content of campaigns together. */
export const makeMutate = (client: GoogleAdsClient, search: Search) => {
  const send = (
    account: AdAccount,
    mutations: ReadonlyArray<Mutation>,
    refs: Names
  ): Effect.Effect<Names, WriteFailure> => {
    const remaining = mutations.filter((one) => !refs.has(keyOf(one)))
    if (remaining.length === 0) return Effect.succeed(refs)
    const operations = operationsOf(account, remaining)
    return mutateTogether(client, account, operations.flat()).pipe(
      Effect.map((names) => {
        const left = [...names]
        const own = operations.map(({ length }) => left.splice(0, length).at(-1)!)
        return new Map([...refs, ...remaining.map((one, n) => [keyOf(one), own[n]!] as const)])
      }),
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
