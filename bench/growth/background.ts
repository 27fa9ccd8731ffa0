import type { Cost, Meter } from "./meter.ts"
import type { Service } from "./service.ts"

/** Once a day, for each organization in turn: it cannot cost less than there are organizations. */
export const perOrganization: ReadonlySet<string> = new Set(["advice"])

/** Measures each schedule with nothing due, and the gauges of the metrics. The first run fills caches. */
export const measureBackground = async (
  service: Service,
  meter: Meter
): Promise<ReadonlyMap<string, Cost>> => {
  const costs = new Map<string, Cost>()
  const names = (await service.scheduleNames()).filter((name) => !perOrganization.has(name))
  for (const name of names) {
    await service.schedule(name)
    costs.set(name, await meter.measure(() => service.schedule(name)))
  }
  costs.set("gauges", await meter.measure(() => service.gauges()))
  return costs
}
