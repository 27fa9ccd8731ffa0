/** How pg serializes values. It exports this file, which its own cursors use, without a declaration. */
declare module "pg/lib/utils.js" {
  const utils: { readonly prepareValue: (value: unknown) => Buffer | string | null }
  export default utils
}
