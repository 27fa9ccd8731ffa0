/** The entry of a table under a name from outside. Every object also has names such as `constructor`, which are none. */
export const lookUp = <A>(table: Readonly<Record<string, A>>, name: string | null): A | undefined =>
  name !== null && Object.hasOwn(table, name) ? table[name] : undefined
