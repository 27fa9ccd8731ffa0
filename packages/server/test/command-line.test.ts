import { Effect, Exit, Option } from "effect"
import { describe, expect, it } from "vitest"
import { parse } from "../../cli/src/parse.ts"
import {
  all,
  choiceArgument,
  choiceFlag,
  command,
  decode,
  group,
  integerFlag,
  map,
  optional,
  type Parameter,
  repeatedFlag,
  switchFlag,
  textArgument,
  textFlag,
  withDefault
} from "../src/command-line.ts"
import { commandGroups } from "../src/commands/index.ts"
import { run } from "../src/main.ts"

/** Returns what a command's handler receives for a command line, or why the line is rejected. */
const received = <Config extends Readonly<Record<string, Parameter<unknown>>>>(
  config: Config,
  ...args: ReadonlyArray<string>
) => {
  let values: unknown
  const one = command("try", config, "Try. More about it.", (given) =>
    Effect.sync(() => {
      values = given
    })
  )
  const exit = Effect.runSyncExit(Effect.flip(one.run(parse(args, one))))
  return Exit.isSuccess(exit) ? (exit.value as { readonly message: string }).message : values
}

describe("values of a command line", () => {
  it("are read by flag and by position, in any order", () => {
    const config = {
      name: textFlag("name", "N"),
      tags: repeatedFlag("tag", "T"),
      all: switchFlag("all", "A"),
      org: textArgument("org", "O")
    }
    const values = { name: "Ann", tags: ["a", "b"], all: true, org: "northwind" }
    expect(received(config, "northwind", "--tag", "a", "--name", "Ann", "--tag=b", "--all")).toEqual(values)
    expect(received(config, "--org", "northwind", "--name", "Ann")).toEqual({
      ...values,
      tags: [],
      all: false
    })
  })

  it("can be omitted if they are optional or have a default", () => {
    const config = {
      reason: textFlag("reason", "R").pipe(optional),
      most: integerFlag("most", "M").pipe(withDefault(50)),
      file: textArgument("file", "F").pipe(withDefault("-")),
      both: all([switchFlag("a", ""), switchFlag("b", "")])
    }
    expect(received(config, "--b")).toEqual({
      reason: Option.none(),
      most: 50,
      file: "-",
      both: [false, true]
    })
    expect(received(config, "x.csv", "--most", "7", "--reason", "no")).toEqual({
      reason: Option.some("no"),
      most: 7,
      file: "x.csv",
      both: [false, false]
    })
  })

  it.each([
    [integerFlag("id", ""), ["--id", "1e3"], "--id takes a whole number, not 1e3."],
    [choiceFlag("role", ["admin", "owner"], ""), ["--role", "x"], "--role takes admin, owner, and not x."],
    [choiceArgument("type", ["weekly"], ""), ["daily"], "<type> takes weekly, and not daily."],
    [
      textFlag("head", "").pipe(
        decode((text) => Effect.fail(`Not ${text}.`)),
        optional
      ),
      ["--head", "abc"],
      "Not abc."
    ]
  ] as const)("are rejected with a message that states what is accepted: %#", (parameter, args, message) => {
    expect(received({ value: parameter as Parameter<unknown> }, ...args)).toBe(message)
  })
})

describe("the data that help is generated from", () => {
  it("matches the declaration", () => {
    const config = {
      role: choiceFlag("role", ["admin", "owner"], "Role").pipe(map((role) => role.length)),
      most: integerFlag("most", "How many").pipe(withDefault(50)),
      org: textArgument("org", "Slug").pipe(optional)
    }
    const [one] = group("users", [command("list", config, "List people. Newest first.", () => Effect.void)])
    expect(one).toMatchObject({
      words: ["users", "list"],
      summary: "List people",
      description: "Newest first.",
      arguments: [{ name: "org", description: "Slug", required: false, many: false }],
      flags: [
        { name: "role", value: "word", description: "Role", required: true, words: ["admin", "owner"] },
        { name: "most", value: "integer", description: "How many", default: 50 }
      ]
    })
    expect(one!.flags[1]).not.toHaveProperty("required")
  })
})

it("a command of a newer CLI is rejected with what to install", async () => {
  const given = parse([], { words: ["orbits"], arguments: [], flags: [] })
  const { message } = (await Effect.runPromise(
    Effect.flip(run(commandGroups, given, ["orbits", "list"]))
  )) as Error
  expect(message).toContain("has no command orbits list. Install the newest of both: npm install")
})
