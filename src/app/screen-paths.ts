/**
 * The path of every screen of the app. Apart from `routes.tsx`, which is written for the browser, so that the server knows which addresses
 * there are and can say 404 to the rest; `Screen` takes no other path.
 */
export const SCREEN_PATHS = [
  '/',
  '/landing',
  '/pricing',
  '/terms',
  '/subscribe',
  '/activity',
  '/round',
  '/van-sheet',
  '/calendar',
  '/cover-sheet',
  '/clients',
  '/yards',
  '/horses',
  '/horse-summary',
  '/offline',
  '/settings/import',
  '/sign-in',
  '/register',
  '/outbox',
  '/welcome',
  '/settings',
  '/settings/members',
  '/settings/hours',
  '/settings/texts',
  '/settings/sending',
  '/settings/data',
  '/settings/prices',
  '/settings/templates',
  '/gap',
  '/messages',
  '/tasks',
  '/settings/sessions',
] as const
export type ScreenPath = (typeof SCREEN_PATHS)[number]
