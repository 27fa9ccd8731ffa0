import { Effect } from "effect"
import { schedule } from "../../tasks/registries.ts"
import { Sync } from "./sync.ts"

/** Looking often costs one query; each account is due in its own time. */
export const syncSchedule = schedule({
  name: "platform-sync",
  cron: "*/5 * * * *",
  run: Effect.flatMap(Sync, (sync) => sync.due)
})
