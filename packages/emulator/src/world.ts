import { Faults } from "./control/faults.ts"
import { parse } from "./gaql/parser.ts"
import { type Plan, plan } from "./gaql/plan.ts"
import { DaySettlement } from "./generator/day-settlement.ts"
import { type Markets, openMarkets, openTerms } from "./generator/markets.ts"
import { openTrafficSettings, type TrafficSettings } from "./generator/traffic-settings.ts"
import { type Author, openChangeLog } from "./mutate/change-events.ts"
import { type MutateOptions, type MutateResult, mutate, type Operation } from "./mutate/mutate.ts"
import { type Body, text } from "./protocol/json.ts"
import { Derived } from "./query/joins.ts"
import { run } from "./query/run.ts"
import { approvedBilling } from "./state/billing.ts"
import { Clock, type ClockState, localDateTime, localDay } from "./state/clock.ts"
import { type Database, openDatabase, openMeta } from "./state/database.ts"
import { Logins, OAuthState } from "./state/logins.ts"
import { type Resource, Store } from "./state/store.ts"

export interface WorldSettings {
  readonly directory?: string | undefined
  readonly seed?: number | undefined
  /** Start time of the clock, or its fixed time if `frozen`; the system time by default. */
  readonly clock?: { readonly now: string | Date; readonly frozen?: boolean } | undefined
  /** Reporting delay of change events; 0 by default. Google takes up to three minutes. */
  readonly changeEventDelaySeconds?: number | undefined
}

/** The emulator's state and operations, shared by the API, the control API and the demo's seeding. */
export interface World {
  readonly database: Database
  readonly store: Store
  readonly clock: Clock
  readonly logins: Logins
  readonly oauth: OAuthState
  readonly faults: Faults
  readonly markets: Markets
  readonly trafficSettings: TrafficSettings
  /** True if the directory was empty. */
  readonly fresh: boolean
  readonly seed: number
  /** Adds an account, or changes the given fields of an existing one. */
  readonly addCustomer: (body: Body) => Resource
  readonly mutate: (
    customer: Resource,
    operations: readonly Operation[],
    options: MutateOptions,
    author: Author
  ) => MutateResult
  readonly plan: (customer: Resource, query: string) => Plan
  readonly read: (customer: Resource, plan: Plan, database?: Database) => Generator<Body>
  /** Settles all due traffic. */
  readonly settle: () => void
  readonly close: () => void
}

const firstId = 20_000_000_000

const initialClock = (given: WorldSettings["clock"]): ClockState => {
  if (!given) return { offsetMilliseconds: 0, frozenAt: null }
  const at = new Date(given.now)
  return given.frozen
    ? { offsetMilliseconds: 0, frozenAt: at.toISOString() }
    : { offsetMilliseconds: at.getTime() - Date.now(), frozenAt: null }
}

/** Opens the world of a directory, or a temporary one; `content` is the database of an earlier one. */
export const openWorld = (settings: WorldSettings, content?: Uint8Array): World => {
  const database = openDatabase(settings.directory, content)
  const meta = openMeta(database)
  const fresh = meta.get("seed") === undefined
  if (fresh) {
    meta.set("seed", String(settings.seed ?? 1))
    meta.set("clock", JSON.stringify(initialClock(settings.clock)))
  }
  const seed = Number(meta.get("seed"))
  const clock = new Clock(JSON.parse(meta.get("clock")!) as ClockState, (state) =>
    meta.set("clock", JSON.stringify(state))
  )
  const store = new Store(database)
  const markets = openMarkets(database)
  const trafficSettings = openTrafficSettings(database)
  const daySettlement = new DaySettlement({
    database,
    store,
    meta,
    markets,
    trafficSettings,
    terms: openTerms(database),
    seed
  })
  const changes = openChangeLog(database)
  const newId = () => {
    const id = Number(meta.get("nextId") ?? firstId) + 1
    meta.set("nextId", String(id))
    return String(id)
  }
  const today = (customer: Resource) => localDay(clock.now(), text(customer.body, "timeZone"))
  const delay = (settings.changeEventDelaySeconds ?? 0) * 1000
  const changesUntil = (customer: Resource) => {
    // Without a delay, shows all events: when clocks go back, events of the last hour have later local times.
    if (delay === 0) return "9999"
    const visible = new Date(clock.now().getTime() - delay)
    return `${localDateTime(visible, text(customer.body, "timeZone"))}.999999`
  }
  return {
    database,
    store,
    clock,
    logins: new Logins(database),
    oauth: new OAuthState(),
    faults: new Faults(),
    markets,
    trafficSettings,
    fresh,
    seed,
    addCustomer: (body) => {
      const customerId = text(body, "id")
      const name = `customers/${customerId}`
      const existing = store.get(name)
      if (existing) daySettlement.settleUpTo(existing, clock.now())
      const fullCustomer = { ...existing?.body, ...body, resourceName: name }
      const customer: Resource = { kind: "customer", customerId, name, body: fullCustomer }
      store.put(customer)
      if (!existing) {
        daySettlement.open(customer, clock.now())
        if (body["manager"] !== true) store.put(approvedBilling(customerId))
      }
      return customer
    },
    mutate: (customer, operations, options, author) => {
      daySettlement.settleUpTo(customer, clock.now())
      const parts = { store, database, changes, newId, now: () => clock.now() }
      return mutate(parts, customer, operations, options, author)
    },
    plan: (customer, query) => plan(parse(query), today(customer), customer.body["manager"] === true),
    read: (customer, ready, from = database) => {
      daySettlement.settleUpTo(customer, clock.now())
      const now = localDateTime(clock.now(), text(customer.body, "timeZone"))
      const derived = new Derived(store, from, customer, now)
      return run({ store, database: from, customer, derived, changesUntil: changesUntil(customer) }, ready)
    },
    settle: () => {
      for (const customer of store.customers()) daySettlement.settleUpTo(customer, clock.now())
    },
    close: database.close
  }
}
