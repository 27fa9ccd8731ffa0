/** A no-break space keeps words together. */
const wordSeparator = /[ \n\t]+/

/**
 * Wraps a text between words. A longer word has its own line. `widthOf` measures texts, because most are as wide as
 * they are long.
 */
export const wrapBy =
  (widthOf: (text: string) => number) =>
  (text: string, maxWidth: number): ReadonlyArray<string> => {
    const lines: Array<string> = []
    let line = ""
    for (const word of text.split(wordSeparator)) {
      if (word === "") continue
      const longer = line === "" ? word : `${line} ${word}`
      if (line !== "" && widthOf(longer) > maxWidth) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return line === "" ? lines : [...lines, line]
  }
