import { isDicom, readDicom } from '#features/evidence/radiographs/dicom-file.ts'
import { readPatient } from '#features/evidence/radiographs/patient.ts'
import type { Day } from '#lib/dates.ts'

/** What comes before the points of a film; a longer beginning adds nothing. */
const BEGINNING = 1024 * 1024

/** What a film records about itself: the day it was taken, and its patient. Nothing of any other file. */
export async function whatFilmSays(file: Blob): Promise<{ takenOn?: Day; patient?: string }> {
  const bytes = new Uint8Array(await file.slice(0, BEGINNING).arrayBuffer())
  if (!isDicom(bytes)) return {}
  try {
    const { values } = await readDicom(bytes, { stopAt: BEGINNING })
    const takenOn = dayIn(values.string('x00080020'))
    const patient = readPatient(values).find(({ label }) => label === 'Patient')?.value
    return { ...(takenOn && { takenOn }), ...(patient && { patient }) }
  } catch {
    // A damaged one is still sent: the viewer shows what is wrong with it.
    return {}
  }
}

/** `20261121`, as a film writes a day. */
function dayIn(text: string): Day | undefined {
  const [, year, month, day] = /^(\d{4})\.?(\d\d)\.?(\d\d)$/.exec(text.trim()) ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) ? `${year}-${month}-${day}` : undefined
}

/** Whether a film may be of this horse: it names the horse, or no patient that can be made out. */
export function isOfHorse(patient: string | undefined, horse: string): boolean {
  const [theirs, ours] = [wordsIn(patient ?? ''), wordsIn(horse)]
  return theirs.length === 0 || ours.length === 0 || ours.some((word) => theirs.includes(word))
}

const wordsIn = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/\p{L}{2,}/gu) ?? []
