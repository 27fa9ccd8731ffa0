import { expect } from "vitest"
import * as deciding from "../../../core/test/support/approvals.ts"
import type { startOnPlatform } from "../support/service.ts"
import type { Agent, Answer } from "./agent.ts"

/** What people ask an agent for, in the demo world. */
export interface Job {
  readonly asked: string
  /** Whose key the agent has. */
  readonly as?: readonly [organization: string, role: "owner" | "admin" | "member"]
  /** The most calls it takes, and the most text that is read for it. */
  readonly most: { readonly calls: number; readonly kib: number }
  readonly work: (agent: Agent, service: Service) => Promise<Answer>
  /** The fact that the agent has found, or the state that it has reached. */
  readonly finds: object
}

type Service = Awaited<ReturnType<typeof startOnPlatform>>
type Row = Readonly<Record<string, Answer>>

/** The 30 days up to the latest with data, which an answer names. */
const lastMonth = ({ data_until: to }: { readonly data_until: string }) => ({
  from: new Date(Date.parse(to) - 29 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10),
  to
})

const headings = (markdown: string): ReadonlyArray<string> =>
  [...markdown.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!)

const fabrikam = ["fabrikam", "admin"] as const
const [organization, by] = ["fabrikam", "olivia@northwind.test"]

const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)

export const jobs: ReadonlyArray<Job> = [
  {
    asked: "Which campaign wastes most? Stop it",
    most: { calls: 6, kib: 4 },
    work: async ({ change, follow, use }) => {
      const { by_campaign: rows } = await use(
        "svc_get_performance",
        lastMonth(await use("svc_get_performance"))
      )
      const [worst] = rows.toSorted((a: Row, b: Row) => b["cpa"] - a["cpa"])
      const { task_tracking_id } = await change("svc_set_campaign_state", {
        slug: worst.slug,
        state: "paused"
      })
      await follow(task_tracking_id)
      return use("svc_get_campaign", { slug: worst.slug })
    },
    finds: { slug: "imported-legacy", state: "paused", platform_state: "paused" }
  },
  {
    asked: "Raise the budget of Boiler repair to $120",
    most: { calls: 2, kib: 1 },
    work: ({ change }) => change("svc_update_campaign", { slug: "boiler-repair", budget: 120 }),
    finds: { applied: true, changed: { budget: { from: 100, to: 120 } } }
  },
  {
    asked: "Raise the budget of Emergency plumber to $400, or say why not and what is possible",
    most: { calls: 1, kib: 1 },
    work: ({ use }) => use("svc_update_campaign", { slug: "emergency-plumber", budget: 400 }),
    finds: {
      within_limits: false,
      allowed_max: 75,
      monthly_cap: 12_000,
      blocked_reason: expect.stringMatching(/\$75.*\$12,000/)
    }
  },
  {
    asked: "Launch the draft that is ready",
    most: { calls: 6, kib: 4 },
    work: async ({ follow, use }) => {
      const { campaigns } = await use("svc_list_campaigns", { state: "draft" })
      for (const { slug } of campaigns) {
        const launch = { slug, state: "live" }
        const { blocked_by, preview_hash } = await use("svc_set_campaign_state", launch)
        if (blocked_by !== null) continue
        const { task_tracking_id } = await use("svc_set_campaign_state", {
          ...launch,
          ...{ dry_run: false, preview_hash }
        })
        await follow(task_tracking_id)
        return use("svc_get_campaign", { slug })
      }
    },
    finds: { slug: "spring-offers", state: "live", platform_state: "live", sync: "in_sync" }
  },
  {
    asked: "I paused Wooden toys; why does it go on spending?",
    as: ["wingtip", "owner"],
    most: { calls: 2, kib: 2 },
    work: async ({ use }) => {
      const { campaigns } = await use("svc_list_campaigns")
      const { slug } = campaigns.find(({ name }: Row) => name === "Wooden toys")
      return use("svc_get_campaign", { slug })
    },
    finds: {
      state: "paused",
      platform_state: "live",
      sync_error: expect.stringMatching(/connect it again in the dashboard/)
    }
  },
  {
    asked: "Is conversion tracking alive?",
    most: { calls: 1, kib: 2 },
    work: ({ use }) => use("svc_get_account_overview"),
    finds: {
      conversion_actions: expect.arrayContaining([
        { name: "Visit requested", counts: true, last_seen: day, silent_since: null },
        { name: "Call from the website", counts: true, last_seen: day, silent_since: day },
        { name: "Newsletter sign-up", counts: false, last_seen: null, silent_since: null }
      ])
    }
  },
  {
    asked: "Which searches never brought a conversion?",
    most: { calls: 1, kib: 8 },
    work: async ({ use }) => {
      const { search_terms, total } = await use("svc_get_search_terms", { never_converted: true, days: 90 })
      return {
        found: total > 0,
        dearest: search_terms[0],
        converted: search_terms.some((row: Row) => row["conversions"] > 0)
      }
    },
    finds: { found: true, converted: false, dearest: { cost: expect.any(Number) } }
  },
  {
    asked: "Compare the return on ad spend of the campaigns over the last 30 days",
    most: { calls: 2, kib: 3 },
    work: async ({ use }) => {
      const { by_campaign, previous_period } = await use(
        "svc_get_performance",
        lastMonth(await use("svc_get_performance"))
      )
      const [best] = by_campaign.toSorted((a: Row, b: Row) => b["roas"] - a["roas"])
      return {
        best,
        previous_period,
        all: by_campaign.every(({ roas, value }: Row) => roas >= 0 && value >= 0)
      }
    },
    finds: {
      best: { slug: "northwind-brand" },
      previous_period: { from: expect.stringMatching(/./) },
      all: true
    }
  },
  {
    asked: "Write a weekly report, and say what was spent",
    most: { calls: 4, kib: 12 },
    work: async ({ follow, use }) => {
      const { task_tracking_id } = await use("svc_generate_report", { type: "weekly" })
      await follow(task_tracking_id)
      const { markdown } = await use("svc_get_report", { type: "weekly" })
      const section = headings(markdown).find((heading) => /^why$|spen[dt]|cost/i.test(heading))
      return use("svc_get_report", { type: "weekly", section })
    },
    finds: { type: "weekly", markdown: expect.stringMatching(/\$\d/) }
  },
  {
    asked: "What does the strategy say about budgets?",
    most: { calls: 4, kib: 12 },
    work: async ({ follow, use }) => {
      const { strategy: strategy_id, task_tracking_id } = await use("svc_generate_strategy")
      await follow(task_tracking_id)
      const { markdown } = await use("svc_get_strategy", { strategy_id })
      const section = headings(markdown).find((heading) => /budget/i.test(heading))
      return use("svc_get_strategy", { strategy_id, section })
    },
    finds: { markdown: expect.stringMatching(/budget/i) }
  },
  {
    asked: "Undo the exclusions that I made in the brand campaign",
    most: { calls: 3, kib: 2 },
    work: async ({ use }) => {
      const campaign = "northwind-brand"
      const { actions } = await use("svc_list_my_actions", { campaign })
      const { id } = actions.find(({ op, undone }: Row) => op === "add_negative_keywords" && !undone)
      const { restored } = await use("svc_undo_action", { action_id: id })
      const after = await use("svc_list_my_actions", { campaign })
      return { restored, undone: after.actions.find((action: Row) => action["id"] === id).undone }
    },
    finds: { restored: [expect.stringContaining("careers")], undone: true }
  },
  {
    asked: "Raise the budget of Boiler repair; someone has to approve it, so follow that",
    as: fabrikam,
    most: { calls: 4, kib: 3 },
    work: async ({ change, use }, { run }) => {
      const { code, queued_recommendation_id } = await change("svc_update_campaign", {
        ...{ slug: "boiler-repair", budget: 110 },
        comment: "The searches are there."
      })
      const { status } = await use("svc_get_queued_write", { queued_recommendation_id })
      await run(deciding.approve({ organization, id: queued_recommendation_id, by }))
      const decided = await use("svc_get_queued_write", { queued_recommendation_id })
      return { code, before: status, ...decided }
    },
    finds: {
      code: "approval_required",
      before: "pending",
      status: "approved",
      result: { changed: { budget: { from: 100, to: 110 } } }
    }
  },
  {
    asked: "Review what the agency changed in the ad platform, and accept it",
    most: { calls: 5, kib: 7 },
    work: async ({ change, follow, use }) => {
      const { campaigns } = await use("svc_list_campaigns")
      const { slug } = campaigns.find(({ sync }: Row) => sync === "conflict")
      const { changed, task_tracking_id } = await change("svc_accept_changes", { slug })
      await follow(task_tracking_id)
      return { changed, ...(await use("svc_get_campaign", { slug })) }
    },
    finds: { slug: "old-sync", changed: { budget: { from: 10, to: 14 } }, budget: 14, sync: "in_sync" }
  },
  {
    asked: "Make a campaign from our website",
    most: { calls: 4, kib: 5 },
    work: async ({ follow, use }) => {
      const { url: website_url } = await use("svc_get_business_profile")
      const { campaign, task_tracking_id } = await use("svc_create_campaign", { website_url, budget: 5 })
      const { status } = await follow(task_tracking_id)
      return { status, ...(await use("svc_get_campaign", { slug: campaign })) }
    },
    finds: { status: "completed", state: "draft", budget: 5, website_url: "http://northwind.test/" }
  },
  {
    asked: "Exclude searches for boilers that are for sale, if that blocks nothing we want",
    most: { calls: 3, kib: 3 },
    work: async ({ change, use }) => {
      const slug = "boiler-repair"
      const broad = await use("svc_add_negative_keywords", { slug, keywords: ["boiler"] })
      const done = await change("svc_add_negative_keywords", { slug, keywords: ["boilers for sale"] })
      return { blocked: broad.blocked_keywords.length > 0, codes: broad.warning_codes, ...done }
    },
    finds: { blocked: true, codes: ["conversions_lost", "keywords_blocked"], applied: true, added: 1 }
  },
  {
    asked: "What may I do here, and how much of it today?",
    as: ["northwind", "member"],
    most: { calls: 1, kib: 2 },
    work: async ({ use }) => {
      const told = await use("svc_get_account_overview")
      const inZone = new Intl.DateTimeFormat("en-CA", { timeZone: told.time_zone })
      const dayOf = (time: number) => inZone.format(new Date(time))
      // The day can end while the agent asks.
      const now = Date.parse(told.writes_reset_at) > Date.now() ? dayOf(Date.now()) : told.today
      return {
        role: told.role,
        missing: told.missing_scopes.length,
        isToday: told.today === now,
        isLeft: told.writes_left_today <= told.writes_per_day
      }
    },
    finds: { role: "member", missing: 4, isToday: true, isLeft: true }
  },
  {
    asked: "Which devices do conversions come from?",
    most: { calls: 1, kib: 2 },
    work: async ({ use }) => {
      const { period, rows } = await use("svc_query", {
        query:
          "SELECT segments.device, metrics.cost_micros, metrics.conversions FROM customer WHERE segments.date DURING LAST_30_DAYS"
      })
      const [most] = rows.toSorted((a: Row, b: Row) => b["metrics.conversions"] - a["metrics.conversions"])
      return { period, device: most["segments.device"] }
    },
    finds: { device: "MOBILE", period: { from: expect.stringMatching(/./), to: expect.stringMatching(/./) } }
  }
]

/** The approval again, where the agent's client shows links: the call goes on when the person has decided. */
export const linkJob: Job & {
  readonly as: typeof fabrikam
  readonly onLink: (url: string, service: Service) => Promise<unknown>
} = {
  asked: "Lower the budget of Boiler repair; here is the page where I approve it",
  as: fabrikam,
  most: { calls: 2, kib: 1 },
  work: ({ change }) => change("svc_update_campaign", { slug: "boiler-repair", budget: 100 }),
  onLink: (url, { run }) => run(deciding.approve({ organization, id: url.split("/").at(-1)!, by })),
  finds: { applied: true, changed: { budget: { from: 110, to: 100 } } }
}
