import type { Tenant } from "../world.ts"

/** A GET that is timed: whom it is sent to, and what it asks for. */
export interface Question {
  readonly url: string
  readonly tenant: Tenant
  readonly path: string
}

export interface Answered {
  readonly search_terms: ReadonlyArray<unknown>
  readonly total: number
  readonly next_cursor: string | null
}

export const ask = async ({ path, tenant, url }: Question): Promise<Answered> => {
  const response = await fetch(`${url}/v1/organizations/${tenant.slug}${path}`, {
    headers: { authorization: `Bearer ${tenant.key}` }
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answered
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
