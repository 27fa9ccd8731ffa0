import type { OperationName } from "@adwarden/core/contract"
import type { Tenant } from "../world.ts"
import { type Cost, costOfOne, type Meter } from "./meter.ts"
import type { Service } from "./service.ts"

interface MeasuredCall {
  readonly title: string
  readonly name: OperationName
  readonly values: () => object
}

const slug = "campaign-1"
const read = (name: OperationName, values: object = {}): MeasuredCall => ({
  title: name,
  name,
  values: () => values
})

let budget = 50
const nextBudget = (): number => {
  budget = budget === 50 ? 51 : 50
  return budget
}

/** Every read of the API that needs no record of its own, and writes previewed and executed. */
const calls: ReadonlyArray<MeasuredCall> = [
  read("organizations.list"),
  read("organizations.get"),
  read("campaigns.list"),
  read("campaigns.get", { slug }),
  read("campaigns.list_ads", { slug }),
  read("keywords.list", { slug }),
  read("keywords.list_negatives", { slug }),
  read("performance.get"),
  read("performance.search_terms"),
  read("reports.list", { type: "weekly" }),
  read("strategy.list"),
  read("recommendations.list"),
  read("actions.list"),
  read("audit.export"),
  read("queued_writes.list"),
  read("detectors.run", { slug, detector: "negative_keywords" }),
  {
    title: "campaigns.update, preview",
    name: "campaigns.update",
    values: () => ({ slug, budget: nextBudget() })
  },
  {
    title: "campaigns.update, executed",
    name: "campaigns.update",
    values: () => ({ slug, budget: nextBudget(), dry_run: false })
  }
]

/** After these runs of a statement Postgres has settled on a plan. */
const warmUps = 7
const runs = 5

export type CostsByTitle = ReadonlyMap<string, Cost>

/** Measures each call in one organization. Earlier calls leave the same number of events and actions behind. */
export const measureOperations = async (
  service: Service,
  meter: Meter,
  tenant: Tenant
): Promise<CostsByTitle> => {
  const costs = new Map<string, Cost>()
  for (const { name, title, values } of calls) {
    const once = async () => {
      const { error } = await service.call(name, tenant, values())
      if (error !== null) throw new Error(`${title}: ${JSON.stringify(error)}`)
    }
    for (let n = 0; n < warmUps; n++) await once()
    const cost = await meter.measure(async () => {
      for (let n = 0; n < runs; n++) await once()
    })
    costs.set(title, costOfOne(cost, runs))
  }
  return costs
}

/** A page of an organization's actions: with filters, and after so many other pages of a hundred. */
export interface MeasuredPage {
  readonly title: string
  readonly filters?: object
  readonly skippedPages?: number
}

export const measurePage = async (
  service: Service,
  meter: Meter,
  tenant: Tenant,
  { filters = {}, skippedPages = 0 }: MeasuredPage
): Promise<Cost> => {
  let cursor: string | null = null
  const page = async (limit: number) => {
    const values: object = { ...filters, limit, ...(cursor === null ? {} : { cursor }) }
    const { error, output } = await service.call("actions.list", tenant, values)
    if (error !== null) throw new Error(`actions.list: ${JSON.stringify(error)}`)
    return output as { readonly actions: ReadonlyArray<unknown>; readonly next_cursor: string | null }
  }
  for (let n = 0; n < skippedPages; n++) cursor = (await page(100)).next_cursor
  for (let n = 0; n < warmUps; n++) await page(10)
  const { actions } = await page(10)
  if (actions.length !== 10) throw new Error(`a page of ${actions.length} actions instead of 10`)
  const cost = await meter.measure(async () => {
    for (let n = 0; n < runs; n++) await page(10)
  })
  return costOfOne(cost, runs)
}
