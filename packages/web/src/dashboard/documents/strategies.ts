import { TaskFeed, type TaskView } from "@adwarden/core"
import { type Output, pagePaths, plusDays } from "@adwarden/core/contract"
import { Effect } from "effect"
import { organizationFile, organizationPage, type ShownPage, together } from "../../kit/dashboard-page.ts"
import { type Html, html, linkPages } from "../../kit/html.ts"
import { cursorOf } from "../../kit/local-path.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { callOperation, oneForm } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { everyRow, tableFile } from "../../kit/table-file.ts"
import { badge, banner, count, head, moment } from "../../parts/index.ts"
import { taskCard } from "../activity/tasks.ts"
import { documentCard, documentList, makeCard, weekChart } from "./document-parts.ts"
import { renderMarkdown } from "./markdown.ts"
import { makeSharing, newLinkCard, shareButton, sharingCard, sharingMessages } from "./shared.ts"

type Strategy = Output<"strategy.get">

const statusBadge = (status: Strategy["status"]): Html =>
  status === "failed"
    ? badge("fail", "Failed")
    : status === "succeeded"
      ? badge("ok", "Ready")
      : badge("info", "Being written")

const ofStrategies = (tasks: ReadonlyArray<TaskView>) => tasks.filter(({ type }) => type === "strategy")

/** The Mondays of twelve weeks before a strategy was begun. */
const weeksBefore = (created: string) => {
  const day = created.slice(0, 10)
  const monday = plusDays(day, -((new Date(day).getUTCDay() + 6) % 7))
  return { from: plusDays(monday, -84), to: plusDays(monday, -1) }
}

/** /o/{org}/strategy, and the page of a strategy. */
export const strategies = (router: PageRouter) =>
  Effect.gen(function* () {
    const feed = yield* TaskFeed
    const sharing = yield* makeSharing
    const sharedOf = ({ parameters: { id = "" } }: BrowserRequest) => ({ type: "strategy", document: id })

    organizationFile(router, {
      path: pagePaths.organization(":org", "strategy"),
      name: "pages.strategies",
      read: ({ read }) =>
        everyRow(
          (page) => read("strategy.list", page),
          ({ strategies: list }) => list
        ),
      file: ({ data, organization: { slug } }) =>
        tableFile({
          name: `${slug}-strategies`,
          rows: data,
          columns: {
            strategy: ({ id }) => id,
            title: ({ title }) => title,
            status: ({ status }) => status,
            created_at: (row) => row.created_at,
            finished_at: (row) => row.finished_at,
            url: ({ url }) => url
          }
        })
    })
    organizationPage(router, {
      path: pagePaths.organization(":org", "strategy"),
      name: "pages.strategies",
      place: "strategy",
      read: ({ clearance, read }, request) =>
        together({
          list: read("strategy.list", cursorOf(request)),
          tasks: Effect.map(feed.list(clearance), ofStrategies),
          mayMake: Effect.succeed(clearance.scopes.has("reports:generate"))
        }),
      forms: oneForm("strategy.generate", {
        endpoint: ({ org }, sent) =>
          callOperation("strategy.generate", { org, idempotency_key: sent.get("idempotency_key") ?? "" }),
        done: ({ strategy }, { org }) => ({ redirect: pagePaths.strategy(org, strategy) })
      }),
      render: ({ data: { list, mayMake, tasks }, organization }, request) => {
        const { org } = request
        return {
          title: "Strategy",
          body: html`${head({ title: "Strategy" })}
${documentList(
  {
    icon: "strategy",
    title: list.total === 0 ? "Strategies" : count(list.total, "strategy", "strategies"),
    rows: list.strategies.map(({ created_at, id, status, title }) => ({
      href: pagePaths.strategy(org, id),
      title: title === "" ? "Strategy" : title,
      line: moment(created_at),
      ...(status === "succeeded" ? {} : { end: statusBadge(status) })
    })),
    none: {
      title: "No strategy yet",
      text: "A strategy says where the money goes, what is wasted, and what to do first."
    },
    organization,
    nextCursor: list.next_cursor,
    tasks,
    aside: mayMake
      ? makeCard(request, {
          title: "Write a strategy",
          body: html`<p>From the business profile, the figures, an audit of every live campaign and the demand for keywords. It takes minutes and changes no campaign.</p><div class="row"><button>Write strategy</button></div>`
        })
      : null
  },
  request
)}`
        }
      }
    })

    organizationPage(router, {
      path: pagePaths.strategy(":org", ":id"),
      name: "pages.strategy",
      place: "strategy",
      messages: sharingMessages,
      forms: sharing.forms(sharedOf),
      read: ({ clearance, read }, request) =>
        Effect.gen(function* () {
          const { id = "" } = request.parameters
          const strategy = yield* read("strategy.get", { strategy_id: id })
          const period = weeksBefore(strategy.created_at)
          return yield* together({
            strategy: Effect.succeed(strategy),
            links:
              strategy.markdown === null ? Effect.succeed(null) : sharing.read(clearance, sharedOf(request)),
            weeks: read("performance.get", { ...period, group_by: "week", compare: false }),
            tasks:
              strategy.markdown === null ? Effect.map(feed.list(clearance), ofStrategies) : Effect.succeed([])
          })
        }),
      render: (
        { data: { links, strategy, tasks, weeks }, organization: { currency, slug: org } },
        request,
        shown: ShownPage<string>
      ) => {
        const { created_at, error, markdown, status, title } = strategy
        const rows = (weeks.by_week ?? []).map(({ week_start, ...week }) => ({
          ...week,
          week: week_start,
          partial: week.partial ?? false
        }))
        const chart = weekChart(rows, currency)
        const document =
          markdown === null
            ? null
            : renderMarkdown(markdown, {
                chart:
                  chart === null
                    ? null
                    : html`${chart}<p class="small soft">The chart shows the weeks as they are known now.</p>`,
                linkOf: (code) =>
                  code.startsWith("rec_")
                    ? html`<a href="${pagePaths.optimization(org, code)}">this recommendation</a>`
                    : null
              })
        const name = title === "" ? "Strategy" : title
        return {
          title: name,
          body: html`${head({
            title: name,
            crumbs: [
              { label: "Strategy", href: pagePaths.organization(org, "strategy") },
              { label: "Document" }
            ],
            badge: statusBadge(status),
            ...shareButton(links),
            lead: moment(created_at)
          })}
${shown.banners}${newLinkCard(shown)}${status === "failed" ? banner("bad", linkPages(error ?? "It failed. Write it again.", org)) : taskCard(tasks, request)}
${document === null ? null : documentCard(document.body)}
${sharingCard(links, request)}`,
          showsSecret: shown.result !== null
        }
      }
    })
  })
