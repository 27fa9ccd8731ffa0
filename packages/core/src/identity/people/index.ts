export { type InvitationAcceptance, type InvitationDetails, invitationEndpoints } from "./accept.ts"
export { type MembersAndInvitations, type NewPerson, peopleEndpoints } from "./operators.ts"
export { type NewPassword, type PasswordChanged, passwordEndpoints } from "./passwords.ts"
export { type Home, SignInFailed, type SignInInput, signInEndpoints } from "./sign-in.ts"
