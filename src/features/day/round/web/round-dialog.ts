import type { RoundStop, StopHorse, ToRebook } from '#features/day/round/round-day.ts'

/** The dialogs in which the round prompts the farrier. */
export type RoundDialog =
  /** With a horse to begin with, or the first that is open. */
  | { what: 'closeout'; stop: RoundStop; of?: StopHorse }
  | { what: 'not-done'; stop: RoundStop; of: StopHorse }
  | { what: 'add-horse'; stop: RoundStop }
  | { what: 'add-stop' }
  | { what: 'late' }
  | { what: 'order' }
  | { what: 'map' }
  | { what: 'where'; stop: RoundStop }
  | { what: 'rebook'; of: ToRebook }
  | { what: 'rebook-yard'; stop: RoundStop; yardId: string }
  | { what: 'next-visit'; stop: RoundStop }
  | { what: 'visit-card'; stop: RoundStop }
  | { what: 'money'; stop: RoundStop }
export type OpenDialog = (dialog: RoundDialog) => void
