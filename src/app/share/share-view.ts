import type { HorseRecord } from '#app/my/horse-view.ts'

/** A horse as an outsider sees it by a link. */
export type ShareView = {
  token: string
  practiceName: string
  frcNumber: string | null
  horse: { name: string; about: string }
  /** `for Tom Pugh, about a sale`. */
  recipient: string
  /** `Sat 12 Dec 2026, 14:05`: until then it is open. */
  until: string
  record: HorseRecord
}
