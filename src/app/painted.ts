/**
 * The pages the server paints, each by the first part of its address: the folder of its `entry.tsx`, which its browser loads, and its
 * `server.tsx`, which paints it. The build makes both of each, `serve-pages.ts` serves them, and devices that have the app leave them alone
 * (`vite.config.ts`, `sw.ts`). `landing` means every public page.
 */
export const PAINTED = {
  landing: 'src/app/pages/landing',
  terms: 'src/features/records/terms/page',
  answer: 'src/features/visits/answers/page',
  invoice: 'src/features/ledger/invoices/page',
  statement: 'src/features/ledger/accounts/page',
  visit: 'src/features/day/visit-card/page',
  agree: 'src/features/records/guests/page',
  photos: 'src/features/records/photo-consents/page',
  'call-status': 'src/features/day/round/page',
  'lone-worker': 'src/features/day/lone/page',
  offer: 'src/features/day/gaps/page',
  message: 'src/features/talk/messaging/page',
  'lost-shoe': 'src/features/talk/triage/page',
  'your-data': 'src/features/office/rights/page',
  join: 'src/app/pages/join',
  my: 'src/app/pages/my',
  share: 'src/app/pages/share',
  'api-reference': 'src/app/pages/api-reference',
} as const

export type PaintedPage = keyof typeof PAINTED
