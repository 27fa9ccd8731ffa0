import { Pages } from "@adwarden/core"
import { pagePaths, reportTypes, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { type Html, html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { badge, card, empty, head, items, moment, segments } from "../../parts/index.ts"
import { cursorOf, organizationPage } from "./organization-page.ts"

/** A text as it was written, until the next part of the dashboard renders it. */
const documentText = (text: string): Html => html`<div class="document">${text}</div>`

/** /o/{org}/reports and /o/{org}/strategy, with a page for each document. */
export const documents = (router: PageRouter) =>
  Effect.map(Pages, (pages) => {
    organizationPage(router, pages, {
      path: routePattern(pagePaths.organization(":org", "reports")),
      name: "reports",
      place: "reports",
      read: ({ read }, request) =>
        read("reports.list", { type: request.query.get("type") ?? reportTypes[0], ...cursorOf(request) }),
      render: ({ data: { reports }, frame }, request) => ({
        title: "Reports",
        body: html`${head({
          title: "Reports",
          actions: segments(
            "Type",
            reportTypes.map((type) => ({
              label: type,
              href: `${pagePaths.organization(frame.organization!.slug, "reports")}?type=${type}`,
              current: type === (request.query.get("type") ?? reportTypes[0])
            }))
          )
        })}
${card({
  id: "reports",
  title: "Reports",
  padded: false,
  body:
    reports.length === 0
      ? empty({
          icon: "reports",
          title: "No reports yet",
          text: "A weekly report can be generated through the API or by an operator."
        })
      : items(
          reports.map(({ generated_at, id, type }) => ({
            icon: "reports",
            href: pagePaths.report(frame.organization!.slug, type, id),
            title: `${type[0]!.toUpperCase()}${type.slice(1)} report`,
            line: moment(generated_at)
          }))
        )
})}`
      })
    })

    organizationPage(router, pages, {
      path: routePattern(pagePaths.report(":org", ":type", ":id")),
      name: "report",
      place: "reports",
      read: ({ read }, { parameters: { id = "", type = "" } }) =>
        read("reports.get", { type, report_id: id }),
      render: ({ data: { generated_at, markdown, type }, frame }) => ({
        title: `${type} report`,
        body: html`${head({
          title: `${type[0]!.toUpperCase()}${type.slice(1)} report`,
          crumbs: [
            { label: "Reports", href: pagePaths.organization(frame.organization!.slug, "reports") },
            { label: type }
          ],
          lead: moment(generated_at)
        })}
${card({ id: "text", title: "Report", body: documentText(markdown) })}`
      })
    })

    organizationPage(router, pages, {
      path: routePattern(pagePaths.organization(":org", "strategy")),
      name: "strategies",
      place: "strategy",
      read: ({ read }, request) => read("strategy.list", cursorOf(request)),
      render: ({ data: { strategies }, frame }) => ({
        title: "Strategy",
        body: html`${head({ title: "Strategy" })}
${card({
  id: "strategies",
  title: "Strategies",
  padded: false,
  body:
    strategies.length === 0
      ? empty({
          icon: "strategy",
          title: "No strategy yet",
          text: "A strategy can be generated through the API, or by a connected app."
        })
      : items(
          strategies.map(({ created_at, id, status, title }) => ({
            icon: "strategy",
            href: pagePaths.strategy(frame.organization!.slug, id),
            title: title === "" ? "Strategy" : title,
            line: moment(created_at),
            ...(status === "succeeded" ? {} : { end: badge(status === "failed" ? "fail" : "info", status) })
          }))
        )
})}`
      })
    })

    organizationPage(router, pages, {
      path: routePattern(pagePaths.strategy(":org", ":id")),
      name: "strategy",
      place: "strategy",
      read: ({ read }, { parameters: { id = "" } }) => read("strategy.get", { strategy_id: id }),
      render: ({ data: { created_at, error, markdown, status, title }, frame }) => ({
        title: title === "" ? "Strategy" : title,
        body: html`${head({
          title: title === "" ? "Strategy" : title,
          crumbs: [
            { label: "Strategy", href: pagePaths.organization(frame.organization!.slug, "strategy") },
            { label: "Document" }
          ],
          badge: badge(status === "failed" ? "fail" : status === "succeeded" ? "ok" : "info", status),
          lead: moment(created_at)
        })}
${card({ id: "text", title: "Strategy", body: markdown === null ? html`<p>${error ?? "It is being written."}</p>` : documentText(markdown) })}`
      })
    })
  })
