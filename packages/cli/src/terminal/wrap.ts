import { widthOf } from "./width.ts"

/** A text in lines of at most so many places, broken between words; a word that is longer keeps a line to itself. */
export const wrap = (text: string, places: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  for (const word of text.split(/\s+/)) {
    if (word === "") continue
    const longer = line === "" ? word : `${line} ${word}`
    if (line !== "" && widthOf(longer) > places) {
      lines.push(line)
      line = word
    } else line = longer
  }
  if (line !== "") lines.push(line)
  return lines
}

/** The same with every line set in. */
export const wrapIn = (indent: string, text: string, places: number): string =>
  wrap(text, places - widthOf(indent))
    .map((line) => indent + line)
    .join("\n")
