import { Effect, Exit, Layer } from "effect"
import { afterAll, expect, it } from "vitest"
import { Push } from "../../../src/campaigns/push/push.ts"
import type { AdPlatform } from "../../../src/platform/index.ts"
import { isLong } from "../../support/counts.ts"
import { runOnPlatform } from "../../support/on-platform.ts"
import { accountsOn, googleAds, wrapCalls } from "../../support/platforms.ts"
import { campaignInDatabase, campaignInEmulator, campaignsNamed } from "../../support/workers.ts"

const demo = await runOnPlatform()
const whole = await demo.run(googleAds)

/** A platform on which the process dies right before or after the nth call. */
const dying = (nth: number, when: "before" | "after") => {
  let calls = 0
  const platform = wrapCalls(whole, (method) => (...args) => {
    const call = method(...args) as Effect.Effect<unknown, unknown>
    return Effect.suspend(() => {
      if (++calls !== nth) return call
      const death = Effect.die(new Error("killed"))
      return when === "before" ? death : Effect.zipRight(Effect.ignore(call), death)
    })
  })
  return { platform, calls: () => calls }
}

const pushWith = (platform: AdPlatform, campaign: number) =>
  Effect.flatMap(Push, (push) => push.campaign(1, campaign, "by hand", ["state"])).pipe(
    Effect.provide(Push.layer.pipe(Layer.provide(accountsOn(platform)))),
    Effect.exit,
    demo.run
  )

/** Creates a complete draft that is set to go live. */
const draft = async (slug: string): Promise<number> => {
  const [made] = await demo.query<{ id: number }>(`
    insert into campaigns (organization_id, slug, name, type, state, budget, target_cpa, website_url, locations,
      sitelinks, callouts, ad_account_id)
    select organization_id, '${slug}', 'Crash ${slug}', type, 'live', 7, 12.34, website_url, locations, sitelinks,
      callouts, ad_account_id from campaigns where organization_id = 1 and slug = 'spring-offers' returning id`)
  const { id } = made!
  const [ad] = await demo.query<{ id: number }>(`
    insert into ads (organization_id, campaign_id, name, url, headlines, descriptions)
    select organization_id, ${id}, name, url, headlines, descriptions from ads
    where campaign_id = (select id from campaigns where organization_id = 1 and slug = 'spring-offers')
    order by id limit 1 returning id`)
  await demo.query(`insert into keywords (organization_id, campaign_id, ad_id, text, match_type, state) values
    (1, ${id}, ${ad!.id}, 'word one', 'phrase', 'enabled'), (1, ${id}, ${ad!.id}, 'word two', 'exact', 'paused')`)
  await demo.query(`insert into negative_keywords (organization_id, campaign_id, ad_id, text, match_type, source) values
    (1, ${id}, null, 'free', 'broad', 'draft'), (1, ${id}, ${ad!.id}, 'jobs', 'phrase', 'draft')`)
  return id
}

/** Reads everything of the campaign in the platform, without names that vary. */
const shape = async (name: string) => {
  const state = await demo.state()
  const found = campaignsNamed(state, name)
  expect(found).toHaveLength(1)
  const { ref, status } = found[0]!
  const below = (parent: string) =>
    Object.entries(state.resources).filter(([, body]) => Object.values(body).includes(parent))
  const parts = below(ref).flatMap(([part, body]) => [[part, body] as const, ...below(part)])
  const told = parts.map(([part, body]) => {
    const { keyword, negative, status } = body as Record<string, unknown>
    return JSON.stringify([part.split("/")[2], keyword, negative, status])
  })
  return { status, parts: [...new Set(told)].toSorted() }
}

const known = async (id: number) => {
  const [row] = await demo.query<{ unknown: number }>(`select
    (select count(*) from ads where campaign_id = ${id} and platform_resource_name is null)
    + (select count(*) from keywords where campaign_id = ${id} and platform_resource_name is null)
    + (select count(*) from negative_keywords where campaign_id = ${id} and platform_resource_name is null) as unknown`)
  return row!.unknown === 0
}

let model: Awaited<ReturnType<typeof shape>> | undefined
afterAll(() => expect(model).toBeDefined())

it("a push that dies at any point is completed by the next, and creates nothing twice", async () => {
  const first = dying(0, "before")
  const exit = await pushWith(first.platform, await draft("crash-none"))
  expect(exit).toMatchObject({ _tag: "Success", value: { state: "live" } })
  model = await shape("Crash crash-none")
  expect(model.status).toBe("ENABLED")
  expect(first.calls()).toBeGreaterThan(8)

  for (let nth = 1; nth <= first.calls(); nth++) {
    for (const when of isLong
      ? (["before", "after"] as const)
      : ([nth % 2 === 0 ? "before" : "after"] as const)) {
      const slug = `crash-${when}-${nth}`
      const id = await draft(slug)
      const died = await pushWith(dying(nth, when).platform, id)
      expect(Exit.isFailure(died)).toBe(true)
      const again = await pushWith(whole, id)
      expect(again).toMatchObject({ _tag: "Success", value: { slug, state: "live" } })
      expect(await shape(`Crash ${slug}`)).toEqual(model)
      expect(await known(id)).toBe(true)
    }
  }
})

it("a creation that died is found even if the campaign was renamed or paused meanwhile", async () => {
  const id = await draft("crash-renamed")
  // The call after the name lookup is the creation itself.
  await pushWith(dying(2, "after").platform, id)
  expect((await campaignInDatabase(demo, "crash-renamed"))["creation_name"]).toBe("Crash crash-renamed")
  await demo.query(`update campaigns set name = 'Crash afterwards', state = 'paused' where id = ${id}`)
  expect(await pushWith(whole, id)).toMatchObject({ _tag: "Success", value: { state: "paused" } })
  expect(await campaignInEmulator(demo, "Crash crash-renamed")).toEqual([])
  expect(await campaignInEmulator(demo, "Crash afterwards")).toMatchObject([{ status: "PAUSED" }])
})

it("additions and removals in an inactive campaign are sent with its next launch", async () => {
  const id = await draft("crash-rested")
  await pushWith(whole, id)
  await demo.query(`update campaigns set state = 'draft' where id = ${id}`)
  await pushWith(whole, id)
  await demo.query(`insert into negative_keywords (organization_id, campaign_id, text, match_type, source)
    values (1, ${id}, 'cheap', 'phrase', 'dashboard')`)
  await demo.query(
    `update negative_keywords set removed_at = now() where campaign_id = ${id} and text = 'free'`
  )
  await demo.query(`update keywords set state = 'paused' where campaign_id = ${id} and text = 'word one'`)
  await demo.query(`update campaigns set state = 'live', unpushed = '{state}' where id = ${id}`)
  expect(await pushWith(whole, id)).toMatchObject({ _tag: "Success" })
  const { parts } = await shape("Crash crash-rested")
  const criteria = parts
    .filter((part) => /keyword|Criteria/.test(part) && !part.includes("REMOVED"))
    .join("\n")
  expect(criteria).toContain('"cheap"')
  expect(criteria).not.toContain('"free"')
  expect(criteria).toMatch(/"word one".*"PAUSED"/)
  expect(await known(id)).toBe(true)
})

it("a launch that meets an outside change after its first look starts nothing and fails", async () => {
  const id = await draft("crash-changed")
  await pushWith(whole, id)
  await demo.query(`update campaigns set state = 'paused', unpushed = '{state}' where id = ${id}`)
  await pushWith(whole, id)
  await demo.query(`update campaigns set state = 'live', unpushed = '{state}' where id = ${id}`)
  const { platform_budget_resource_name: resourceName } = await campaignInDatabase(demo, "crash-changed")
  const raise = () =>
    demo.control("POST", "edits", {
      customerId: String(resourceName).split("/")[1],
      mutateOperations: [
        {
          campaignBudgetOperation: {
            update: { resourceName, amountMicros: "19000000" },
            updateMask: "amountMicros"
          }
        }
      ]
    })
  const changing: AdPlatform = {
    ...whole,
    ads: (account, campaign) => Effect.zipRight(Effect.promise(raise), whole.ads(account, campaign))
  }
  expect(await pushWith(changing, id)).toMatchObject({ _tag: "Failure" })
  expect(await campaignInEmulator(demo, "Crash crash-changed")).toMatchObject([{ status: "PAUSED" }])
  expect(await campaignInDatabase(demo, "crash-changed")).toMatchObject({
    budget: 7,
    platform_budget: 19,
    platform_state: "paused",
    conflict: { settings: [{ field: "budget", ours: 7, theirs: 19 }] }
  })
})
