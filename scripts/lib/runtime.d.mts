/** Options of V8 for `npm start`. */
export const serviceFlags: ReadonlyArray<string>
