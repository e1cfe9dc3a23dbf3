import { type Day, dayAndYear } from '#lib/dates.ts'

/** What is on record of a radiograph; the file itself is only looked at. */
export type RadiographLabels = {
  fileName: string
  foot: keyof typeof FEET | null
  view: string | null
  horseName: string
  takenOn: Day | null
}

const FEET = { NF: 'near fore', OF: 'off fore', NH: 'near hind', OH: 'off hind' } as const

/** `NF lateral`; a file with neither on record has its file name as title. */
export const radiographTitle = ({ foot, view, fileName }: RadiographLabels): string => [foot, view].filter(Boolean).join(' ') || fileName

/** `Biscuit, 21 Sep 2026`. */
export const radiographSubtitle = ({ horseName, takenOn }: RadiographLabels): string =>
  [horseName, takenOn && dayAndYear(takenOn)].filter(Boolean).join(', ')

/** The same for screen readers: `Radiograph of Biscuit, near fore lateral, 21 Sep 2026`. */
export function spokenLabel({ foot, view, fileName, horseName, takenOn }: RadiographLabels): string {
  const what = [foot && FEET[foot], view].filter(Boolean).join(' ') || fileName
  return [`Radiograph of ${horseName}`, what, takenOn && dayAndYear(takenOn)].filter(Boolean).join(', ')
}
