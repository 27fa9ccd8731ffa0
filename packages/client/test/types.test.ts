import { Effect, type Stream } from "effect"
import { describe, expectTypeOf, it } from "vitest"
import { type AdwardenClient, EffectAdwarden } from "../src/effect/index.ts"
import {
  Adwarden,
  type AnyAdwardenError,
  type AuditEvent,
  type BudgetCapExceededError,
  type CampaignDetail,
  type CampaignRow,
  type CampaignState,
  type CampaignsListPage,
  type CampaignsUpdateExecuted,
  type CampaignsUpdatePreview,
  type ConnectionError,
  type Download,
  type FinishedTask,
  type Held,
  type List,
  type NotFoundError,
  type Open,
  type Preview,
  type ValidationError
} from "../src/index.ts"

// Only the compiler runs this file: it sends no request.
const client = new Adwarden({ apiKey: "svc_live_x" })
const effects = new EffectAdwarden(client)

describe("request types accept exactly what the service accepts", () => {
  it("listed enum values and no others", () => {
    type State = NonNullable<Parameters<typeof client.campaigns.list>[0]>["state"]
    expectTypeOf<State>().toEqualTypeOf<CampaignState | undefined>()
    expectTypeOf<CampaignState>().toEqualTypeOf<"live" | "paused" | "draft" | "error">()
    // @ts-expect-error a campaign cannot be set to "error"
    void (() => client.campaigns.setState("a", { state: "error" }))
    // @ts-expect-error only the weekly report can be generated
    void (() => client.reports.generate("strategic"))
    // @ts-expect-error the operation has no such field
    void (() => client.campaigns.update("a", { budgets: 1 }))
    // @ts-expect-error the state is required
    void (() => client.campaigns.setState("a", {}))
  })

  it("plain strings and numbers as ids, without brands", () => {
    expectTypeOf(client.campaigns.get).parameter(0).toEqualTypeOf<string>()
    expectTypeOf(client.tasks.get).parameter(0).toEqualTypeOf<number>()
    expectTypeOf(client.actions.undo).parameter(0).toEqualTypeOf<string>()
    expectTypeOf<CampaignDetail["budget"]>().toEqualTypeOf<number>()
  })
})

describe("response types allow for additions", () => {
  it("known enum values and unknown ones", () => {
    expectTypeOf<CampaignRow["state"]>().toEqualTypeOf<Open<CampaignState>>()
    expectTypeOf<"archived">().toExtend<CampaignRow["state"]>()
    expectTypeOf<CampaignDetail["last_synced_at"]>().toEqualTypeOf<string | null>()
  })

  it("lists of rows and pages", () => {
    expectTypeOf(client.campaigns.list()).toEqualTypeOf<List<CampaignRow, CampaignsListPage>>()
    expectTypeOf(client.campaigns.list()).toExtend<AsyncIterable<CampaignRow>>()
    expectTypeOf(() => client.campaigns.list().page()).returns.resolves.toHaveProperty("campaigns")
    expectTypeOf(client.audit.export()).toExtend<AsyncIterable<AuditEvent>>()
    expectTypeOf(client.audit.export()).toExtend<Download<AuditEvent, { readonly total: number }, "csv">>()
  })
})

describe("the result type of a write follows from dry_run", () => {
  type Previewed = Preview<CampaignsUpdatePreview, CampaignsUpdateExecuted>
  type Done = CampaignsUpdateExecuted | Held

  it("through its overload", () => {
    const update = (dry_run: boolean) => client.campaigns.update("a", { budget: 1, dry_run })
    const preview = () => client.campaigns.update("a", { budget: 1 })
    const asked = () => client.campaigns.update("a", { budget: 1, dry_run: true })
    const execute = () => client.campaigns.update("a", { budget: 1, dry_run: false })
    expectTypeOf(preview).returns.resolves.toEqualTypeOf<Previewed>()
    expectTypeOf(asked).returns.resolves.toEqualTypeOf<Previewed>()
    expectTypeOf(execute).returns.resolves.toEqualTypeOf<Done>()
    expectTypeOf(update).returns.resolves.toEqualTypeOf<Previewed | Done>()
    expectTypeOf<Previewed["execute"]>().returns.resolves.toEqualTypeOf<Done>()
  })

  it("and narrows by its outcome", () => {
    const tell = (result: Previewed | Done) => {
      if (result.outcome === "held") return result.queued_recommendation_id
      return result.outcome === "executed" ? result.action_id : result.within_limits
    }
    expectTypeOf(tell).returns.toEqualTypeOf<string | boolean | null>()
  })

  it("an undo can be held, a report cannot", () => {
    expectTypeOf(client.actions.undo).returns.resolves.toExtend<{ readonly outcome: "executed" | "held" }>()
    expectTypeOf(client.reports.generate).returns.resolves.toHaveProperty("task_tracking_id")
  })

  it("a wait returns a final state", () => {
    expectTypeOf(client.tasks.wait).returns.resolves.toEqualTypeOf<FinishedTask>()
    expectTypeOf<FinishedTask["status"]>().toEqualTypeOf<"completed" | "failed">()
    // @ts-expect-error a state that did not have to change has no task
    void (() => client.tasks.wait({ task_tracking_id: null }))
  })
})

describe("a parameter that decides what is returned", () => {
  it("guarantees the rows that group_by asks for", () => {
    const byCampaign = () => client.performance.get()
    const filtered = () => client.performance.get({ campaign: "a" })
    const byDay = () => client.performance.get({ group_by: "day" })
    expectTypeOf(byCampaign).returns.resolves.toHaveProperty("by_campaign").toExtend<object>()
    expectTypeOf(filtered).returns.resolves.toHaveProperty("by_campaign").toExtend<object>()
    expectTypeOf(byDay).returns.resolves.toHaveProperty("by_day").toExtend<object>()
    expectTypeOf<Awaited<ReturnType<typeof byDay>>["by_day"][number]["date"]>().toEqualTypeOf<string>()
    expectTypeOf<Awaited<ReturnType<typeof byDay>>["summary"]["spend"]>().toEqualTypeOf<number>()
    const some = (group_by: "day" | "week") => client.performance.get({ group_by })
    expectTypeOf(some).returns.resolves.toExtend<{ readonly by_day: object } | { readonly by_week: object }>()
  })

  it("types the options and findings of each detector", () => {
    const waste = () => client.detectors.run("a", { detector: "negative_keywords", options: { days: 30 } })
    type Waste = Awaited<ReturnType<typeof waste>>["findings"][number]
    expectTypeOf<Waste["term"]>().toEqualTypeOf<string>()
    expectTypeOf<Waste["cost_30d"]>().toEqualTypeOf<number>()
    expectTypeOf<Waste["recommendation_id"]>().toEqualTypeOf<string | undefined>()
    const all = () => client.detectors.run("a", { detector: "all" })
    expectTypeOf<Awaited<ReturnType<typeof all>>["findings"][number]["detector"]>().toEqualTypeOf<
      string | undefined
    >()
    // @ts-expect-error high_cpc has no such option
    void (() => client.detectors.run("a", { detector: "high_cpc", options: { days: 30 } }))
    // @ts-expect-error hipo has no options
    void (() => client.detectors.run("a", { detector: "hipo", options: { days: 30 } }))
    const effect = effects.detectors.run("a", { detector: "tcpa" })
    expectTypeOf<
      Effect.Effect.Success<typeof effect>["findings"][number]["suggested_target"]
    >().toEqualTypeOf<number>()
  })
})

describe("errors", () => {
  it("narrow by their code to their own fields", () => {
    const tell = (error: AnyAdwardenError) => {
      switch (error.code) {
        case "budget_cap_exceeded":
          expectTypeOf(error).toEqualTypeOf<BudgetCapExceededError>()
          // Each exceeded limit brings both of its figures, and there is at least one.
          if (error.allowed_max !== undefined) expectTypeOf(error.allowed_min).toEqualTypeOf<number>()
          else expectTypeOf(error.monthly_cap).toEqualTypeOf<number>()
          return error.allowed_max
        case "validation_error":
          expectTypeOf(error).toEqualTypeOf<ValidationError>()
          return error.fields.length
        case "connection_failed":
          expectTypeOf(error).toEqualTypeOf<ConnectionError>()
          return 0
        case "unfamiliar_error":
          expectTypeOf(error.service_code).toEqualTypeOf<string>()
          return 1
        default:
          return undefined
      }
    }
    expectTypeOf(tell).returns.toEqualTypeOf<number | undefined>()
    // Waiting for approval is never thrown.
    expectTypeOf<Extract<AnyAdwardenError["code"], "approval_required">>().toBeNever()
  })
})

describe("the Effect client", () => {
  it("has the errors of each operation in its channel, and removes them when caught", () => {
    const get = effects.campaigns.get("a")
    expectTypeOf<Extract<Effect.Effect.Error<typeof get>, NotFoundError>>().toEqualTypeOf<NotFoundError>()
    expectTypeOf<Extract<Effect.Effect.Error<typeof get>, BudgetCapExceededError>>().toBeNever()
    const caught = Effect.catchTag(get, "not_found", () => Effect.succeed(null))
    expectTypeOf<Extract<Effect.Effect.Error<typeof caught>, NotFoundError>>().toBeNever()
    expectTypeOf<Effect.Effect.Success<typeof caught>>().toEqualTypeOf<CampaignDetail | null>()
  })

  it("previews, executes and streams", () => {
    const preview = effects.campaigns.update("a", { budget: 1 })
    expectTypeOf<Effect.Effect.Success<typeof preview>>().toExtend<CampaignsUpdatePreview>()
    type Execute = Effect.Effect.Success<typeof preview>["execute"]
    expectTypeOf<Effect.Effect.Success<ReturnType<Execute>>>().toEqualTypeOf<CampaignsUpdateExecuted | Held>()
    const rows = effects.campaigns.list()
    expectTypeOf<Stream.Stream.Success<typeof rows>>().toEqualTypeOf<CampaignRow>()
    expectTypeOf<AdwardenClient>().not.toBeAny()
  })
})
