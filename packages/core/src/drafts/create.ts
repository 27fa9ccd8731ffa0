import { Effect } from "effect"
import { step } from "../changes/edit.ts"
import { type Done, plansOf, tracesOf, type Write } from "../changes/write.ts"
import { guardedWrite } from "../changes/writes.ts"
import { TaskId } from "../contract/index.ts"
import { Settings } from "../settings.ts"
import { CreateDraft } from "./edits/index.ts"

/** What is always begun in the background is followed by its task. */
export const followedBy = ({ task }: Done): TaskId => {
  if (task === null) throw new Error("What is written in the background has no task")
  return TaskId.make(task)
}

/** What only ever makes something new is never left as it was. */
export const neverUnchanged = (): never => {
  throw new Error("A creation always has something to do")
}

const make = Effect.gen(function* () {
  const create = yield* CreateDraft
  const { appUrl } = yield* Settings
  const write: Write<"campaigns.create"> = {
    actions: (_at, { budget, name, type, website_url }) =>
      Effect.succeed([
        {
          op: "create_campaign",
          campaign: null,
          source: "dashboard",
          logged: false,
          steps: [
            step(create, {
              website: website_url,
              type,
              name: name?.trim() ?? null,
              budget: budget === undefined ? null : Math.round(budget),
              source: null,
              focus: null
            })
          ]
        }
      ]),
    preview: (planned) => {
      const { input, name, slug } = plansOf(planned, create)[0]!
      const { budget, type, website } = input
      return { would_create: { campaign: slug, name, type, website_url: website, budget } }
    },
    unchanged: neverUnchanged,
    answer: (done) => {
      const { org, slug } = tracesOf(done, create)[0]!
      return {
        task_tracking_id: followedBy(done),
        status: "queued",
        campaign: slug,
        url: `${appUrl}/${org}/campaigns/${slug}`
      }
    }
  }
  return write
})

export const createCampaign = guardedWrite("campaigns.create", make)
