import type { recordIn } from '#app/my/horse-of.ts'
import { horseRecord } from '#app/my/horse-record.ts'
import type { HorseRecord } from '#app/my/horse-view.ts'
import type { PortalShows } from '#features/core/practice/portal.ts'
import type { ShareParts } from '#features/records/guests/share-contract.ts'
import type { Day } from '#lib/dates.ts'

/** Which parts of a horse's record an outsider is shown. */
export type Chosen = { parts: ShareParts; fromOn: Day | null; photoIds: readonly string[] }
type Found = Pick<Awaited<ReturnType<typeof recordIn>>, 'work' | 'files' | 'kinds' | 'scheme'>

/** The part of the record found that a link shows: never more than the practice shows its owner (`shows`), and only the chosen photos. */
export function chosenOf<F extends Found>(found: F, shows: PortalShows, { parts, fromOn, photoIds }: Chosen): F & { shows: PortalShows } {
  const isWithin = (day: Day) => fromOn === null || day >= fromOn
  const showsWork = shows.work && parts.work
  return {
    ...found,
    shows: { ...shows, work: showsWork, findings: showsWork && shows.findings && parts.findings, files: false },
    // A link shows no visits, so that no work leads to one.
    work: showsWork ? found.work.filter(({ workDate }) => isWithin(workDate)).map((entry) => ({ ...entry, visitId: null })) : [],
    files: found.files
      .filter(
        ({ id, fileType, takenOn, isVets }) =>
          shows.photos && fileType === 'image' && !isVets && photoIds.includes(id) && isWithin(takenOn),
      )
      .map((file) => ({ ...file, isOwn: false })),
  }
}

/** The record as its page and its paper show it; `made`: the photos whose pictures are there. */
export const sharedRecord = (
  chosen: ReturnType<typeof chosenOf<Found>>,
  { name, made }: { name: string; made: ReadonlySet<string> },
): HorseRecord => horseRecord({ ...chosen, name, made, isShared: true, upload: { state: 'none' }, sinceDay: null })
