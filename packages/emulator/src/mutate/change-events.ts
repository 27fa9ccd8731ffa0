import { at, type Body, type Json, text, withValue } from "../protocol/json.ts"
import { camelCase } from "../schema/index.ts"
import { localDateTime } from "../state/clock.ts"
import type { Database } from "../state/database.ts"
import { factsOf } from "../state/kinds.ts"
import type { Resources } from "../state/store.ts"
import { changedFields, type Outcome } from "./operation.ts"

/** The author of a change, as the change_event report shows it. */
export interface Author {
  readonly userEmail: string
  readonly clientType: string
}

export interface ChangeLog {
  /** Records a successful write. A write that changed nothing creates no event. */
  readonly record: (outcome: Outcome, author: Author, context: EventContext) => void
}

interface EventContext {
  readonly customerId: string
  readonly timeZone: string
  readonly now: Date
  readonly commandIndex: number
  readonly world: Resources
}

export const openChangeLog = ({ sql }: Database): ChangeLog => {
  const insert = sql.prepare("INSERT INTO change_event (customer_id, at, body) VALUES (?, ?, ?)")
  // "/" follows "." in byte order, so the range covers exactly the fractions of one second.
  const count = sql.prepare(
    "SELECT count(*) AS n FROM change_event WHERE customer_id = ?1 AND at BETWEEN ?2 || '.' AND ?2 || '/'"
  )
  const latest = new Map<string, { readonly second: string; readonly next: number }>()
  /**
   * Numbers the events of one second. The number becomes the fraction, so events stay ordered and distinct.
   */
  const sequenceByKey = (customerId: string, second: string): number => {
    const cached = latest.get(customerId)
    const sequence =
      cached?.second === second ? cached.next : Number(count.get(customerId, second)?.["n"] ?? 0)
    latest.set(customerId, { second, next: sequence + 1 })
    return sequence
  }
  return {
    record: (outcome, author, context) => {
      const changeType = factsOf(outcome.kind).changeType
      const after = outcome.after ?? {}
      const fields = changedFields(outcome.before, after)
      if (changeType === undefined || fields.length === 0) return
      const second = localDateTime(context.now, context.timeZone)
      const sequence = sequenceByKey(context.customerId, second)
      const at = `${second}.${String(sequence).padStart(6, "0")}`
      const micros = BigInt(Math.floor(context.now.getTime() / 1000)) * 1_000_000n + BigInt(sequence)
      const part = camelCase(outcome.kind)
      const body: Body = {
        resourceName: `customers/${context.customerId}/changeEvents/${micros}~${context.commandIndex}~0`,
        changeDateTime: at,
        changeResourceType: changeType,
        changeResourceName: outcome.name,
        clientType: author.clientType,
        userEmail: author.userEmail,
        resourceChangeOperation: outcome.verb,
        changedFields: outcome.verb === "REMOVE" ? "" : fields.join(","),
        ...(outcome.before ? { oldResource: { [part]: pick(outcome.before, fields) } } : {}),
        ...(outcome.verb === "REMOVE" ? {} : { newResource: { [part]: pick(after, fields) } }),
        ...relations(outcome, context)
      }
      insert.run(context.customerId, at, JSON.stringify(body))
    }
  }
}

const pick = (body: Body, fields: readonly string[]): Json =>
  fields.reduce<Body>(
    (picked, field) => {
      const path = field.split(".")
      const value = at(body, path)
      return value === undefined ? picked : withValue(picked, path, value)
    },
    { resourceName: text(body, "resourceName") }
  ) as Json

/** Returns the campaign and ad group of a change. A budget with a single campaign belongs to it. */
const relations = (outcome: Outcome, { world, customerId }: EventContext): Body => {
  const body =
    (outcome.kind === "ad" ? groupOfAd(outcome.name, world, customerId) : outcome.after) ??
    outcome.before ??
    {}
  const adGroup = outcome.kind === "ad_group" ? outcome.name : text(body, "adGroup")
  const campaign =
    outcome.kind === "campaign"
      ? outcome.name
      : outcome.kind === "campaign_budget"
        ? soleUser(outcome.name, world, customerId)
        : text(body, "campaign") || text(world.get(adGroup)?.body, "campaign")
  return { ...(campaign ? { campaign } : {}), ...(adGroup ? { adGroup } : {}) }
}

/** The ad in its group, which names the group. */
const groupOfAd = (ad: string, world: Resources, customerId: string): Body | undefined =>
  [...world.list(customerId, "ad_group_ad")].find(({ body }) => text(body, "ad", "resourceName") === ad)?.body

const soleUser = (budget: string, world: Resources, customerId: string): string => {
  const users = [...world.list(customerId, "campaign")].filter(
    ({ body }) => text(body, "campaignBudget") === budget
  )
  return users.length === 1 ? users[0]!.name : ""
}
