import { demoWorld } from "../../packages/emulator/src/demo/definition.ts"
import { seedDemo } from "../../packages/emulator/src/demo/seed.ts"
import type { DemoCampaign } from "../../packages/emulator/src/demo/types.ts"
import { createEmulator } from "../../packages/emulator/src/emulator.ts"
import { openWorld } from "../../packages/emulator/src/world.ts"
import type { EmulatorReady } from "./world.ts"

/*
 * An emulator with one large account: copies of the demo's campaigns that run, each with its own traffic. It
 * reports conversions of past days late, like the platform.
 */
const [directory, campaigns, days] = process.argv.slice(2) as [string, string, string]

const [northwind] = demoWorld.customers
const models = northwind!.campaigns.filter(({ pausedDaysAgo }) => pausedDaysAgo === undefined)

const copyOf = (n: number): DemoCampaign => {
  const model = models[n % models.length]!
  return { ...model, slug: `${model.slug}-${n}`, name: `${model.name} ${n}` }
}

const account = { ...northwind!, campaigns: Array.from({ length: Number(campaigns) }, (_, n) => copyOf(n)) }
const world = openWorld({ directory })
seedDemo(world, [account], Number(days))
world.close()
const { tokenUrl, url } = await createEmulator({ directory })
process.send!({ url, tokenUrl } satisfies EmulatorReady)
