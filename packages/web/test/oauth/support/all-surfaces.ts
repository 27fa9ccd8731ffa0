import { Sessions, type SettingsShape } from "@adwarden/core"
import { hostApp } from "@adwarden/http-host"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { runCore } from "../../../../core/test/support/run-core.ts"
import { mcpApp } from "../../../../mcp/src/index.ts"
import { restApp } from "../../../../rest/src/index.ts"
import { webApp } from "../../../src/index.ts"
import { makeBrowser } from "../../support/browser.ts"
import { listen } from "../../support/service.ts"

/** All surfaces on one port, as in `adwarden dev`, on their own demo world. */
export const startAllSurfaces = async (changes: Partial<SettingsShape> = {}) => {
  const { addresses, origin, serve } = await listen()
  const core = await runCore({ ...addresses, registrationsPerMinute: 1_000_000, ...changes })
  const app = await core.run(
    Effect.flatMap(Effect.all([restApp, mcpApp, webApp]), (apps) => hostApp([...apps]))
  )
  serve(app)
  const passwordOf = (email: string) => core.people.find((person) => person.email === email)!.password

  /** A signed-in browser. It does not use the form, which is rate-limited. */
  const signedIn = async (email = "olivia@northwind.test") => {
    const token = await core.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [user] = yield* sql<{ id: number }>`select id from users where email = ${email}`
        return yield* (yield* Sessions).open(user!.id, { ip: "127.0.0.1", userAgent: "vitest" })
      })
    )
    const browser = makeBrowser(origin)
    browser.setCookie(`adwarden=${token}`)
    return browser
  }

  return { ...core, origin, ...addresses, passwordOf, signedIn }
}

type Browser = Awaited<ReturnType<Awaited<ReturnType<typeof startAllSurfaces>>["signedIn"]>>

/** Opens an authorization request, submits the decision, and returns the redirect target. */
export const answerConsent = async (
  browser: Browser,
  url: string | URL,
  response: { readonly decision?: string; readonly scopes?: ReadonlyArray<string> | "as shown" } = {}
) => {
  const { pathname, search } = new URL(url)
  const page = await browser.get(`${pathname}${search}`)
  const { decision = "allow", scopes = "as shown" } = response
  const shown = [
    ...page.text.matchAll(/<input type="checkbox"[^>]*name="scope" value="([^"]+)"\s+(checked)?/g)
  ]
  const checked = scopes === "as shown" ? shown.flatMap(([, scope, is]) => (is ? [scope!] : [])) : scopes
  const body = new URLSearchParams({ form_token: browser.tokenIn(page.text), decision })
  for (const scope of checked) body.append("scope", scope)
  return { page, ...(await browser.send(`${pathname}${search}`, { method: "POST", body })) }
}
