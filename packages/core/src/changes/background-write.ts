import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import { type Input, type OperationName, type Output, TaskId } from "../contract/index.ts"
import type { ClearanceFor, OrganizationClearance } from "../request/clearance.ts"
import { type BackgroundWork, defineEdit, makeStep, type PlanContext, type Planned } from "./edit.ts"
import { registerEdits, registerWrite } from "./registries.ts"
import { tracesOf, type Write, type WriteResult } from "./write.ts"

/** Returns the task of a write that always starts one. */
export const taskIdOf = ({ task }: Pick<WriteResult, "task">): TaskId => {
  if (task === null) throw new Error("What is written in the background has no task")
  return TaskId.make(task)
}

/** For a write that always creates something, and so is never unchanged. */
export const neverUnchanged = (): never => {
  throw new Error("A creation always has something to do")
}

/** An operation that only starts a task. It changes no campaign, so it logs no action and has no undo. */
export interface BackgroundWrite<Name extends OperationName, Trace, Stored> {
  /** "Strategy" */
  readonly subject: string
  /** The stored form of what the write created. */
  readonly trace: Schema.Schema<Trace, Stored>
  /** Inserts the row that the task will complete, in the transaction of the write. */
  readonly start: (
    context: PlanContext,
    input: Input<Name>
  ) => Effect.Effect<Trace, SqlError, SqlClient.SqlClient>
  readonly work: (trace: Trace) => BackgroundWork
  readonly output: (trace: Trace, task: TaskId) => Output<Name>
}

interface Plan<Name extends OperationName> extends Planned {
  readonly input: Input<Name>
}

const editOf = <Name extends OperationName, Trace, Stored>(
  name: Name,
  { start, subject, trace, work }: BackgroundWrite<Name, Trace, Stored>
) =>
  defineEdit({
    kind: name,
    version: 1,
    // The pipeline has decoded the input, and only the trace is stored, so the input is never read again.
    input: Schema.declare((_input: unknown): _input is Input<Name> => true),
    trace,
    plan: (_context: PlanContext, input: Input<Name>) =>
      Effect.succeed<Plan<Name>>({
        input,
        sentence: { subject, of: "the organization", did: `${subject} begun` },
        hashedContent: { [name]: input },
        affectedKeys: [],
        moves: [],
        stopsSpend: false,
        refusal: null,
        empty: false
      }),
    apply: ({ input }: Plan<Name>, { context }) => start(context, input),
    route: (_plan: Plan<Name>, trace: Trace) => ({ to: "after", work: [work(trace)] }),
    describe: () => Effect.succeed(subject),
    restorable: () => Effect.succeed({ standing: null, lost: [] }),
    reverse: () => {
      throw new Error(`${subject} is no action and has no way back`)
    }
  })

/**
 * Registers such an operation. The engine runs it like any other write: quota, idempotency, the caller's
 * current rights and the audit event apply, in one transaction with its task.
 */
export const registerBackgroundWrite = <const Name extends OperationName, Trace, Stored, R>(
  name: ClearanceFor<Name> extends OrganizationClearance ? Name : never,
  make: Effect.Effect<BackgroundWrite<Name, Trace, Stored>, never, R>
) =>
  Effect.gen(function* () {
    const definition = yield* make
    const startEdit = editOf<Name, Trace, Stored>(name, definition)
    const write: Write<Name> = {
      actions: (_context, input) =>
        Effect.succeed([
          {
            op: name,
            campaign: null,
            source: "dashboard",
            logged: false,
            steps: [makeStep(startEdit, input)]
          }
        ]),
      preview: () => ({}),
      unchanged: neverUnchanged,
      output: (done) => definition.output(tracesOf(done, startEdit)[0]!, taskIdOf(done))
    }
    yield* registerEdits(startEdit)
    yield* registerWrite<Name, undefined, never>(name, Effect.succeed(write))
  })
