import type { ArgumentInfo, CommandInfo } from "../tree/command-info.ts"

const argument = ({ many, name, required }: ArgumentInfo): string => {
  const shown = many ? `<${name}>...` : `<${name}>`
  return required ? shown : `[${shown}]`
}

/** A command with what it takes, in a line: `adwarden campaigns update <slug> [flags]`. */
export const usageOf = ({ arguments: places, flags, words }: CommandInfo): string =>
  [
    "adwarden",
    ...words,
    ...places.map(argument),
    ...flags.filter(({ required }) => required).map(({ name, value }) => `--${name} <${value}>`),
    "[flags]"
  ].join(" ")
