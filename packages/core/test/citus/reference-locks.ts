const lockClause = /\bfor (?:no key )?(?:update|share)\b(?: of (\w+))?/gi

/**
 * Returns the reference tables whose rows a statement locks. They are complete on every node, and a lock of one row
 * there holds up every organization.
 */
export const lockedReferences = (text: string, references: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...text.matchAll(lockClause)].flatMap(([, alias]) =>
    references.filter((table) => {
      const name = alias === undefined || alias === table ? "" : `(?: as)? ${alias}\\b`
      return new RegExp(`\\b(?:from|join)\\s+${table}\\b${name}`, "i").test(text)
    })
  )
