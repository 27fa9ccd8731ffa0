/* Values of forms and addresses, which a person or a program can have written. */

/**
 * The id in a text; 0, which nothing has, if the text is none. More digits than these are lost in a number, or beyond
 * the database's.
 *
 * @example idIn("12") // 12
 * @example idIn("9007199254740993") // 0
 */
export const idIn = (text: string | null | undefined): number =>
  /^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : 0

/**
 * The entry of a table under a name. Every object also has names such as `constructor` and `__proto__`, which are no
 * entries.
 *
 * @example lookUp(doneMessages, request.query.get("done"))
 */
export const lookUp = <A>(table: Readonly<Record<string, A>>, name: string | null): A | undefined =>
  name !== null && Object.hasOwn(table, name) ? table[name] : undefined
