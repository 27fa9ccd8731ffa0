import type { Answer } from "./answers.ts"
import type { Cluster, Outage } from "./cluster.ts"
import type { Life } from "./program.ts"

/** A line of the request log. */
interface LoggedRequest {
  readonly request_id: string
  readonly status: number
  readonly error: string | null
  readonly audit?: "delayed"
}

/** What is known about the process that gave an answer. */
export interface Served {
  readonly life: Pick<Life, "started" | "killed">
  readonly line: LoggedRequest
  /** The answers of the same process whose events were stored before they were sent. */
  readonly stored: ReadonlyArray<Pick<Answer, "began" | "answered">>
  /** The times at which this process could not reach the database, or was frozen. */
  readonly outages: ReadonlyArray<Outage>
}

export type Finding =
  | { readonly outage: Outage; readonly killed: number }
  /** Why the missing event is a defect. */
  | { readonly defect: string }

const overlaps = ({ from, to }: Outage, { answered, began }: Pick<Answer, "began" | "answered">) =>
  from <= answered && began <= to

/**
 * The time in which a host writes what it kept in memory, once it reaches the database: it tries twice a second. This is
 * long enough for a busy machine.
 */
const recoveryMillis = 30_000

/** The milliseconds between two moments that lie in none of the outages. */
const millisOutside = (outages: ReadonlyArray<Outage>, from: number, to: number): number => {
  let [millis, at] = [0, from]
  for (const outage of outages.toSorted((one, other) => one.from - other.from)) {
    millis += Math.max(0, Math.min(outage.from, to) - at)
    at = Math.max(at, outage.to)
  }
  return millis + Math.max(0, to - at)
}

/**
 * Decides whether a host may have lost the event of an answer: only if it answered `unavailable` while it could not
 * reach the database, and was killed before it served another request or had time to write the event. It compares
 * recorded facts.
 */
export const explainLostEvent = (
  answer: Pick<Answer, "began" | "answered" | "status">,
  served: Served | undefined
): Finding => {
  if (served === undefined) return { defect: "no host has a line for it in its log" }
  const { life, line, outages, stored } = served
  if (answer.status !== line.status) return { defect: `it was answered ${answer.status}, not ${line.status}` }
  if (line.status !== 503 || line.error !== "unavailable" || line.audit !== "delayed")
    return { defect: `the host answered ${line.status} ${line.error} as if the event was stored` }
  if (life.killed === null) return { defect: "the host was not killed" }
  if (life.killed < answer.began) return { defect: "the host was killed before" }
  const undisturbed = stored.filter((one) => !outages.some((outage) => overlaps(outage, one)))
  const outage = outages.findLast(
    ({ from, to }) =>
      from <= answer.answered &&
      to >= life.started &&
      !undisturbed.some(({ answered, began }) => began >= to && answered <= answer.began)
  )
  if (outage === undefined) return { defect: "the host could reach the database" }
  if (undisturbed.some(({ began }) => began >= answer.answered))
    return { defect: "the host served another request before it was killed" }
  if (millisOutside(outages, answer.answered, life.killed) > recoveryMillis)
    return { defect: "the host had the time to write it before it was killed" }
  return { outage, killed: life.killed }
}

/**
 * Says what is wrong with the status or the number of the stored events of an answer; null if nothing is. An answer has
 * one event with its status; a form of the dashboard that succeeds (200) redirects to the next page (303). Only after
 * `unavailable` it can differ: the event of a change is its settlement, alone or beside that of the answer, and a read
 * has the status that was stored without an acknowledgement.
 */
export const eventsDefect = (
  { isRead, status }: Pick<Answer, "isRead" | "status">,
  stored: ReadonlyArray<number>
): string | null => {
  const most = status === 503 && !isRead ? 2 : 1
  const repeated = new Set(stored).size < stored.length
  const expected = status === 303 ? 200 : status
  const differs = status !== 503 && stored.some((one) => one !== expected)
  return stored.length > most || repeated || differs
    ? `answered ${status}, but its events say ${stored.join(" and ")}`
    : null
}

/** Finds the process behind each answer by its log. Clocks of programs can be off, so only the order counts. */
export const servedBy = ({
  answers,
  hosts,
  outages
}: Cluster): ((requestId: string) => Served | undefined) => {
  const byId = new Map(answers.all.map((answer) => [answer.requestId, answer]))
  const served = new Map<string, Served>()
  for (const { program } of hosts) {
    const own = outages.filter(({ program: only }) => only === null || only === program.name)
    for (const life of program.lives) {
      const lines = life.log().flatMap(requestLine)
      const stored = lines.flatMap(({ audit, request_id }) => {
        const answer = byId.get(request_id)
        return audit === "delayed" || answer === undefined ? [] : [answer]
      })
      for (const line of lines) served.set(line.request_id, { life, line, stored, outages: own })
    }
  }
  return (requestId) => served.get(requestId)
}

const requestLine = (text: string): ReadonlyArray<LoggedRequest> => {
  // A killed process can leave half a line.
  if (!text.includes('"message":"request"') || !text.endsWith("}")) return []
  return [JSON.parse(text) as LoggedRequest]
}
