/** What pg uses itself to make values ready for the wire, and does not declare. */
declare module "pg/lib/utils.js" {
  const utils: { readonly prepareValue: (value: unknown) => Buffer | string | null }
  export default utils
}
