import { Effect } from "effect"
import { campaignStateTask } from "../campaigns/state-task.ts"
import type { TaskKind } from "./task-kind.ts"

/** Every type of task and how it is run: whoever adds a type adds a line. */
export const taskKinds = Effect.gen(function* () {
  const kinds: Readonly<Record<string, TaskKind>> = { campaign_state: yield* campaignStateTask }
  return kinds
})
