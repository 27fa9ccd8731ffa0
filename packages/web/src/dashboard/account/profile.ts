import { type PageData, Pages, personSettings } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest, Page } from "../../kit/browser-request.ts"
import { formProblems } from "../../kit/form-problems.ts"
import { form, type Problem } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import { formPage } from "../../kit/page-route.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, facts, head, hidden, moment, problemBanner, select } from "../../parts/index.ts"
import { doneBanner } from "../home.ts"

const path = pagePaths.account("profile")

const doneMessages: Readonly<Record<string, string>> = {
  "time-zone": "Saved. Clock times on all pages follow it."
}

/** Every zone by its name; the first choice is UTC. */
const zones = Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")
const zoneChoices = [
  { value: "", label: "UTC" },
  ...zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))
]

const timeZoneCard = (zone: string | null, request: BrowserRequest): Html =>
  card({
    id: "time-zone",
    title: "Time zone",
    kind: "narrow",
    lead: html`Clock times on your pages. It is now ${moment(new Date().toISOString())}. Days of figures stay those of the ad account.`,
    body: form(
      request,
      path,
      html`<div class="stack">${hidden({ action: "time_zone" })}${select({ name: "time_zone", label: "Time zone", value: zone ?? "", choices: zoneChoices })}<div class="row"><button>Save time zone</button></div></div>`
    )
  })

const profilePage = (
  { frame }: PageData<null>,
  request: BrowserRequest,
  problems: ReadonlyArray<Problem> = []
): Page => ({
  title: "Profile",
  dashboard: { frame, place: { of: "account", page: "profile" } },
  body: html`${head({ title: "Profile" })}
${problemBanner(problems, ["time_zone"])}
${doneBanner(request.query.get("done"), doneMessages)}
${card({
  id: "person",
  title: "You",
  kind: "narrow",
  body: facts([
    ["Name", frame.person.name],
    ["Email address", frame.person.email]
  ])
})}
${timeZoneCard(frame.person.timeZone, request)}`
})

/** /account/profile: the person and the time zone. */
export const accountProfile = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const settings = yield* personSettings
    const page = pages.ofPerson("pages.profile", () => Effect.succeed(null))
    router.get(path, {
      name: "pages.profile",
      invocation: () => Effect.succeed({ endpoint: page }),
      render: (data, request) => profilePage(data, request)
    })
    router.post(path, {
      name: "people.set_time_zone",
      invocation: (_, form) =>
        Effect.succeed({ endpoint: settings.setTimeZone(form.get("time_zone") ?? "") }),
      render: () => ({ redirect: `${path}?done=time-zone` }),
      showAgain: (error, request) => {
        const problems = formProblems(error, { time_zone: "The time zone" })
        return problems === null ? null : formPage(page, (data) => profilePage(data, request, problems))
      }
    })
  })
