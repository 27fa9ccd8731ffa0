import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { PipelinedClient } from "../../src/storage/pipelined-client.ts"
import type { OutgoingStatement } from "../../src/storage/round-trip.ts"

/* In a run on Citus, every process of the tests records the statements that the service sends, once each. */

export interface RecordedStatement {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

const prefix = "statements-"

const bytes = (value: unknown): unknown =>
  value instanceof Uint8Array ? { bytes: Buffer.from(value).toString("hex") } : value

const restored = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "bytes" in value
    ? Buffer.from(String(value.bytes), "hex")
    : value

const planned = /^\s*(select|insert|update|delete|with)\b/i

/** How Citus rejects a statement, at planning or when it runs. */
const isRejection = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && error.code === "0A000"

/** Records from now on, and returns what writes the record. It is called once for each process. */
const startRecording = (directory: string): (() => void) => {
  const seen = new Map<string, ReadonlyArray<unknown>>()
  const { send } = PipelinedClient.prototype
  PipelinedClient.prototype.send = function (statements: ReadonlyArray<OutgoingStatement>, onResults) {
    for (const { text, values } of statements) {
      if (!seen.has(text) && planned.test(text)) seen.set(text, values.map(bytes))
    }
    return send.call(this, statements, (error, results) => {
      if (isRejection(error))
        console.error(
          `Citus rejects: ${error.message}: ${statements.map(({ text }) => text.slice(0, 300)).join(" | ")}`
        )
      onResults(error, results)
    })
  }
  const file = join(directory, `${prefix}${process.pid}.json`)
  return () => writeFileSync(file, JSON.stringify([...seen].map(([text, values]) => ({ text, values }))))
}

let write: (() => void) | undefined

/** Records the statements of this process, and writes those so far. */
export const recordStatements = (directory: string): void => {
  write ??= startRecording(directory)
  write()
}

/** The statements of all processes of the run. */
export const recordedStatements = (directory: string): ReadonlyArray<RecordedStatement> => {
  const files = readdirSync(directory).filter((name) => name.startsWith(prefix))
  const all = files.flatMap(
    (name) => JSON.parse(readFileSync(join(directory, name), "utf8")) as ReadonlyArray<RecordedStatement>
  )
  return [...new Map(all.map((one) => [one.text, one])).values()].map(({ text, values }) => ({
    text,
    values: values.map(restored)
  }))
}
