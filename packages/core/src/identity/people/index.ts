export { type Accepting, type Invited, invitationEntrances } from "./accept.ts"
export { type Listed, type NewPerson, peopleEntrances } from "./operators.ts"
export { type NewPassword, type PasswordChanged, passwordEntrances } from "./passwords.ts"
export { type Home, SignInRefused, type SigningIn, signInEntrances } from "./sign-in.ts"
