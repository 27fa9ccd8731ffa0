import type { Guard } from "./guard.ts"
import { textOf } from "./guard-runner.ts"

const occurrences = (text: string, part: string): number => text.split(part).length - 1

/** Whether the source contains the text, directly or as written inside a string literal. */
const isIn = (source: string, text: string): boolean =>
  source.includes(text) || source.includes(JSON.stringify(text).slice(1, -1))

/** Lists the parts of an entry that no longer match the code or the tests. */
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
