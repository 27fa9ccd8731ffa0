import {
  AccountEndpoints,
  type Endpoint,
  type KeyRow,
  Pages,
  type RotatedKey,
  Settings
} from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { formProblems } from "../../kit/form-problems.ts"
import { formPage } from "../../kit/page-route.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { idIn, lookUp } from "../../kit/untrusted-values.ts"
import { keyPage } from "./key-page.ts"

/** What the page says after an action. */
const ended: Readonly<Record<string, string>> = { suspend: "suspended", resume: "resumed" }

/** /o/{org}/settings/keys/{id}: one key, for its creator and owners. */
export const organizationKey = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const endpoints = yield* AccountEndpoints
    const { appUrl } = yield* Settings
    const path = routePattern(pagePaths.key(":org", ":id{[0-9]+}"))
    const pageOf = ({ parameters: { id, org = "" } }: BrowserRequest) =>
      pages.ofOrganization("pages.key", org, ({ clearance }) => endpoints.keyDetail(clearance, idIn(id)))

    router.get(path, {
      name: "pages.key",
      invocation: (request) => Effect.succeed({ endpoint: pageOf(request) }),
      render: (page, request) => keyPage(page, request, appUrl)
    })

    const changeOf = (org: string, id: number, form: URLSearchParams): Endpoint<RotatedKey | KeyRow> => {
      switch (form.get("action")) {
        case "revoke":
          return endpoints.revokeKey(org, id)
        case "suspend":
          return endpoints.suspendKey(org, id)
        case "resume":
          return endpoints.resumeKey(org, id)
        default:
          return endpoints.rotateKey(org, id, Number(form.get("overlap_hours") ?? Number.NaN))
      }
    }
    router.post<RotatedKey | KeyRow>(path, {
      name: "keys.change",
      invocation: ({ parameters: { id, org = "" } }, form) =>
        Effect.succeed({ endpoint: changeOf(org, idIn(id), form) }),
      render: (_, { parameters: { id = "", org = "" } }, form) => ({
        redirect: `${pagePaths.key(org, id)}?done=${lookUp(ended, form.get("action")) ?? "revoked"}`
      }),
      showResult: (changed, request) =>
        "key" in changed
          ? formPage(pageOf(request), (page) => keyPage(page, request, appUrl, { created: changed }))
          : null,
      showAgain: (error, request) => {
        const problems = formProblems(error, { overlap_hours: "The time" })
        return problems === null
          ? null
          : formPage(pageOf(request), (page) => keyPage(page, request, appUrl, { problems }))
      }
    })
  })
