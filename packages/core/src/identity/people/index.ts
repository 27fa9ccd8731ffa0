export { type InvitationAcceptance, type InvitationDetails, invitationEndpoints } from "./accept.ts"
export { type MembersAndInvitations, memberAdministration } from "./members.ts"
export { ownAccountAdministration, ownAccountReads } from "./own-account.ts"
export {
  type NewPassword,
  type PasswordChanged,
  passwordAdministration,
  passwordEndpoints
} from "./passwords.ts"
export { confirmationEndpoint, type Enrolment } from "./second-factors.ts"
export {
  type Enrolled,
  type Home,
  type SignedIn,
  SignInFailed,
  type SignInInput,
  signInEndpoints,
  signInStepEndpoints
} from "./sign-in.ts"
