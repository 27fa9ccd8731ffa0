import { Effect } from "effect"
import { namesOf } from "../../access/people.ts"
import { ValidationError } from "../../contract/index.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import { bindStatement, runSql, runStatement, statement } from "../../storage/index.ts"
import { findQueuedWrite, pendingProblem } from "./queued-write.ts"

/** What a person wrote on a queued write before it was decided. */
export interface ApprovalComment {
  /** The person's name, and their address. */
  readonly by: string
  readonly email: string
  readonly at: string
  readonly text: string
}

const longestComment = 1000
const mostComments = 50

interface Row extends Pick<ApprovalComment, "at" | "text"> {
  readonly user_id: number
}

const commentRows = statement(`
select user_id, at, text from queued_write_comments
where organization_id = $1 and queued_write_id = $2 order by id`)

/** Reads the comments on a queued write, oldest first. */
export const readComments = (organization: number, id: string) =>
  Effect.gen(function* () {
    const rows = yield* runStatement(bindStatement<Row>(commentRows, [organization, id]))
    if (rows.length === 0) return []
    const people = yield* namesOf(rows.map(({ user_id }) => user_id))
    return rows.map(({ at, text, user_id }): ApprovalComment => {
      const { email, name } = people.get(user_id)!
      return { by: name, email, at, text }
    })
  })

const refuse = (message: string) => new ValidationError({ fields: [{ path: "comment", message }] })

/** Adds a comment to a pending write, which stays pending. Everybody who can see the write can read it. */
export const addComment = (id: string, written: string, { caller, organization }: OrganizationClearance) =>
  Effect.gen(function* () {
    const text = written.trim()
    if (text === "") return yield* refuse("must not be empty")
    if (text.length > longestComment)
      return yield* refuse(`must have at most ${longestComment.toLocaleString("en-US")} characters`)
    const problem = yield* Effect.flatMap(findQueuedWrite(organization.id, id, true), pendingProblem)
    if (problem !== null) return yield* problem
    // The lock of the write lets nobody else comment meanwhile.
    const [found] = yield* runSql<{ comments: number }>`select count(*) as comments from queued_write_comments
      where organization_id = ${organization.id} and queued_write_id = ${id}`
    if (found!.comments >= mostComments)
      return yield* refuse(`cannot be added: there are ${mostComments} already`)
    yield* runSql`
      insert into queued_write_comments (organization_id, queued_write_id, user_id, text)
      values (${organization.id}, ${id}, ${caller.userId}, ${text})`
    return null
  })
