import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Effect, Schema } from "effect"
import { lockOrganization } from "../../access/organizations.ts"
import { storeWebsiteText } from "../../campaigns/index.ts"
import { limits, type Output, RateLimited, TaskId, ValidationError } from "../../contract/index.ts"
import { SiteReader, websiteAddress } from "../../outbound/index.ts"
import { handler } from "../../request/handler.ts"
import { inTransaction, runSql } from "../../storage/index.ts"
import { Queue } from "../../tasks/queue.ts"
import { defineTask, registerTaskKind, type TaskKind } from "../../tasks/task-kinds.ts"
import { readTasksById } from "../../tasks/task-rows.ts"
import { startTask } from "../../tasks/tasks.ts"
import { taskFailureOf } from "../business-profile/profile.ts"
import { websiteFactsOf, websiteTextOf } from "./facts.ts"
import { findFacts, insertRead, readsToday, storeFacts } from "./rows.ts"

/** Reads a website and stores its facts for a day. */
export const websiteFactsTask = defineTask("website_facts", Schema.Struct({ url: Schema.String }))

const invalid = (message: string) => new ValidationError({ fields: [{ path: "url", message }] })

/** The next midnight in UTC, when the day's reads begin again. */
const tooMany = (now: number): RateLimited => {
  const day = new Date(now)
  const end = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + 1)
  return new RateLimited({
    of: "website reads",
    limit: limits.websiteReads,
    resets_at: new Date(end).toISOString(),
    retryAfter: Math.max(1, Math.ceil((end - now) / 1000))
  })
}

type Answer = Output<"website_facts.get">

const queued = (task: number): Answer => ({ task_tracking_id: TaskId.make(task), status: "queued" })

/** Answers with facts that were read within a day; otherwise with the task that reads the website. */
export const getWebsiteFacts = handler(
  "website_facts.get",
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const queue = yield* Queue
    return ({ caller, organization }, { url }) =>
      Effect.gen(function* () {
        const address = yield* Effect.mapError(websiteAddress(url), invalid)
        yield* queue.ready
        return yield* inTransaction(
          Effect.gen(function* () {
            yield* lockOrganization(organization.id)
            const found = yield* findFacts(organization.id, address)
            if (found?.facts != null && found.read_at !== null)
              return { ...found.facts, read_at: found.read_at } as Answer
            if (found !== null) {
              const [task] = yield* runSql(readTasksById(organization.id, [found.task]))
              if (task?.status === "queued" || task?.status === "running") return queued(found.task)
            }
            if ((yield* readsToday(organization.id)) >= limits.websiteReads)
              return yield* tooMany(yield* Clock.currentTimeMillis)
            const task = yield* startTask(queue, websiteFactsTask, {
              organization: organization.id,
              input: { url: address },
              requestedBy: caller.userId
            })
            yield* insertRead(organization.id, address, task)
            return queued(task)
          })
        )
      }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
  })
)

/** The pages that are read: enough for what a business sells. */
const maxPages = 12

export const websiteFactsKind = registerTaskKind(
  websiteFactsTask,
  Effect.map(Effect.context<SiteReader | SqlClient.SqlClient>(), (context) => {
    const kind: TaskKind<typeof websiteFactsTask.schema.Type> = {
      run: ({ id, input: { url }, organization, setStage }) =>
        Effect.gen(function* () {
          const reader = yield* SiteReader
          yield* setStage(`Reading ${new URL(url).host}.`)
          const site = yield* reader.read(url, { onStage: setStage, pages: maxPages })
          const today = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
          const siteFacts = yield* reader.factsOf(site)
          const facts = websiteFactsOf(site, siteFacts, today)
          yield* storeFacts(organization, id, facts)
          yield* storeWebsiteText(organization, site.domain, websiteTextOf(site, siteFacts))
          return { url, pages: site.pages.length, offers: facts.offers.length }
        }).pipe(
          Effect.catchAll((error) =>
            Effect.fail(error._tag === "SiteUnreadable" ? taskFailureOf(error) : error)
          ),
          Effect.provide(context)
        ),
      onFailure: () => Effect.void
    }
    return kind
  })
)
