import { Effect } from "effect"
import type { ReadFailure } from "../errors.ts"
import type { AdAccount, KeywordParent, Mutation, Ref } from "../model/index.ts"
import { readKeywords, readNegatives, readPresent } from "./criteria.ts"
import type { Search } from "./search.ts"

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
