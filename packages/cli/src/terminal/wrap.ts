/** Words hang together where a no-break space stands between them. */
const wordSeparator = /[ \n\t]+/

/**
 * Breaks a text between its words into lines of at most so many places; a word that is longer keeps a line to itself.
 * How wide a text is, whoever breaks it says: most texts are as wide as they are long.
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
