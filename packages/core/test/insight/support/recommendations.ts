import { expect } from "vitest"
import type { Detector, Output } from "../../../src/contract/index.ts"
import { call } from "../../support/call.ts"
import type { OnPlatform } from "../../support/workers.ts"

export interface Preview {
  readonly would_apply: ReadonlyArray<{ readonly op: string; readonly summary: string }>
  readonly would_lose?: Readonly<Record<string, number>>
  readonly preview_hash: string
}
export interface Applied {
  readonly action_id: string
  readonly action_ids: ReadonlyArray<string>
  readonly task_tracking_id?: number
}

interface Criterion {
  readonly status?: string
  readonly keyword?: { readonly text: string; readonly matchType: string }
}

/** Detects, applies and undoes in a campaign of northwind, with its admin's key. */
export const recommendationHelpers = (demo: OnPlatform, slug = "boiler-repair") => {
  const admin = demo.keys["northwind"]!.admin!
  const recommend = async (detector: Detector, options: object = {}) => {
    const { output } = await demo.run(
      call("detectors.run", admin, { org: "northwind", slug, detector, options })
    )
    const { findings } = output as Output<"detectors.run">
    return findings.find(({ recommendation_id }) => recommendation_id !== undefined)!.recommendation_id!
  }
  const preview = async (id: string) => {
    const { error, output } = await demo.run(call("recommendations.apply", admin, { id }))
    expect(error).toBeNull()
    return output as Preview
  }
  const send = (id: string, more = {}) =>
    demo.run(call("recommendations.apply", admin, { id, dry_run: false, ...more }))
  const apply = async (id: string, more = {}) => {
    const { error, output } = await send(id, more)
    expect(error).toBeNull()
    return output as Applied
  }
  const sendUndo = (id: string, more = {}) => demo.run(call("actions.undo", admin, { id, ...more }))
  const undo = async (id: string) => {
    const { error, output } = await sendUndo(id)
    expect(error).toBeNull()
    return output as Output<"actions.undo">
  }
  const statusOf = async (id: string) =>
    (await demo.query<{ status: string }>(`select status from recommendations where id = '${id}'`))[0]!.status
  const list = async (values: object = {}) =>
    (await demo.run(call("recommendations.list", admin, { org: "northwind", limit: 100, ...values })))
      .output as Output<"recommendations.list">

  /** Keywords, or exclusions, as the platform has them: "boiler repair EXACT PAUSED". */
  const inEmulator = async (kind: "/adGroupCriteria/" | "/campaignCriteria/" = "/adGroupCriteria/") => {
    const { resources } = (await demo.state()) as { resources: Record<string, Criterion> }
    return Object.entries(resources)
      .flatMap(([ref, { keyword, status }]) =>
        ref.includes(kind) && keyword !== undefined && status !== "REMOVED"
          ? [`${keyword.text} ${keyword.matchType} ${status ?? ""}`.trim()]
          : []
      )
      .toSorted()
  }
  /** Keywords in our database, in the same format. */
  const inDatabase = async () =>
    (
      await demo.query<{ told: string }>(
        "select text || ' ' || upper(match_type) || ' ' || upper(state) as told from keywords where removed_at is null"
      )
    )
      .map(({ told }) => told)
      .toSorted()
  return {
    admin,
    recommend,
    preview,
    send,
    apply,
    sendUndo,
    undo,
    statusOf,
    list,
    there: inEmulator,
    here: inDatabase
  }
}
