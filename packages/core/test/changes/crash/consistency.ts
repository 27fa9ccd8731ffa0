import { expect } from "vitest"
import type { runOnPlatform } from "../../support/on-platform.ts"
import { actionIn, type RecordedCall } from "./calls.ts"

type World = Pick<Awaited<ReturnType<typeof runOnPlatform>>, "query" | "state">

interface Action {
  readonly id: string
  readonly op: string
  readonly state: string
  readonly slug: string
  readonly undone: boolean
  readonly steps: ReadonlyArray<{
    readonly kind: string
    readonly trace: { readonly field?: string; readonly set?: unknown; readonly ids?: ReadonlyArray<number> }
  }>
}

interface Resource {
  readonly name?: string
  readonly status?: string
  readonly campaign?: string
  readonly campaignBudget?: string
  readonly amountMicros?: string
  readonly negative?: boolean
  readonly keyword?: { readonly text: string; readonly matchType: string }
}

/** Checks that service, action log and platform agree, and match the responses of the callers. */
export const checkConsistency = async (
  world: World,
  calls: ReadonlyArray<RecordedCall>,
  before: ReadonlySet<string>
): Promise<void> => {
  const problems = calls.filter(({ response }) => response?.error === "internal_error")
  expect(problems).toEqual([])

  const actions = (
    await world.query<Action>(
      `select a.id, a.op, a.state, c.slug, a.steps, a.undone_at is not null as undone from actions a
       join campaigns c on c.organization_id = a.organization_id and c.id = a.campaign_id
       where a.organization_id = 1 order by a.sequence`
    )
  ).filter(({ id }) => !before.has(id))
  const executed = actions.filter(({ state }) => state === "executed")
  const reportedActions = calls.flatMap((call) =>
    call.name === "actions.undo" ? [] : (actionIn(call) ?? [])
  )
  expect(new Set(reportedActions).size).toBe(reportedActions.length)
  expect(executed.map(({ id }) => id).toSorted()).toEqual(reportedActions.toSorted())

  const [quota] = await world.query<{ used: number }>(
    "select sum(used)::int as used from write_quota where organization_id = 1"
  )
  const earlier = (
    await world.query<{ id: string }>("select id from actions where organization_id = 1")
  ).filter(({ id }) => before.has(id))
  const undos = calls.filter(({ name }) => name === "actions.undo")
  for (const { response } of undos) expect(response?.output).toMatchObject({ undone: true, restored: [{}] })
  const undone = new Set(undos.map(({ values }) => String(values["id"])))
  expect(actions.flatMap(({ id, undone }) => (undone ? [id] : [])).toSorted()).toEqual([...undone].toSorted())
  expect(quota!.used).toBe(earlier.length + executed.length + undos.length)
  const waiting = await world.query("select idempotency_key from executions where state = 'open'")
  expect(waiting).toEqual([])

  const resources = (await world.state()).resources as Record<string, Resource>
  await checkNegatives(world, calls, undone, resources)
  await checkCampaigns(world, executed, resources)
  await checkPeopleWrites(world, executed, resources)
}

/** Checks that the last state of each keyword and the last callouts of the draft are those of the log. */
const checkPeopleWrites = async (
  world: World,
  executed: ReadonlyArray<Action>,
  resources: Readonly<Record<string, Resource>>
): Promise<void> => {
  const steps = executed.flatMap((action) => action.steps)
  const states = new Map(
    steps.flatMap(({ kind, trace }) =>
      kind === "keywords.state" ? (trace.ids ?? []).map((id) => [id, trace.set] as const) : []
    )
  )
  const keywords = await world.query<{ id: number; state: string; ref: string }>(
    "select id::int as id, state, platform_resource_name as ref from keywords where organization_id = 1"
  )
  for (const { id, ref, state } of keywords.filter(({ id }) => states.has(id))) {
    expect([id, state, resources[ref]?.status?.toLowerCase()]).toEqual([id, states.get(id), states.get(id)])
  }
  const callouts = steps.findLast(({ kind }) => kind === "draft.callouts")?.trace.set
  const [draft] = await world.query<{ callouts: ReadonlyArray<string> }>(
    "select callouts from campaigns where organization_id = 1 and slug = 'spring-offers'"
  )
  if (callouts !== undefined) expect(draft!.callouts).toEqual(callouts)
}

const checkNegatives = async (
  world: World,
  calls: ReadonlyArray<RecordedCall>,
  undone: ReadonlySet<string>,
  resources: Readonly<Record<string, Resource>>
): Promise<void> => {
  const expectedKeywords = calls.flatMap((call) => {
    const id = actionIn(call)
    if (call.name !== "keywords.add_negatives" || id === null) return []
    const {
      keywords,
      match_type = "phrase",
      slug
    } = call.values as {
      keywords: Array<string>
      match_type?: string
      slug: string
    }
    expect(call.response!.output).toMatchObject({ added: keywords.length, already_there: [] })
    return undone.has(id) ? [] : keywords.map((text) => `${slug} ${match_type} ${text}`)
  })
  const rows = await world.query<{ one: string; draft: boolean; ref: string | null; there: string | null }>(
    `select c.slug || ' ' || n.match_type || ' ' || n.text as one, n.platform_resource_name as ref,
       c.platform_resource_name as there, c.platform_resource_name is null as draft
     from negative_keywords n join campaigns c on c.organization_id = n.organization_id and c.id = n.campaign_id
     where n.text ilike 'crash %' and n.removed_at is null`
  )
  expect(rows.map(({ one }) => one).toSorted()).toEqual(expectedKeywords.toSorted())
  const inNeither = await world.query(
    `select n.text from negative_keywords n join actions a on a.organization_id = n.organization_id and a.id = n.action_id
     where n.text ilike 'crash %' and n.removed_at is not null and a.undone_at is null`
  )
  expect(inNeither).toEqual([])

  const there = Object.entries(resources).filter(
    ([name, { keyword, negative, status }]) =>
      name.includes("/campaignCriteria/") &&
      negative === true &&
      status !== "REMOVED" &&
      /^crash /i.test(keyword!.text)
  )
  expect(there.map(([name]) => name).toSorted()).toEqual(
    rows.flatMap(({ draft, ref }) => (draft ? [] : [ref])).toSorted()
  )
  for (const { draft, one, ref, there: campaign } of rows) {
    if (draft) continue
    const { keyword, ...criterion } = resources[ref!]!
    expect(criterion.campaign).toBe(campaign)
    expect(one.endsWith(`${keyword!.matchType.toLowerCase()} ${keyword!.text}`)).toBe(true)
  }
}

/** Checks that the last logged value is the one in the service and in the platform. */
const checkCampaigns = async (
  world: World,
  executed: ReadonlyArray<Action>,
  resources: Readonly<Record<string, Resource>>
): Promise<void> => {
  const campaigns = await world.query<{
    slug: string
    name: string
    budget: number
    state: string
    ref: string
  }>(
    `select slug, name, budget::float8 as budget, state, platform_resource_name as ref from campaigns
     where organization_id = 1 and platform_resource_name is not null`
  )
  for (const campaign of campaigns) {
    const set = executed.filter(({ slug }) => slug === campaign.slug).flatMap(({ steps }) => steps)
    const last = (field: string) => set.findLast(({ trace }) => trace.field === field)?.trace.set
    const state = set.findLast(({ kind }) => kind === "campaign.state")?.trace.set
    const there = resources[campaign.ref]
    if (last("name") !== undefined) {
      expect([campaign.slug, campaign.name, there?.name]).toEqual([campaign.slug, last("name"), last("name")])
    }
    if (last("budget") !== undefined) {
      const budget = Number(resources[there!.campaignBudget!]!.amountMicros) / 1_000_000
      expect([campaign.slug, campaign.budget, budget]).toEqual([
        campaign.slug,
        last("budget"),
        last("budget")
      ])
    }
    if (state !== undefined) {
      const expected = state === "live" ? "ENABLED" : "PAUSED"
      expect([campaign.slug, campaign.state, there?.status]).toEqual([campaign.slug, state, expected])
    }
  }
}
