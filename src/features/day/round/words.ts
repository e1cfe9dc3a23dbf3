import type { CallTracker, PublicStop, RoundNote } from '#features/day/round/contract.ts'

// Separate from rules.ts and without imports, because the owner's page must stay small: it loads only what it needs.

/** Spec §4 Stop status: current stop number by the stop's number, in whole per cent, at most 100; of a finished stop 100. */
export const progressTo = ({ currentCallNumber, callNumber, isCallComplete }: CallTracker): number =>
  isCallComplete ? 100 : Math.min(100, Math.round((currentCallNumber / callNumber) * 100))

/** Spec §4 Stop status. Stops before you that are already done are not counted. */
export function stopMessage(
  stop: Pick<PublicStop, 'isCallComplete' | 'isSkipped' | 'callNumber' | 'currentCallNumber' | 'stopsBefore'>,
): string {
  if (stop.isCallComplete) return stop.isSkipped ? 'Stop skipped' : 'Stop completed'
  if (stop.callNumber > stop.currentCallNumber) return `${stop.stopsBefore} ${stop.stopsBefore === 1 ? 'stop' : 'stops'} before you`
  return "You're next!"
}

/** What owners read about a round that waits or runs late, in a sentence. */
export const roundNoteTitle = (note: Pick<RoundNote, 'state' | 'lateMinutes'> & { reason?: string | null }): string => {
  if (note.state === 'paused') return 'The round is paused'
  if (note.state === 'finished') return note.reason ? 'The round has ended early' : 'The round has ended for today'
  return note.lateMinutes ? `Running about ${note.lateMinutes} minutes late` : 'Running late'
}
