export { loadLibrary } from "./library.ts"
export { ownPages } from "./own-pages.ts"
export { libraryPage, searchPage } from "./pages.ts"
