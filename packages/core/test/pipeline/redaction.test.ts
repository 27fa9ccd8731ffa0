import { Cause, Effect, Logger } from "effect"
import { describe, expect, it } from "vitest"
import { newKey } from "../../src/contract/index.ts"
import { redactedLogger } from "../../src/pipeline/redaction.ts"

const key = newKey()
const shown = `${key.slice(0, 13)}…${key.slice(-4)}`

/** The output of a logger for an effect's logs. */
const written = (logger: Logger.Logger<unknown, string>, work: Effect.Effect<void>) => {
  const lines: Array<string> = []
  const collecting = redactedLogger(Logger.map(logger, (line) => void lines.push(line)))
  Effect.runSync(Effect.provide(work, Logger.replace(Logger.defaultLogger, collecting)))
  return lines.join("\n")
}

const nested = (depth: number, inner: unknown): unknown =>
  depth === 0 ? inner : { list: [nested(depth - 1, inner)] }

class Request {
  readonly authorization = key
}

const logs = {
  "object within many others": Effect.logInfo("failed", nested(20, { key })),
  "class instance": Effect.logInfo("failed", { request: new Request() }),
  text: Effect.logInfo(`failed for ${key}`),
  annotation: Effect.annotateLogs(Effect.logInfo("failed"), { key }),
  object: Effect.logInfo("failed", { input: { [key]: [key] } }),
  error: Effect.logError("failed", new Error("bad", { cause: new Error(`No such thing: ${key}`) })),
  cause: Effect.logError("failed", Cause.die(new Error(`No such thing: ${key}`)))
}

describe.each([
  ["json", Logger.jsonLogger],
  ["logfmt", Logger.logfmtLogger]
])("our own logs as %s", (_, logger) => {
  it.each(Object.entries(logs))("show only the ends of a key: in a %s", (_, work) => {
    const text = written(logger, work)
    expect(text).not.toContain(key.slice(13, -4))
    expect(text).toContain(shown)
    expect(text).toContain("failed")
  })

  it("are otherwise unchanged", () => {
    const data = { n: 1, none: null, deep: nested(20, { date: new Date(0) }) }
    const work = Effect.logError("failed", data, Cause.die(new Error("For a reason")))
    const plain = (text: string) => text.replaceAll(/\d{4}-\S+Z|fiber[^ ,"]*|"fiberId":"[^"]*"/g, "")
    let expected = ""
    const collecting = Logger.map(logger, (line) => {
      expected = line
    })
    Effect.runSync(Effect.provide(work, Logger.replace(Logger.defaultLogger, collecting)))
    expect(plain(written(logger, work))).toBe(plain(expected))
  })
})

describe("the structure of a logged value", () => {
  const logged = (value: unknown): unknown =>
    JSON.parse(written(Logger.jsonLogger, Effect.logInfo("failed", value))).message[1]

  it("remains around a hidden key", () => {
    const bare = Object.assign(Object.create(null), { key, n: 1 })
    expect(logged({ [key]: [key, 7, null], other: true, bare })).toEqual({
      [shown]: [shown, 7, null],
      other: true,
      bare: { key: shown, n: 1 }
    })
  })

  it("remains down to the eighth level; below that, a value with a key becomes text", () => {
    expect(logged(nested(3, { key }))).toEqual(nested(3, { key: shown }))
    const text = expect.stringContaining(shown)
    expect(logged(nested(4, { key }))).toEqual(nested(3, { list: text }))
    expect(logged({ list: nested(3, { below: { key } }) })).toEqual({ list: nested(3, text) })
    expect(logged(nested(20, { n: 1 }))).toEqual(nested(20, { n: 1 }))
  })

  it("can contain itself, through lists and objects", () => {
    const list: Array<unknown> = [key]
    list.push(list)
    const object: Record<string, unknown> = { key }
    object["self"] = object
    for (const value of [list, object]) {
      const text = JSON.stringify(logged(value))
      expect(text).toContain(shown)
      expect(text).not.toContain(key)
    }
  })
})
