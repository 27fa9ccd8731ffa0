// Made from the contract by `npm run client:generate`; do not edit.
export const version = "0.0.0"
