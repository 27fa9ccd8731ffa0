import type { Guard } from "./guard.ts"
import { textOf } from "./guard-runner.ts"

const occurrences = (text: string, part: string): number => text.split(part).length - 1

/** As it is, or as it is written between quotation marks. */
const isIn = (source: string, text: string): boolean =>
  source.includes(text) || source.includes(JSON.stringify(text).slice(1, -1))

/** What is no longer true of an entry: its code or its tests have changed. */
export const staleEntries = ({ patches, provingTests }: Guard): ReadonlyArray<string> => [
  ...patches
    .map(({ file, find }) => ({ file, find, count: occurrences(textOf(file), find) }))
    .filter(({ count }) => count !== 1)
    .map(({ file, find, count }) => `${file} holds ${count} times: ${find}`),
  ...provingTests.flatMap(({ file, row, title }) =>
    [...title.split(" > "), ...row]
      .filter((text) => !isIn(textOf(file), text))
      .map((text) => `${file} holds no: ${text}`)
  )
]
