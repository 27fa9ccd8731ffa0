import { randomUUID } from "node:crypto"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { DatabaseClient } from "../../src/storage/client.ts"
import type { OutgoingStatement } from "../../src/storage/connection.ts"

/*
 * In a run on Citus, every process of the tests records the statements that the service sends, once each: the processes
 * that run test files, and the programs that they start.
 */

export interface RecordedStatement {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
  /** Whether only started programs sent it. */
  readonly ofProgram: boolean
}

const prefixes = { test: "statements-", program: "program-statements-" }

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

interface Recording {
  readonly write: () => void
  readonly count: () => number
}

/** Records the statements that some connections send from now on. It is called once for each process. */
const startRecording = (
  client: typeof DatabaseClient,
  directory: string,
  kind: keyof typeof prefixes,
  isRecorded: (connection: DatabaseClient) => boolean
): Recording => {
  const seen = new Map<string, ReadonlyArray<unknown>>()
  const { send } = client.prototype
  client.prototype.send = function (statements: ReadonlyArray<OutgoingStatement>, onResults) {
    for (const { text, values } of isRecorded(this) ? statements : []) {
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
  const file = join(directory, `${prefixes[kind]}${process.pid}-${randomUUID()}.json`)
  return {
    count: () => seen.size,
    write: () => writeFileSync(file, JSON.stringify([...seen].map(([text, values]) => ({ text, values }))))
  }
}

let ofTests: Recording | undefined

/** Records the statements of this process, and writes those so far. */
export const recordStatements = (client: typeof DatabaseClient, directory: string): void => {
  ofTests ??= startRecording(client, directory, "test", () => true)
  ofTests.write()
}

/** So often a program writes what it recorded: tests also kill programs. */
const writeMillis = 250

/** Records what a started program sends to this server as long as it runs. Some have a Postgres of their own. */
export const recordProgram = (client: typeof DatabaseClient, directory: string, serverPort: number): void => {
  const { count, write } = startRecording(client, directory, "program", ({ port }) => port === serverPort)
  let written = 0
  const writeNew = () => {
    if (count() === written) return
    written = count()
    write()
  }
  setInterval(writeNew, writeMillis).unref()
  process.on("exit", writeNew)
}

/** The statements of all processes of the run. */
export const recordedStatements = (directory: string): ReadonlyArray<RecordedStatement> => {
  const statementsOf = (kind: keyof typeof prefixes) =>
    readdirSync(directory)
      .filter((name) => name.startsWith(prefixes[kind]))
      .flatMap(
        (name) =>
          JSON.parse(readFileSync(join(directory, name), "utf8")) as ReadonlyArray<
            Pick<RecordedStatement, "text" | "values">
          >
      )
      .map(({ text, values }) => ({ text, values: values.map(restored), ofProgram: kind === "program" }))
  // Later ones replace equal texts.
  const all = [...statementsOf("program"), ...statementsOf("test")]
  return [...new Map(all.map((one) => [one.text, one])).values()]
}
