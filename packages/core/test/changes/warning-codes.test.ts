import { Effect } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { Administration } from "../../src/administration.ts"
import { housekeeping } from "../../src/background.ts"
import { Changes } from "../../src/changes/changes.ts"
import { type OperationName, scopes } from "../../src/contract/index.ts"
import { approve } from "../support/approvals.ts"
import { asOperator, call } from "../support/call.ts"
import { changesNothing } from "../support/changes-nothing.ts"
import { actionOf, campaignOf } from "../support/executed-writes.ts"
import { insertKey } from "../support/keys.ts"
import { runOnPlatform } from "../support/on-platform.ts"

type Values = Readonly<Record<string, unknown>>

const demo = await runOnPlatform()
const org = "contoso"
const slug = "dental-implants"
const owner = "carl@contoso.test"
const key = demo.keys[org]!.owner!
/** Another key of the same person. */
const other = await demo.run(insertKey({ organization: org, email: owner, scopes }))
const contoso = `organization_id = (select id from organizations where slug = '${org}')`

const send = (name: OperationName, values: Values, by = key) => demo.run(call(name, by, { slug, ...values }))
const preview = async (name: OperationName, values: Values, by = key) =>
  (await send(name, { ...values, dry_run: true }, by)).output as {
    readonly preview_hash: string
    readonly warnings?: ReadonlyArray<string>
    readonly warning_codes?: ReadonlyArray<string>
  }
const execute = (name: OperationName, values: Values, by = key) =>
  send(name, { ...values, dry_run: false }, by)
const raise = (budget: number, values: Values = {}, by = key) =>
  execute("campaigns.update", { budget, ...values }, by)
const setRules = (rules: Values) =>
  demo.run(
    Effect.flatMap(Administration, (administration) =>
      asOperator(administration["organizations.set"](org, rules), owner)
    )
  )
const previews = () => demo.query(`select 1 from previewed_plans`)

/** The budget that the platform has, which nobody has raised lately. */
beforeEach(async () => {
  await demo.query(`update actions set at = at - interval '3 days' where ${contoso}`)
  await demo.query(
    `update campaigns set budget = 70, unpushed = '{}', unpushed_from = '{}' where ${contoso} and slug = '${slug}'`
  )
  await demo.query("delete from previewed_plans")
  await setRules({ require_preview: true, approvals_required: false, max_spend: null })
})

const negatives = { keywords: ["dental implants"], match_type: "phrase" }

describe("warning codes", () => {
  it("stand beside the warnings of exclusions in previews and executed answers, and the hash covers them", async () => {
    const shown = await preview("keywords.add_negatives", negatives)
    expect(shown.warning_codes).toEqual(["conversions_lost", "keywords_blocked"])
    expect(shown.warnings).toEqual([
      expect.stringMatching(/percent of the last 30 days' conversions/),
      expect.stringMatching(/^Enabled keywords would be blocked/)
    ])
    const done = await execute("keywords.add_negatives", { ...negatives, preview_hash: shown.preview_hash })
    expect(done.output).toMatchObject({
      applied: true,
      warnings: shown.warnings,
      warning_codes: ["conversions_lost", "keywords_blocked"]
    })
    const undone = await demo.run(call("actions.undo", key, { id: actionOf(done) }))
    expect(undone.output).toMatchObject({ undone: true })
  })

  it("are absent where nothing counts", async () => {
    expect(await preview("campaigns.update", { budget: 77 })).not.toHaveProperty("warning_codes")
    expect((await raise(77)).output).not.toHaveProperty("warning_codes")
  })

  it("tell a preview_hash from one without them, although the change is the same", async () => {
    await raise(87)
    const warned = await preview("campaigns.update", { budget: 100 })
    expect(warned.warning_codes).toEqual(["raised_repeatedly"])
    await demo.query(`update actions set at = at - interval '1 day' where ${contoso}`)
    const later = await preview("campaigns.update", { budget: 100 })
    expect(later.warning_codes).toBeUndefined()
    expect(later.preview_hash).not.toBe(warned.preview_hash)
  })
})

describe("a budget raised repeatedly", () => {
  it("counts all raises of one credential within 24 hours, in the preview and in the answer", async () => {
    expect((await raise(84)).output).not.toHaveProperty("warning_codes")
    expect((await preview("campaigns.update", { budget: 87 })).warning_codes).toBeUndefined()
    const shown = await preview("campaigns.update", { budget: 88 })
    expect(shown.warning_codes).toEqual(["raised_repeatedly"])
    expect(shown.warnings?.[0]).toMatch(/from \$70 to \$88 within 24 hours/)
    const { output } = await raise(88, { preview_hash: shown.preview_hash })
    expect(output).toMatchObject({ warning_codes: ["raised_repeatedly"], warnings: shown.warnings })
  })

  it("is measured from the first raise, not from the last, and not from a fall before it", async () => {
    await raise(60)
    await raise(72)
    await raise(73)
    expect((await preview("campaigns.update", { budget: 75 })).warning_codes).toBeUndefined()
    expect((await preview("campaigns.update", { budget: 76 })).warnings?.[0]).toMatch(/from \$60 to \$76/)
    expect((await preview("campaigns.update", { budget: 70 })).warning_codes).toBeUndefined()
  })

  it("does not count raises of others, nor those that were undone", async () => {
    const first = actionOf(await raise(84))
    expect((await preview("campaigns.update", { budget: 100 }, other)).warning_codes).toBeUndefined()
    await demo.run(call("actions.undo", key, { id: first }))
    await demo.query(`update campaigns set budget = 84 where ${contoso} and slug = '${slug}'`)
    expect((await preview("campaigns.update", { budget: 100 })).warning_codes).toBeUndefined()
  })

  it("is no matter of an undo, which restores", async () => {
    await raise(84)
    await preview("campaigns.update", { budget: 100 })
    await raise(100)
    const lowered = actionOf(await raise(80))
    const { output } = await demo.run(call("actions.undo", key, { id: lowered }))
    expect(output).toMatchObject({ undone: true, restored: ["Daily budget of dental-implants to $100"] })
    expect(output).not.toHaveProperty("warning_codes")
  })
})

describe("an organization that requires previews", () => {
  it("refuses a warned change that nobody previewed, with the preview, and changes nothing", async () => {
    await raise(84)
    const { error, status } = await changesNothing(demo, () => raise(100))
    expect(status).toBe(409)
    expect(error).toMatchObject({
      _tag: "preview_required",
      codes: ["raised_repeatedly"],
      preview: {
        dry_run: true,
        would_change: { budget: { from: 84, to: 100 } },
        warning_codes: ["raised_repeatedly"],
        preview_hash: expect.any(String)
      }
    })
    // The refusal is no preview of its own: repeating the call blindly gets no further.
    expect((await raise(100)).error?._tag).toBe("preview_required")
    const { preview: shown } = error as unknown as { readonly preview: { readonly preview_hash: string } }
    expect((await raise(100, { preview_hash: shown.preview_hash })).error).toBeNull()
  })

  it("accepts what the same credential previewed within 24 hours, and nothing else", async () => {
    await raise(84)
    await preview("campaigns.update", { budget: 100 })
    expect(await previews()).toHaveLength(1)
    expect((await raise(101)).error?._tag).toBe("preview_required")
    await demo.query("update previewed_plans set previewed_at = now() - interval '25 hours'")
    expect((await raise(100)).error?._tag).toBe("preview_required")
    await preview("campaigns.update", { budget: 100 })
    expect((await raise(100)).error).toBeNull()
  })

  it("does not accept a preview by another credential", async () => {
    await execute("keywords.add_negatives", { ...negatives, dry_run: true }, other)
    expect((await execute("keywords.add_negatives", negatives)).error?._tag).toBe("preview_required")
  })

  it("deletes previews after a day", async () => {
    await preview("keywords.add_negatives", negatives)
    await preview("keywords.add_negatives", negatives, other)
    await demo.query(
      "update previewed_plans set previewed_at = now() - interval '25 hours' where id = (select min(id) from previewed_plans)"
    )
    await demo.run(housekeeping)
    expect(await previews()).toHaveLength(1)
  })

  it("never holds up a pause of a campaign or a lower budget", async () => {
    await raise(87)
    await preview("campaigns.update", { budget: 100 })
    await raise(100)
    expect((await raise(90)).error).toBeNull()
    expect((await execute("campaigns.set_state", { state: "paused" })).error).toBeNull()
    await demo.query(
      `update campaigns set state = 'live', unpushed = '{}' where ${contoso} and slug = '${slug}'`
    )
  })

  it("never holds up an undo, even one that loses conversions", async () => {
    const keywords = await demo.query<{ readonly text: string; readonly match_type: string }>(
      `select text, match_type from keywords where ${contoso} and state = 'enabled' and removed_at is null
         and campaign_id = (select id from campaigns where ${contoso} and slug = '${slug}')`
    )
    const update = async (op: "pause" | "enable") => {
      const input = { slug, keywords: keywords.map((one) => ({ op, ...one })), dry_run: false }
      const shown = await demo.run(call("keywords.update", key, { ...input, dry_run: true }))
      const { preview_hash } = shown.output as { readonly preview_hash: string }
      const done = await demo.run(call("keywords.update", key, { ...input, preview_hash }))
      return done.output as { readonly action_id: string }
    }
    await update("pause")
    const enabled = await update("enable")
    const { output } = await demo.run(call("actions.undo", key, { id: enabled.action_id }))
    expect(output).toMatchObject({ undone: true, warning_codes: ["conversions_lost"] })
    await update("enable")
  })

  it("holds for paused keywords that lose conversions", async () => {
    await demo.query(`
      insert into recommendations (organization_id, id, campaign_id, type, status, summary, details)
      select c.organization_id, 'rec_pausesAllOfThem0000000', c.id, 'no_conversion_keywords', 'pending', 'Pause all',
        jsonb_build_object('version', 1, 'findings', '[]'::jsonb, 'operations',
          (select jsonb_agg(jsonb_build_object('op', 'pause_keyword', 'keyword', k.id, 'text', k.text, 'match', k.match_type))
           from keywords k where k.organization_id = c.organization_id and k.campaign_id = c.id
             and k.state = 'enabled' and k.removed_at is null))
      from campaigns c where c.${contoso} and c.slug = '${slug}'`)
    const id = "rec_pausesAllOfThem0000000"
    const { error } = await demo.run(call("recommendations.apply", key, { id, dry_run: false }))
    expect(error).toMatchObject({ _tag: "preview_required", codes: ["conversions_lost"] })
  })

  it("leaves held writes to their approver, who sees the warnings", async () => {
    await raise(84)
    await setRules({ approvals_required: true, approvals_for: "every_change" })
    const { error } = await raise(100)
    expect(error?._tag).toBe("approval_required")
    const { queued_recommendation_id: id } = error as unknown as { readonly queued_recommendation_id: string }
    const queued = await demo.run(call("queued_writes.get", key, { queued_id: id }))
    expect(queued.output).toMatchObject({ warnings: [expect.stringMatching(/within 24 hours/)] })
    await demo.run(approve({ organization: org, id, by: owner }))
    expect((await campaignOf(demo, slug, org))["budget"]).toBe(100)
  })

  it("does not concern people", async () => {
    const [row] = await demo.query<{ readonly id: number; readonly user: number }>(
      `select o.id, u.id as user from organizations o, users u where o.slug = '${org}' and u.email = '${owner}'`
    )
    expect(row).toBeDefined()
    const run = (budget: number) =>
      demo.run(
        Effect.flatMap(Changes, (changes) =>
          asOperator(
            {
              name: "campaigns.update",
              admits: "members",
              role: "owner",
              organization: org,
              run: (clearance) =>
                Effect.map(changes.execute("campaigns.update", clearance, { slug, budget }), (outcome) => ({
                  result: { output: outcome.kind },
                  quota: null,
                  replayed: false,
                  audited: outcome.audited
                }))
            },
            owner
          )
        )
      )
    expect(await run(84)).toBe("executed")
    expect(await run(100)).toBe("executed")
  })

  it("is off by default, and said in the organization's detail", async () => {
    const detail = async (by: string) => {
      const { output } = await demo.run(call("organizations.get", by, {}))
      return (output as { readonly require_preview: boolean }).require_preview
    }
    expect([await detail(key), await detail(demo.keys["northwind"]!.admin!)]).toEqual([true, false])
    await setRules({ require_preview: false })
    await raise(84)
    expect((await raise(100)).output).toMatchObject({ warning_codes: ["raised_repeatedly"] })
  })
})
