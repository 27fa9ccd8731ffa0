import type { Role } from "../../src/contract/index.ts"

type Query = <Row extends object>(text: string) => Promise<ReadonlyArray<Row>>

/** Makes a person a member of an organization, or gives a member another role, without the service. */
export const addMember = async (
  query: Query,
  organization: string,
  email: string,
  role: Role
): Promise<void> => {
  const [ids] = await query<{ organization: number; person: number }>(
    `select o.id as organization, u.id as person from organizations o, users u
     where o.slug = '${organization}' and u.email = '${email}'`
  )
  await query(
    `insert into memberships (organization_id, user_id, role) values (${ids!.organization}, ${ids!.person}, '${role}')
     on conflict (organization_id, user_id) do update set role = excluded.role returning role`
  )
}
