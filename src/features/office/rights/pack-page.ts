import { sizeWords } from '#features/evidence/files/rules.ts'
import { type Day, dayAndYear } from '#lib/dates.ts'

/** A link to a pack is valid for a week: long enough to find a computer to open it on. */
export const PACK_DAYS = 7

/** Path of a link's page; the ZIP is below it. */
export const PACK_PATH = '/your-data/'
export const packFilePath = (token: string): string => `${PACK_PATH}${token}/file`

/** What the page shows to the holder of the link: the practice, and the file to download. It names no one. */
export type PackPage = { practiceName: string; bytes: number; untilDay: Day }

/** `Everything Probert Farriery holds about you, in one file of 4.2 MB.` */
export const packWords = ({ practiceName, bytes }: PackPage): string =>
  `Everything ${practiceName} holds about you, in one file of ${sizeWords(bytes)}.`

export const untilWords = ({ untilDay }: PackPage): string =>
  `You can download it until ${dayAndYear(untilDay)}. Anyone with this link can download it.`
