import { Effect } from "effect"
import { readRequesterNames } from "../../access/requester.ts"
import { type LoggedActor, readLoggedActors } from "../../changes/activity-rows.ts"
import { CampaignDirectory } from "../../changes/campaign-directory.ts"
import { Statements } from "../../storage/index.ts"

/** What the log can be filtered by. */
export interface ActivityChoices {
  readonly campaigns: ReadonlyArray<{ readonly slug: string; readonly name: string }>
  readonly people: ReadonlyArray<{ readonly id: number; readonly name: string }>
  readonly keys: ReadonlyArray<{ readonly id: number; readonly name: string }>
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) => a.name.localeCompare(b.name)

/** The first row of each value. */
const distinct = (rows: ReadonlyArray<LoggedActor>, key: (row: LoggedActor) => number | null) => [
  ...new Map(rows.flatMap((row) => (key(row) === null ? [] : [[key(row), row] as const]))).values()
]

/** Makes the function that reads who changed which campaigns lately. */
export const makeChoicesReader = Effect.gen(function* () {
  const statements = yield* Statements
  const directory = yield* CampaignDirectory

  return Effect.fnUntraced(function* (organization: number) {
    const rows = yield* statements.read(readLoggedActors(organization))
    const people = distinct(rows, ({ key_id, user_id }) => (key_id === null ? user_id : null))
    const keys = distinct(rows, ({ key_id }) => key_id)
    const asked = [...people, ...keys].map(({ key_id, user_id }) => ({
      requester_user_id: user_id ?? 0,
      requester_key_id: key_id,
      requester_connection_id: null
    }))
    const [campaigns, names] = yield* Effect.all(
      [
        directory.find(
          organization,
          rows.map(({ campaign_id }) => campaign_id)
        ),
        asked.length === 0 ? Effect.succeed([]) : statements.read(readRequesterNames(organization, asked))
      ],
      { concurrency: "unbounded" }
    )
    const choices: ActivityChoices = {
      campaigns: [...campaigns.values()].map(({ name, slug }) => ({ slug, name })).toSorted(byName),
      people: people
        .map(({ email, user_id }) => ({
          id: user_id!,
          name: names.find((one) => one.user_id === user_id)?.person ?? email ?? "Former member"
        }))
        .toSorted(byName),
      keys: keys
        .map(({ key_id, last_four }) => ({
          id: key_id!,
          name: `${names.find((one) => one.key_id === key_id)?.key ?? "API key"} …${last_four ?? ""}`
        }))
        .toSorted(byName)
    }
    return choices
  })
})
