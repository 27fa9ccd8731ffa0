export { type Home, SignInRefused, type SigningIn, signInEntrances } from "./sign-in.ts"
