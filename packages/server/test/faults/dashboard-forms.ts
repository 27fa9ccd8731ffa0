import type { PeopleWriteName } from "@adwarden/core/contract"
import { peopleInput } from "../../../core/test/changes/crash/calls.ts"
import { makeBrowser } from "../../../web/test/support/browser.ts"

/** A form that was answered with an error. */
export class RefusedForm extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** The errors that a status stands for: a page has no code. */
const codes: Readonly<Record<number, string>> = {
  429: "rate_limited",
  500: "internal_error",
  503: "unavailable"
}

/** Sends the writes of a person as the forms of the dashboard do, to any host: the session is in the database. */
export class DashboardForms {
  readonly #cookie: string
  readonly #token: string

  private constructor(cookie: string, token: string) {
    this.#cookie = cookie
    this.#token = token
  }

  static async signIn(
    origin: string,
    { email, password }: { readonly email: string; readonly password: string }
  ): Promise<DashboardForms> {
    const browser = makeBrowser(origin.replace(/\/$/, ""))
    const { status } = await browser.submit("/sign-in", { email, password })
    if (status !== 303) throw new Error(`Signing in was answered with ${status}`)
    const page = await browser.get("/o/northwind/campaigns/boiler-repair?change=budget&budget=101")
    return new DashboardForms(browser.cookie(), browser.tokenIn(page.text))
  }

  /** Sends a form. Returns the action that the next page names. */
  async send(
    origin: string,
    name: PeopleWriteName,
    values: Record<string, unknown>,
    fetchPage: typeof fetch
  ): Promise<{ readonly action_id: string | null }> {
    const { idempotencyKey, input } = peopleInput(values)
    const response = await fetchPage(`${origin.replace(/\/$/, "")}/o/northwind/change`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: this.#cookie },
      body: new URLSearchParams({
        form_token: this.#token,
        operation: name,
        input: JSON.stringify(input),
        idempotency_key: idempotencyKey,
        back: "/o/northwind"
      }),
      signal: AbortSignal.timeout(45_000)
    })
    const location = response.headers.get("location")
    if (response.status !== 303 || location === null) {
      throw new RefusedForm(codes[response.status] ?? `page_${response.status}`)
    }
    const done = new URL(location, origin).searchParams.get("done")
    if (done === null) throw new RefusedForm(`sent_to ${location}`)
    return { action_id: done === "nothing" ? null : done }
  }
}
