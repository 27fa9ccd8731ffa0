export { type Invitation, Invitations, type InvitationsShape } from "./invitations.ts"
export {
  type CreatedKey,
  type KeyChange,
  type KeyError,
  type KeyRef,
  type KeyRotation,
  type KeyRow,
  Keys,
  type KeysShape,
  maxOverlapHours,
  type NewKey,
  type OwnKeyRow,
  type RotatedKey
} from "./keys.ts"
export { type LinkTarget, MailedLinks, type MailedLinksShape } from "./mailed-links.ts"
export { type MemberRow, Members, type MembersShape } from "./membership.ts"
export * from "./oauth/index.ts"
export { firstSlugs } from "./organizations.ts"
export { checkPassword, hashPassword, minPasswordLength } from "./passwords.ts"
export { type HashedPassword, People, type PeopleShape, type Person } from "./people.ts"
export { hashSecret } from "./secrets.ts"
export {
  confirmationField,
  isSessionToken,
  type SessionRow,
  Sessions,
  type SessionsShape,
  type SignInOrigin
} from "./sessions.ts"
