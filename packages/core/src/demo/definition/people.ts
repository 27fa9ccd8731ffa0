export interface PersonPlan {
  readonly email: string
  readonly name: string
  /** Staff of the operator: the team whose clients they look after. */
  readonly adopsTeam?: string
}

export const people: ReadonlyArray<PersonPlan> = [
  { email: "olivia@northwind.test", name: "Olivia Marsh" },
  { email: "adam@northwind.test", name: "Adam Reyes" },
  { email: "mia@northwind.test", name: "Mia Chen" },
  { email: "femi@fabrikam.test", name: "Femi Adeyemi" },
  { email: "carl@contoso.test", name: "Carl Novak" },
  { email: "tara@tailspin.test", name: "Tara Quinn" },
  { email: "will@wingtip.test", name: "Will Okafor" },
  { email: "ada@adops.test", name: "Ada Lindqvist", adopsTeam: "Blue Team" }
]
