import type { CommandInfo, FlagInfo } from "../../src/command-info.ts"

const minUses = 4

const camel = (name: string): string => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** Flags that many commands have, such as --json, by the name of their declaration. */
const sharedFlags = (commands: ReadonlyArray<CommandInfo>): ReadonlyMap<string, FlagInfo> => {
  const uses = Map.groupBy(
    commands.flatMap(({ flags }) => flags),
    (flag) => JSON.stringify(flag)
  )
  const shared = new Map<string, FlagInfo>()
  for (const [, [flag, ...more]] of uses) {
    if (more.length + 1 < minUses) continue
    const name = camel(flag!.name)
    const number = [...shared.values()].filter((one) => one.name === flag!.name).length
    shared.set(number === 0 ? name : `${name}${number + 1}`, flag!)
  }
  return shared
}

/** Renders commands as source text in which shared flags are references to one declaration. */
export const flagSharing = (all: ReadonlyArray<CommandInfo>) => {
  const shared = sharedFlags(all)
  const nameOf = new Map([...shared].map(([name, flag]) => [JSON.stringify(flag), name]))
  const reference = (flag: FlagInfo): FlagInfo | string => {
    const name = nameOf.get(JSON.stringify(flag))
    return name === undefined ? flag : `@flag ${name}`
  }
  return {
    declarations: [...shared]
      .map(([name, flag]) => `export const ${name}: FlagInfo = ${JSON.stringify(flag)}`)
      .join("\n\n"),
    render: (commands: ReadonlyArray<CommandInfo>): string =>
      JSON.stringify(commands.map((one) => ({ ...one, flags: one.flags.map(reference) }))).replaceAll(
        /"@flag (\w+)"/g,
        "flag.$1"
      )
  }
}
