import type { Person } from "./people.ts"

/** What is already in the database, by the names that the definition uses. */
export interface Written {
  readonly today: string
  readonly appUrl: string
  readonly people: ReadonlyMap<string, Person>
  readonly organizations: ReadonlyMap<string, number>
  readonly campaigns: ReadonlyMap<string, ReadonlyMap<string, number>>
}
