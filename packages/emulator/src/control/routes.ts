import { type Context, Hono } from "hono"
import { demoWorld } from "../demo/definition.ts"
import type { Market } from "../generator/markets.ts"
import { readMixed } from "../http/mutate.ts"
import { decodeMessage } from "../protocol/decode.ts"
import { AdsFailure, BadPayload, badPayloadBody, errorBody } from "../protocol/errors.ts"
import { type Body, text } from "../protocol/json.ts"
import { dayOf, isoDay, localDay } from "../state/clock.ts"
import { nameOf } from "../state/kinds.ts"
import type { Login, OAuthClient } from "../state/logins.ts"
import type { World } from "../world.ts"
import type { Fault } from "./faults.ts"

/** Returns the planted waste that has had traffic, by campaign. No report contains these labels. */
const readLabels = ({ database }: World, customerId: string | undefined) =>
  database.sql
    .prepare(
      `SELECT l.customer_id AS customerId, l.campaign_id AS campaignId, t.text AS term, l.label AS label
       FROM label l JOIN term t ON t.id = l.term_id WHERE ?1 IS NULL OR l.customer_id = ?1
       ORDER BY 1, 2, 3`
    )
    .all(customerId === undefined ? null : Number(customerId))
    .map((row) => ({ ...row, customerId: String(row["customerId"]), campaignId: String(row["campaignId"]) }))

/** Returns all resources by name. Sums of traffic, which `dumpState` adds, read every fact. */
const dumpResources = (world: World) => {
  world.settle()
  return Object.fromEntries(
    [...world.store.all()]
      .map(({ name, body }) => [name, body] as const)
      .sort(([left], [right]) => (left < right ? -1 : 1))
  )
}

/** Returns the whole state in a form that makes two runs comparable. */
const dumpState = (world: World) => {
  const resources = dumpResources(world)
  const traffic = world.database.sql
    .prepare(
      `SELECT customer_id AS customerId, campaign_id AS campaignId, count(*) AS facts, sum(impressions) AS impressions,
       sum(clicks) AS clicks, sum(cost_micros) AS costMicros, sum(conversions) AS conversions
       FROM fact GROUP BY 1, 2 ORDER BY 1, 2`
    )
    .all()
  const changes = world.database.sql.prepare("SELECT count(*) AS n FROM change_event").get()
  return {
    clock: world.clock.state,
    seed: world.seed,
    resources,
    traffic,
    changeEvents: Number(changes?.["n"] ?? 0)
  }
}

interface ControlParts {
  readonly world: () => World
  readonly version: string
  /** Deletes the world and starts again. */
  readonly reset: (world: "demo" | "empty") => void
}

interface OutsideEdit {
  readonly customerId: string
  readonly userEmail?: string
  readonly clientType?: string
  readonly mutateOperations: unknown
}

interface TrafficChange {
  readonly campaign: string
  /** The factor of the campaign's own demand, 0 for none; `greedy` bills as much as Google's rules allow. */
  readonly demand: number | "greedy"
  /** The first day; today by default. */
  readonly from?: string
}

interface Review {
  /** The resource name of the ad_group_ad. */
  readonly ad: string
  readonly approvalStatus: string
  readonly topic?: string
}

const customerOf = ({ store }: World, name: string) => {
  const resource = store.get(name)
  return resource && store.get(`customers/${resource.customerId}`)
}

interface ClientLink {
  readonly manager: string
  readonly client: string
  readonly status: "ACTIVE" | "PENDING"
}

const milliseconds = ({
  days = 0,
  hours = 0,
  minutes = 0,
  seconds = 0
}: Readonly<Record<string, number>>): number => (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000

const isBeforeToday = ({ store, clock }: World, moved: Date): boolean =>
  store.customers().some(({ body }) => {
    const timeZone = text(body, "timeZone")
    return localDay(moved, timeZone) < localDay(clock.now(), timeZone)
  })

/** Routes of the control API: actions for tests that Google does not offer. */
export const controlRoutes = ({ world, version, reset }: ControlParts): Hono => {
  const app = new Hono()
  /** Changes fields that only the platform writes. */
  const patch = (context: Context, name: string, fields: Body) => {
    const resource = world().store.get(name)
    if (!resource) return context.json({ error: `no resource ${name}` }, 404)
    world().store.put({ ...resource, body: { ...resource.body, ...fields } })
    return context.json({ resourceName: name })
  }
  const clock = () => ({ now: world().clock.now().toISOString(), ...world().clock.state })

  app.get("/clock", (context) => context.json(clock()))
  app.post("/clock", async (context) => {
    const body = await context.req.json<{ now?: string; advance?: Record<string, number>; run?: boolean }>()
    const moved = new Date(body.now ?? world().clock.now().getTime() + milliseconds(body.advance ?? {}))
    if (Number.isNaN(moved.getTime())) return context.json({ error: "now is not a valid time" }, 400)
    if (isBeforeToday(world(), moved)) {
      return context.json(
        { error: "later days are already settled; reset the world to go back in time" },
        409
      )
    }
    if (body.now !== undefined) world().clock.freeze(moved)
    else world().clock.advance(milliseconds(body.advance ?? {}))
    if (body.run === true) world().clock.run()
    world().settle()
    return context.json(clock())
  })

  app.get("/faults", (context) =>
    context.json({ faults: world().faults.list(), held_up: world().faults.delayedCount })
  )
  app.post("/faults", async (context) => {
    const id = world().faults.arm(await context.req.json<Fault>())
    return context.json({ id }, 201)
  })
  app.delete("/faults", (context) => {
    world().faults.clear()
    return context.json({ faults: [] })
  })
  app.delete("/faults/:id", (context) => {
    world().faults.clear(Number(context.req.param("id")))
    return context.json({ faults: world().faults.list() })
  })

  app.post("/edits", async (context) => {
    const edit = await context.req.json<OutsideEdit>()
    const customer = world().store.get(`customers/${edit.customerId}`)
    if (!customer) return context.json({ error: "no such customer" }, 404)
    try {
      const request = decodeMessage("services.MutateGoogleAdsRequest", {
        mutateOperations: edit.mutateOperations
      })
      const author = {
        userEmail: edit.userEmail ?? "someone.else@example.com",
        clientType: edit.clientType ?? "GOOGLE_ADS_WEB_CLIENT"
      }
      const options = { partialFailure: false, validateOnly: false }
      const { outcomes } = world().mutate(customer, readMixed(request), options, author)
      return context.json({ resourceNames: outcomes.map((outcome) => outcome?.name) })
    } catch (failure) {
      if (failure instanceof AdsFailure) return context.json(errorBody(failure, version, "control"), 400)
      if (failure instanceof BadPayload) return context.json(badPayloadBody(failure), 400)
      throw failure
    }
  })

  app.get("/logins", (context) => context.json({ logins: world().logins.all() }))
  app.put("/logins", async (context) => {
    const { refreshToken, email, customerIds, revoked } = await context.req.json<Login>()
    const login = { refreshToken, email, customerIds, revoked: revoked ?? false }
    world().logins.put(login)
    return context.json(login)
  })
  app.post("/logins/:token/:verb{revoke|restore}", (context) => {
    const login = world().logins.get(context.req.param("token"))
    if (!login) return context.json({ error: "no such login" }, 404)
    const changed = { ...login, revoked: context.req.param("verb") === "revoke" }
    world().logins.put(changed)
    return context.json(changed)
  })

  app.put("/oauth-clients", async (context) => {
    const given = await context.req.json<Partial<OAuthClient> & { clientId: string }>()
    const client: OAuthClient = { type: "web", redirectUris: [], testing: false, ...given }
    world().oauth.register(client)
    return context.json(client)
  })

  app.put("/customers", async (context) => {
    const body = await context.req.json<Body>()
    const existingCustomer = world().store.get(`customers/${text(body, "id")}`)
    const defaults = {
      status: "ENABLED",
      manager: false,
      testAccount: true,
      timeZone: "UTC",
      currencyCode: "USD"
    }
    const customer = world().addCustomer(existingCustomer ? body : { ...defaults, ...body })
    return context.json({ resourceName: customer.name }, 201)
  })
  app.put("/client-links", async (context) => {
    const { client, manager, status } = await context.req.json<ClientLink>()
    const name = nameOf("customer_client_link", manager, client, "1")
    const body = {
      resourceName: name,
      clientCustomer: `customers/${client}`,
      managerLinkId: "1",
      status,
      hidden: false
    }
    world().store.put({ kind: "customer_client_link", customerId: manager, name, body })
    return context.json({ resourceName: name })
  })
  app.put("/markets", async (context) => {
    const { campaign, market } = await context.req.json<{ campaign: string; market: Market }>()
    world().markets.plant(campaign, market)
    return context.json({ campaign })
  })

  app.put("/traffic", async (context) => {
    const { campaign, demand, from } = await context.req.json<TrafficChange>()
    const customer = customerOf(world(), campaign)
    if (!customer) return context.json({ error: "no such campaign" }, 404)
    world().settle()
    const day =
      from === undefined ? localDay(world().clock.now(), text(customer.body, "timeZone")) : dayOf(from)
    const setting = demand === "greedy" ? { demand: 1, greedy: true } : { demand, greedy: false }
    world().trafficSettings.set(campaign, day, setting)
    return context.json({ campaign, from: isoDay(day) })
  })
  app.put("/billing", async (context) => {
    const { customerId, status } = await context.req.json<{ customerId: string; status: string }>()
    world().settle()
    return patch(context, nameOf("billing_setup", customerId, customerId), { status })
  })
  app.put("/reviews", async (context) => {
    const { ad, approvalStatus, topic } = await context.req.json<Review>()
    world().settle()
    const policyTopicEntries = topic === undefined ? [] : [{ topic, type: "PROHIBITED" }]
    return patch(context, ad, {
      policySummary: { approvalStatus, reviewStatus: "REVIEWED", policyTopicEntries }
    })
  })
  app.put("/experiments", async (context) => {
    const { campaign, baseCampaign } = await context.req.json<{ campaign: string; baseCampaign: string }>()
    return patch(context, campaign, { experimentType: "EXPERIMENT", baseCampaign })
  })

  app.get("/labels", (context) =>
    context.json({ labels: readLabels(world(), context.req.query("customerId")) })
  )
  app.get("/resources", (context) => context.json({ resources: dumpResources(world()) }))
  app.get("/state", (context) => context.json(dumpState(world())))
  app.get("/demo", (context) => context.json(demoWorld as never))
  app.post("/reset", async (context) => {
    const body = await context.req.json<{ world?: "demo" | "empty" }>().catch(() => ({ world: undefined }))
    reset(body.world ?? "demo")
    return context.json({ reset: body.world ?? "demo" })
  })
  return app
}
