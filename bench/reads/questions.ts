import type { Tenant } from "../world.ts"

/** What is timed: whom it is sent to, and what it asks for. A GET, or a POST where it says something. */
export interface Question {
  readonly url: string
  readonly tenant: Tenant
  readonly path: string
  readonly says?: object
}

export interface Answered {
  readonly search_terms: ReadonlyArray<unknown>
  readonly total: number
  readonly next_cursor: string | null
}

export const ask = <A = Answered>(question: Question): Promise<A> => answerTo(question) as Promise<A>

const answerTo = async ({ path, says, tenant, url }: Question): Promise<unknown> => {
  const response = await fetch(`${url}/v1/organizations/${tenant.slug}${path}`, {
    method: says === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${tenant.key}`, "content-type": "application/json" },
    ...(says === undefined ? {} : { body: JSON.stringify(says) })
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/**
 * The best time of each question in milliseconds, one request at a time: what it takes when nothing else is in its way,
 * which says more on a machine that others use too than any middle would. They take turns, so that whatever the machine
 * does falls on all of them; before that each is asked often enough for its plan to be settled.
 */
export const timeAll = async (
  questions: ReadonlyArray<ReadonlyArray<Question>>,
  rounds: number
): Promise<ReadonlyArray<number>> => {
  const times = questions.map((): Array<number> => [])
  for (let round = -Math.min(7, rounds); round < rounds; round++) {
    for (const [n, variants] of questions.entries()) {
      const question = variants[Math.abs(round) % variants.length]!
      const began = performance.now()
      await ask(question)
      if (round >= 0) times[n]!.push(performance.now() - began)
    }
  }
  return times.map((all) => Math.min(...all))
}

/** Follows the cursors for so many pages; answers the last one's cursor. */
export const walkPages = async (question: Question, pages: number): Promise<string> => {
  let cursor: string | null = null
  for (let page = 0; page < pages; page++) {
    const path: string = `${question.path}&limit=100${cursor === null ? "" : `&cursor=${cursor}`}`
    const answer: Answered = await ask({ ...question, path })
    if (answer.next_cursor === null) break
    cursor = answer.next_cursor
  }
  return cursor!
}
