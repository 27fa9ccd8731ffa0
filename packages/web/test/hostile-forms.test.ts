import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { call } from "../../core/test/support/call.ts"
import { isLong } from "../../core/test/support/counts.ts"
import { webApp } from "../src/index.ts"
import { makeBrowser } from "./support/browser.ts"
import { startWebHost } from "./support/service.ts"

/*
 * Every form of the dashboard with values that no page of ours sends, in each of its fields. The service says what is
 * wrong with them; an internal error would be a value that reached the database, a header or our own code unchecked.
 */

const pages = await startWebHost({ trustProxy: true, rateLimit: 1_000_000, anonymousRateLimit: 1_000_000 })
const app = await pages.run(webApp)

type Fields = ReadonlyArray<readonly [name: string, value: string]>

const input = JSON.stringify({ slug: "boiler-repair", id: 1, keyword_ids: [1], state: "paused" })
const change = (operation: string): Fields => [
  ["operation", operation],
  ["input", input],
  ["preview_hash", "x"],
  ["idempotency_key", "x"],
  ["asked", "/o/northwind"],
  ["back", "/o/northwind"]
]
const password: Fields = [
  ["password", "correct horse battery"],
  ["apps_choice", "yes"],
  ["disconnect_apps", "yes"]
]
const keyName: Fields = [
  ["organization", "northwind"],
  ["id", "1"]
]

/** The links of a document. */
const sharing = [
  [
    ["action", "share"],
    ["days", "x"]
  ],
  [
    ["action", "revoke"],
    ["id", "x"]
  ]
] as const

/** The forms of each address, with values that an owner could send. Those of a page with several have an `action`. */
const forms: Readonly<Record<string, ReadonlyArray<Fields>>> = {
  "/sign-in": [
    [
      ["email", "x@example.test"],
      ["password", "x"]
    ]
  ],
  "/sign-in/code": [
    [
      ["challenge", "x"],
      ["code", "000000"]
    ]
  ],
  "/sign-in/second-factor": [
    [
      ["challenge", "x"],
      ["code", "000000"]
    ]
  ],
  "/forgot-password": [[["email", "x@example.test"]]],
  "/reset-password": [[["token", "x"], ...password]],
  "/invitation": [[["token", "x"], ["name", "x"], ...password]],
  "/new-organization": [
    [
      ["name", "x"],
      ["slug", ""],
      ["currency", "XXX"]
    ]
  ],
  "/o/:org": [
    [["action", "connect"]],
    [
      ["action", "cap"],
      ["max_spend", "x"]
    ],
    [
      ["action", "approvals"],
      ["approvals", "raises"]
    ],
    [
      ["action", "key"],
      ["name", "x"],
      ["preset", "read"]
    ],
    [
      ["action", "invite"],
      ["email", "x@example.test"],
      ["role", "member"]
    ],
    [["action", "put_away"]]
  ],
  "/o/:org/campaigns/:slug/ads/new": [
    [
      ["idempotency_key", "x"],
      ["url", "x"],
      ["name", "x"]
    ]
  ],
  "/o/:org/new-campaign": [
    [
      ["idempotency_key", "x"],
      ["website_url", "x"],
      ["type", "brand"],
      ["name", "x"],
      ["budget", "1"]
    ]
  ],
  "/o/:org/change": [
    change("actions.undo"),
    change("keywords.update"),
    change("keywords.remove_negatives"),
    change("ads.remove"),
    change("external_changes.revert"),
    change("campaigns.update"),
    change("drafts.discard"),
    [...change("drafts.set_language"), ["input.language", "en"]]
  ],
  "/o/:org/optimizations": [[["campaign", "none"]]],
  "/o/:org/optimizations/:id{qw_[0-9A-Za-z]+}": [
    [
      ["action", "approve"],
      ["note", ""]
    ],
    [
      ["action", "reject"],
      ["note", ""]
    ],
    [
      ["action", "comment"],
      ["comment", "x"]
    ],
    [["action", "own"], ...change("campaigns.update")]
  ],
  "/o/:org/profile": [
    [
      ["action", "analyse"],
      ["url", "x"]
    ],
    [
      ["action", "correct"],
      ["brand_name", ""],
      ["description", "x"],
      ["products", "x"],
      ["ideal_customer_profiles", "x"],
      ["competitors", "x"],
      ["trust_signals", "x"],
      ["target_locations", "x"]
    ]
  ],
  "/o/:org/reports": [
    [
      ["action", "make"],
      ["idempotency_key", "x"],
      ["type", "none"]
    ],
    [
      ["action", "choose"],
      ["people", "x"]
    ],
    [
      ["action", "own"],
      ["wanted", "x"]
    ]
  ],
  "/o/:org/reports/:type/:id": sharing,
  "/o/:org/strategy": [[["idempotency_key", "x y"]]],
  "/o/:org/strategy/:id": sharing,
  "/o/:org/settings": [
    [
      ["max_spend", "-1"],
      ["api_budget_change_limit_pct", "-1"]
    ]
  ],
  "/o/:org/settings/accounts": [
    [
      ["action", "select"],
      ["account", "1"]
    ],
    [
      ["action", "unlink"],
      ["account", "1"]
    ],
    [
      ["action", "disconnect"],
      ["login", "1000"]
    ],
    [
      ["action", "connect"],
      ["login", "1000"]
    ]
  ],
  "/o/:org/settings/accounts/:login": [[["account", "1"]]],
  "/o/:org/settings/approvals": [
    [
      ["approvals", "none"],
      ["second_approval_above", "-1"]
    ]
  ],
  "/o/:org/settings/keys": [
    [
      ["action", "create"],
      ["name", ""],
      ["preset", "none"],
      ["held", "none"]
    ],
    [
      ["action", "revoke"],
      ["id", "1000"]
    ]
  ],
  "/o/:org/settings/keys/:id{[0-9]+}": [
    [["action", "revoke"]],
    [["action", "suspend"]],
    [["action", "resume"]],
    [
      ["action", "tighten"],
      ["approvals", "none"]
    ],
    [
      ["action", "loosen"],
      ["approvals", "none"]
    ],
    [
      ["action", "rotate"],
      ["overlap_hours", "-1"]
    ]
  ],
  "/o/:org/settings/members": [
    [
      ["action", "role"],
      ["email", "nobody@example.test"],
      ["role", "none"]
    ],
    [
      ["action", "remove"],
      ["email", "nobody@example.test"]
    ],
    [
      ["action", "withdraw"],
      ["id", "1000"]
    ],
    [
      ["action", "invite"],
      ["email", "nobody"],
      ["role", "none"]
    ]
  ],
  "/o/:org/settings/notifications": [
    [
      ["action", "set"],
      ["url", "x"]
    ],
    [["action", "test"]],
    [["action", "remove"]]
  ],
  "/o/:org/settings/organization": [
    [
      ["action", "rename"],
      ["name", ""]
    ],
    [
      ["action", "delete"],
      ["typed_name", "x"]
    ]
  ],
  "/o/:org/settings/security": [
    [
      ["confirm_approval_above", "-1"],
      ["second_factor_required", "yes"]
    ]
  ],
  "/o/:org/settings/stop": [[["action", "undo"]], [["action", "lift"]]],
  "/account": [
    [["action", "create"], ...keyName, ["name", ""], ["valid_days", "-1"], ["scope", "none"]],
    [["action", "revoke"], ...keyName]
  ],
  "/account/apps": [
    [
      ["action", "end"],
      ["connection", "x"]
    ],
    [
      ["action", "tighten"],
      ["connection", "x"],
      ["approvals", "raises"]
    ],
    [
      ["action", "loosen"],
      ["connection", "x"],
      ["approvals", "organization"]
    ]
  ],
  "/account/email": [[["token", "x"]]],
  "/account/factor": [
    [
      ["action", "enable"],
      ["code", "000000"]
    ],
    [["action", "codes"]],
    [["action", "disable"]]
  ],
  "/account/notifications": [[["kind", "none"]]],
  "/account/password": [[["current", "x"], ...password]],
  "/account/profile": [
    [
      ["action", "email"],
      ["email", "x"]
    ],
    [
      ["action", "time_zone"],
      ["time_zone", "x"]
    ],
    [
      ["action", "leave"],
      ["organization", "none"]
    ]
  ],
  "/account/sessions": [
    [
      ["action", "end"],
      ["session", "x"]
    ]
  ],
  "/oauth/authorize": [
    [
      ["decision", "allow"],
      ["scope", "none"]
    ]
  ],
  "/sign-out": [[]]
}

const beyondIds = "9007199254740993"
const lineBreak = "x\r\nSet-Cookie: a=b"

/** Values that no form of ours has. Node's own decoder replaces a lone surrogate, so none arrives. */
const hostile: ReadonlyArray<string> = [
  beyondIds,
  lineBreak,
  "99999999999999999999",
  "2147483648",
  "-1",
  "1.5",
  "x",
  "1e999",
  "",
  "__proto__",
  "ü".repeat(5000),
  '{"slug":"\\u0000","id":9007199254740993,"state":{"a":[]},"keyword_ids":[99999999999999999999]}'
]

/** Inside the input of a change, which is JSON. */
const nul = [JSON.stringify({ id: "a\0b", slug: "a\0b", text: "a\0b", campaign: "a\0b" })]

/** All of them in the long run; else the one that the field is most likely to pass on, or another one for each field. */
const valuesFor = (name: string, nth: number): ReadonlyArray<string> => {
  if (isLong) return hostile
  if (name === "action") return [lineBreak]
  return [/^(id|key|login|session)/.test(name) ? beyondIds : hostile[nth % hostile.length]!]
}

const encode = (fields: Fields): string =>
  fields.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&")

const parameters: Readonly<Record<string, string>> = {
  org: "northwind",
  slug: "boiler-repair",
  login: "1",
  id: "1",
  type: "weekly"
}

/** The address of a route, with a value for one of its parameters. */
const addressOf = (route: string, values: Readonly<Record<string, string>> = {}): string =>
  route.replaceAll(/:(\w+)(\{[^}]*\})?/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? (route.includes("qw_") && name === "id" ? "qw_1" : parameters[name]!))
  )
const parametersOf = (route: string) => [...route.matchAll(/:(\w+)/g)].map(([, name]) => name!)

const routes = (method: string) =>
  // The streams read no query, and do not end.
  [...new Set(app.routes.filter((route) => route.method === method).map(({ path }) => path))].filter(
    (path) =>
      !path.includes("*") &&
      !path.endsWith("/live") &&
      !/^\/oauth\/(token|revoke|introspect|register)$/.test(path)
  )

const email = "olivia@northwind.test"
const browser = makeBrowser(pages.origin)
let token = ""

/** Posts a form as an owner, who signs in again if a form has ended the session. */
const post = async (path: string, body: string) => {
  if (!browser.cookie().includes("svc_ds_")) {
    await browser.submit("/sign-in", { email, password: pages.passwordOf(email) })
    token = browser.tokenIn((await browser.get("/")).text)
  }
  return browser.send(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `form_token=${encodeURIComponent(token)}&${body}`
  })
}

/** The requests that were answered with an internal error. */
let failed: Array<string> = []
const check = async (request: string, answer: Promise<{ readonly status: number }>) => {
  const { status } = await answer
  if (status >= 500) failed.push(`${status} ${request.slice(0, 200)}`)
}
beforeEach(() => {
  failed = []
})

it("lists the forms of every address", () => {
  expect(Object.keys(forms).sort()).toEqual(routes("POST").sort())
})

describe.each(Object.entries(forms))("the forms of %s", (route, all) => {
  it("answer no value in any field with an internal error", async () => {
    let nth = 0
    const send = (fields: Fields, values: Readonly<Record<string, string>> = {}) =>
      check(`${addressOf(route, values)} ${encode(fields)}`, post(addressOf(route, values), encode(fields)))
    for (const fields of all)
      for (const [index, [name]] of fields.entries()) {
        const withValue = (value: string): Fields =>
          fields.map((field, at) => (at === index ? [name, value] : field))
        // One place reads all forms, so the short run tries NUL and a repeated field once for each form.
        const once = isLong || index === 0
        const nested = name === "input" ? nul : []
        for (const value of [...(once ? ["a\0b"] : []), ...nested, ...valuesFor(name, nth++)])
          await send(withValue(value))
        if (once) await send([...fields, [name, "other"]])
      }
    for (const name of parametersOf(route))
      for (const value of valuesFor(name, nth++)) await send(all[0]!, { [name]: value })
    expect(failed).toEqual([])
  })
})

/** What the audit trail calls a form of a page with several, and the page. */
const pagesOfSeveralForms: Readonly<Record<string, readonly [form: string, page: string]>> = {
  "/account": ["keys.change", "pages.keys"],
  "/account/apps": ["connections.change", "pages.apps"],
  "/account/factor": ["people.change_second_factor", "pages.second_factor"],
  "/account/profile": ["people.set_time_zone", "pages.profile"],
  "/account/sessions": ["people.end_session", "pages.sessions"],
  "/o/:org": ["setup.change", "pages.overview"],
  "/o/:org/optimizations/:id{qw_[0-9A-Za-z]+}": ["approvals.decide", "pages.approval"],
  "/o/:org/profile": ["business_profile.change", "pages.profile"],
  "/o/:org/reports": ["reports.change", "pages.reports"],
  "/o/:org/reports/:type/:id": ["shared_links.change", "pages.report"],
  "/o/:org/strategy/:id": ["shared_links.change", "pages.strategy"],
  "/o/:org/settings/accounts": ["accounts.change", "pages.accounts"],
  "/o/:org/settings/keys": ["keys.change", "pages.organization_keys"],
  "/o/:org/settings/keys/:id{[0-9]+}": ["keys.change", "pages.key"],
  "/o/:org/settings/members": ["people.change", "pages.members"],
  "/o/:org/settings/notifications": ["webhooks.change", "pages.organization_notifications"],
  "/o/:org/settings/organization": ["organizations.change", "pages.organization"],
  "/o/:org/settings/stop": ["organizations.stop", "pages.stop"]
}

it("lists every page with several forms", () => {
  const several = Object.entries(forms).flatMap(([route, all]) =>
    all.some((fields) => fields.some(([name]) => name === "action")) ? [route] : []
  )
  expect(several.sort()).toEqual(Object.keys(pagesOfSeveralForms).sort())
  // The others have one form, whose fields say what it changes.
  const others = Object.entries(forms).filter(([route]) => !several.includes(route))
  expect(others.flatMap(([route, all]) => (all.length > 1 ? [route] : []))).toEqual(["/o/:org/change"])
})

const noActions = ["", "action=", "action=none", "action=__proto__", "email=x&action=constructor"]

describe("a page with several forms", () => {
  const documents = { reports: "rpt_hostile00000000000", strategy: "str_hostile00000000000" }
  let key = ""
  let write = ""
  const idOn = (route: string): string => {
    if (route.includes("qw_")) return write
    return route.includes("/reports/")
      ? documents.reports
      : route.includes("/strategy/")
        ? documents.strategy
        : key
  }
  beforeAll(async () => {
    await pages.query(
      `insert into reports (organization_id, id, type, period_from, period_to, generated_at, markdown, facts)
       values (1, '${documents.reports}', 'weekly', '2026-01-05', '2026-01-11', now(), '# Week', '{"version": 1, "type": "weekly"}');
       insert into strategies (organization_id, id, title) values (1, '${documents.strategy}', 'Strategy')`
    )
    const [first] = await pages.query<{ id: number }>(
      "select k.id from api_keys k join organizations o on o.id = k.organization_id where o.slug = 'northwind' limit 1"
    )
    key = String(first!.id)
    await post("/o/northwind/settings/approvals", "approvals=every_change")
    const { error } = await pages.run(
      call("campaigns.update", pages.keys["northwind"]!.admin!, {
        org: "northwind",
        slug: "boiler-repair",
        budget: 111,
        dry_run: false
      })
    )
    if (error?._tag !== "approval_required") throw new Error(`Not held: ${error?._tag}`)
    write = error.queued_recommendation_id
  })
  const countEvents = async () =>
    (await pages.query<{ n: number }>("select count(*)::int as n from audit_events"))[0]!.n

  it.each(Object.entries(pagesOfSeveralForms).map(([route, names], n) => [route, ...names, n] as const))(
    "%s refuses an action that is none of its forms, and executes nothing",
    async (route, form, page, n) => {
      const path = addressOf(route, { id: idOn(route) })
      // One place finds the form of an action, so the short run gives each page two, by turns.
      const bodies = isLong ? noActions : [0, 1].map((more) => noActions[(n + more) % noActions.length]!)
      for (const body of bodies) {
        const before = await countEvents()
        const { status, text } = await post(path, body)
        expect([body, status]).toEqual([body, 422])
        for (const words of ["Nothing was changed.", "The action must be one of "])
          expect(text).toContain(words)
        // The refused form, and the page that shows it again. Nothing else was executed.
        expect((await countEvents()) - before).toBe(2)
        expect(
          await pages.query(
            `select * from (select operation, status_code, error_code from audit_events order by at desc, id desc limit 2) two
           order by status_code desc`
          )
        ).toEqual([
          { operation: form, status_code: 400, error_code: "validation_error" },
          { operation: page, status_code: 200, error_code: null }
        ])
      }
    }
  )
})

describe("the pages", () => {
  it("answer no parameter of their address with an internal error", async () => {
    for (const route of routes("GET"))
      for (const name of parametersOf(route))
        for (const value of [...valuesFor(name, 0), "a\0b"]) {
          const address = addressOf(route, { [name]: value })
          await check(address, browser.get(address))
        }
    expect(failed).toEqual([])
  })

  it("answer no text in their query with an internal error", async () => {
    const names = [
      "done",
      "ran",
      "page",
      "remove",
      "revert",
      "of",
      "undo",
      "accept",
      "from",
      "to",
      "type",
      "sort"
    ]
    for (const route of routes("GET"))
      for (const value of ["__proto__", ...(isLong ? hostile : []), "a\0b"]) {
        const query = encode(names.map((name) => [name, value.slice(0, 200)]))
        await check(`${addressOf(route)}?${query}`, browser.get(`${addressOf(route)}?${query}`))
      }
    expect(failed).toEqual([])
  })
})

it("an invitation that is not open is not said to be withdrawn", async () => {
  const path = "/o/northwind/settings/members"
  const { to } = await post(path, "action=withdraw&id=1000")
  expect(to).toBe(`${path}?done=not_open`)
  expect((await browser.get(to!)).text).toContain("no longer open")
})
