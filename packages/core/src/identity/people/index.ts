export { type InvitationAcceptance, type InvitationDetails, invitationEndpoints } from "./accept.ts"
export { type MembersAndInvitations, type NewPerson, peopleEndpoints } from "./operators.ts"
export { deletePersonEndpoint, emailAddressEndpoints, personSettings } from "./own-account.ts"
export { type NewPassword, type PasswordChanged, passwordEndpoints } from "./passwords.ts"
export { secondFactorEndpoints } from "./second-factor-endpoints.ts"
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
