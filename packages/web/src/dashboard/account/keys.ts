import {
  AccountEndpoints,
  type CreatedKey,
  type Endpoint,
  type KeyRow,
  Keys,
  Pages,
  Settings
} from "@adwarden/core"
import { isScope, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { formProblems } from "../../kit/form-problems.ts"
import { formPage } from "../../kit/page-route.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { idIn } from "../../kit/untrusted-values.ts"
import { keysPage, wholeYear } from "./keys-page.ts"

type KeyChange = CreatedKey | KeyRow

/** The endpoint of a key form. A key is rotated on its own page. */
const keyChangeOf = (
  endpoints: AccountEndpoints["Type"],
  organization: string,
  form: URLSearchParams
): Endpoint<KeyChange> => {
  const id = idIn(form.get("id"))
  if (form.get("action") === "revoke") return endpoints.revokeKey(organization, id)
  const days = form.get("valid_days") ?? wholeYear
  return endpoints.createKey(organization, {
    name: form.get("name") ?? "",
    scopes: form.getAll("scope").filter(isScope),
    ...(days === wholeYear ? {} : { validDays: Number(days) })
  })
}

const keyLabels = { name: "The name", scopes: "The key", valid_days: "The time" }

/** /account: create and revoke one's own keys. */
export const accountKeys = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const keys = yield* Keys
    const endpoints = yield* AccountEndpoints
    const { appUrl } = yield* Settings
    const path = pagePaths.account("keys")
    const page = pages.ofPerson("pages.keys", ({ caller }) => keys.listOwn(caller.userId))

    router.get(path, {
      name: "pages.keys",
      invocation: () => Effect.succeed({ endpoint: page }),
      render: (data, request) => keysPage(data, request, appUrl)
    })

    router.post<KeyChange>(path, {
      name: "keys.change",
      invocation: (_, form) =>
        Effect.succeed({ endpoint: keyChangeOf(endpoints, form.get("organization") ?? "", form) }),
      render: () => ({ redirect: `${path}?done=revoked` }),
      // A new secret is shown by this response and never again.
      showResult: (changed, request) =>
        "key" in changed
          ? formPage(page, (data) => keysPage(data, request, appUrl, { created: changed }))
          : null,
      showAgain: (error, request, form) => {
        const problems = formProblems(error, keyLabels)
        return problems === null
          ? null
          : formPage(page, (data) => keysPage(data, request, appUrl, { problems, form }))
      }
    })
  })
