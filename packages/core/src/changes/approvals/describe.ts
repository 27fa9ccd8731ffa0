import type { OperationName } from "../../contract/index.ts"

type Values = Readonly<Record<string, unknown>>

interface Asked {
  readonly input: Values
  readonly preview: Values
  readonly campaign: string
}

const words: Readonly<Record<string, string>> = {
  budget: "daily budget",
  target_cpa: "target CPA",
  name: "name",
  state: "state"
}

const listed = (items: ReadonlyArray<unknown>, most = 5): string => {
  const shown = items.slice(0, most).map(String).join(", ")
  return items.length > most ? `${shown} and ${items.length - most} more` : shown
}
const array = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** From what to what, as the preview said when it was asked for; where there is none, what was asked for. */
const moves = ({ input, preview }: Asked): string => {
  const changes = preview["would_change"] as Readonly<Record<string, Values>> | undefined
  const parts =
    changes === undefined
      ? Object.keys(words).flatMap((field) =>
          input[field] === undefined ? [] : [`${words[field]} to ${input[field]}`]
        )
      : Object.entries(changes).map(
          ([field, { from, to }]) => `${words[field] ?? field} from ${from ?? "none"} to ${to ?? "none"}`
        )
  return parts.join(", ")
}

const undo = ({ input, preview }: Asked): string => {
  const restore = array(preview["would_restore"])
  const { detail } = (preview["would_undo"] ?? {}) as Values
  const back = restore.length === 0 ? "" : `. Brings back: ${listed(restore)}`
  return `Undo ${detail === undefined ? input["id"] : `"${detail}"`}${back}`
}

const sentences: Partial<Record<OperationName, (asked: Asked) => string>> = {
  "campaigns.update": (asked) => `Change ${asked.campaign}: ${moves(asked)}`,
  "campaigns.set_state": (asked) => `Change ${asked.campaign}: ${moves(asked)}`,
  "campaigns.create": ({ input }) =>
    `Draft a ${input["type"] ?? "prospecting"} campaign from ${input["website_url"]}` +
    (input["budget"] === undefined ? "" : ` with a daily budget of ${input["budget"]}`),
  "campaigns.create_ad": ({ campaign, input }) => `Add an ad to ${campaign} for ${input["url"]}`,
  "keywords.add_negatives": ({ campaign, input }) =>
    `Exclude from ${campaign} (${input["match_type"] ?? "phrase"}): ${listed(array(input["keywords"]))}`,
  "recommendations.apply": ({ campaign, input, preview }) => {
    const steps = array(preview["would_apply"]).map((step) => (step as Values)["summary"])
    return `Apply ${input["id"]} on ${campaign}${steps.length === 0 ? "" : `: ${listed(steps)}`}`
  },
  "actions.undo": undo
}

/** What a queued write would do, in one sentence for the person who decides. */
export const describeWrite = (write: {
  readonly operation: OperationName
  readonly input: object
  readonly preview: object | null
  readonly campaign: string | null
}): string => {
  const { campaign, input, operation, preview } = write
  const asked: Asked = {
    input: input as Values,
    preview: (preview ?? {}) as Values,
    campaign: campaign ?? "the organization"
  }
  return sentences[operation]?.(asked) ?? `${operation} ${JSON.stringify(input)}`
}
