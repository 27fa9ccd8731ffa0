import { Effect } from "effect"
import type { ReadFailure } from "../errors.ts"
import type { AdAccount, Mutation, Place, Ref } from "../model/index.ts"
import { readKeywords, readNegatives, readPresent } from "./criteria.ts"
import type { Search } from "./search.ts"

type Add = Extract<Mutation, { readonly do: "add_negative" | "add_keyword" }>

const isAdd = (mutation: Mutation): mutation is Add =>
  mutation.do === "add_negative" || mutation.do === "add_keyword"

const placeOf = (add: Add): Place => (add.do === "add_negative" ? add.place : { ad: add.ad })

/** What the add would make, written the way in which the platform tells two of them apart. */
const likeness = (kind: Add["do"], place: Place, { match, text }: Pick<Add, "match" | "text">): string =>
  JSON.stringify([kind, place, match, text.toLowerCase()])

const namesOfAdds = (search: Search, account: AdAccount, adds: ReadonlyArray<Add>) => {
  const places = new Map(adds.map((add) => [JSON.stringify([add.do, placeOf(add)]), add]))
  return Effect.map(
    Effect.forEach(places.values(), (add) => {
      const place = placeOf(add)
      const read: Effect.Effect<
        ReadonlyArray<Pick<Add, "match" | "text"> & { readonly ref: Ref }>,
        ReadFailure
      > = add.do === "add_negative"
        ? readNegatives(search, account, place)
        : readKeywords(search, account, place)
      return Effect.map(read, (found) => found.map((one) => [likeness(add.do, place, one), one.ref] as const))
    }),
    (found) => new Map(found.flat())
  )
}

/**
 * Those that need not be sent, with the names that answer them: adds of what the platform has, removals of what it
 * has no more. What the same request removes does not count as had.
 */
export const readAlreadySo = (
  search: Search,
  account: AdAccount,
  mutations: ReadonlyArray<Mutation>
): Effect.Effect<ReadonlyMap<Mutation, Ref>, ReadFailure> =>
  Effect.gen(function* () {
    const removed = mutations.flatMap((one) => (one.do === "remove" ? [one.ref] : []))
    const present = new Set(removed.length === 0 ? [] : yield* readPresent(search, account, removed))
    const names = yield* namesOfAdds(search, account, mutations.filter(isAdd))
    const nameOf = (mutation: Mutation): Ref | undefined => {
      if (mutation.do === "remove") return present.has(mutation.ref) ? undefined : mutation.ref
      const name = isAdd(mutation) ? names.get(likeness(mutation.do, placeOf(mutation), mutation)) : undefined
      return name !== undefined && present.has(name) ? undefined : name
    }
    const already = new Map<Mutation, Ref>()
    for (const mutation of mutations) {
      const name = nameOf(mutation)
      if (name !== undefined) already.set(mutation, name)
    }
    return already
  })
