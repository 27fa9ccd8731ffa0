import { type PeopleWriteName, peopleWrites, type WriteName } from "../../../src/contract/index.ts"

/** A call that the killed process runs, as a line of JSON. */
export interface ChildRequest {
  readonly n: number
  readonly name: WriteName
  readonly token: string
  readonly values: Record<string, unknown>
}

export interface ChildResponse {
  readonly n: number
  readonly output: unknown
  readonly error: string | null
  readonly replayed: boolean
}

export interface RecordedCall extends ChildRequest {
  response: ChildResponse | null
  /** The number of times it was sent. */
  sent: number
  /** Whether its host has not responded yet. */
  waiting: boolean
}

/** Returns the action of a successful call. */
export const actionIn = ({ response }: RecordedCall): string | null =>
  (response?.output as { action_id?: string | null } | null)?.action_id ?? null

/** Whether only people make this write, with a form of the dashboard or a command. */
export const isPeopleWrite = (name: WriteName): name is PeopleWriteName => Object.hasOwn(peopleWrites, name)

/** Separates the input of a people's write from its idempotency key. */
export const peopleInput = ({ idempotency_key, ...input }: Record<string, unknown>) => ({
  input,
  idempotencyKey: String(idempotency_key)
})

/** Creates every kind of write, each different, each with its own key. `people` adds those of the dashboard. */
export const writer = (
  random: () => number,
  token: string,
  { people = true }: { readonly people?: boolean } = {}
) => {
  const calls: Array<RecordedCall> = []
  const one = <A>(...choices: ReadonlyArray<A>): A => choices[Math.floor(random() * choices.length)]!
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))

  /** Returns an action with exclusions that was not undone yet. */
  const undoable = (): string | null => {
    const requested = new Set(calls.map(({ values }) => values["id"]))
    const found = calls.find((call) => {
      const id = actionIn(call)
      return call.name === "keywords.add_negatives" && id !== null && !requested.has(id)
    })
    return found === undefined ? null : actionIn(found)
  }

  const next = (): RecordedCall => {
    const n = calls.length
    const kinds: ReadonlyArray<() => readonly [WriteName, Record<string, unknown>]> = [
      () => ["campaigns.update", { slug: "boiler-repair", budget: between(92, 108) }],
      () => ["campaigns.update", { slug: "northwind-brand", name: `Northwind brand ${n}` }],
      () => [
        "campaigns.update",
        { slug: "emergency-plumber", name: `Emergency plumber ${n}`, target_cpa: 30 + n / 100 }
      ],
      () => [
        "keywords.add_negatives",
        {
          slug: one("boiler-repair", "emergency-plumber"),
          keywords: [`crash ${n} a`, `Crash ${n} b`],
          match_type: one("phrase", "exact")
        }
      ],
      () => ["keywords.add_negatives", { slug: "boiler-repair", keywords: [`crash ${n} only`] }],
      () => ["keywords.add_negatives", { slug: "spring-offers", keywords: [`crash ${n} draft`] }],
      () => [
        "keywords.update",
        {
          slug: "boiler-repair",
          keywords: [
            { op: one("pause", "enable"), text: one("boiler fix", "boiler servicing"), match_type: "exact" }
          ]
        }
      ],
      () => ["campaigns.set_state", { slug: "bathroom-fitting", state: one("live", "paused") }],
      () => [
        "assets.update",
        {
          slug: one("boiler-repair", "spring-offers"),
          callouts: ["Boiler repair", one("Boiler service", "Emergency plumber")]
        }
      ]
    ]
    const ofPeople: typeof kinds = [
      () => ["campaigns.set_budget", { campaign: "boiler-repair", budget: between(92, 108) }]
    ]
    const undo = undoable()
    const [name, values] =
      undo !== null && random() < 0.15
        ? (["actions.undo", { id: undo }] as const)
        : one(...kinds, ...(people ? ofPeople : []))()
    const executed = name === "actions.undo" || isPeopleWrite(name) ? {} : { dry_run: false }
    const withIdempotencyKey = { ...values, ...executed, idempotency_key: `crash-${n}` }
    const call: RecordedCall = {
      n,
      name,
      token,
      values: withIdempotencyKey,
      response: null,
      sent: 0,
      waiting: false
    }
    calls.push(call)
    return call
  }
  const open = () => calls.filter(({ response }) => response === null)
  /** Returns some calls without a response, in any order. */
  const some = (limit: number) => {
    const left = open()
    return Array.from({ length: Math.min(limit, left.length) }, () =>
      left.splice(Math.floor(random() * left.length), 1)
    ).flat()
  }
  return { calls, next, open, some }
}

/** Whether the caller can stop: anything except a retryable error. */
export const isFinal = ({ error }: ChildResponse): boolean => error !== "unavailable"
